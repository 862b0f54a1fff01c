"""A check of a place with its contest and shot (P-4, P-5, N29-N37), and the chase that a hit begins (C, N38-N44)."""

from __future__ import annotations

from bot.engine.rules import Seat, replace
from bot.games.invisible_man.rules.legality import appearances
from bot.games.invisible_man.rules.moves import (
    Appear,
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Escaped,
    RevealedCard,
    Shed,
    Shot,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.transition import Transition


def check(game: Transition, seat: Seat, place: str) -> None:
    """Open the Signal of the place just entered and settle the contest there (N29-N33)."""
    part = game.part(seat)
    game.set_part(seat, replace(part, signals=tuple(signal for signal in part.signals if signal != place)))
    game.state = replace(game.state, opened=(*game.state.opened, place), stirred=True)
    yes, no = game.clear(place, shown=True)
    contest = Checked(
        seat=seat,
        place=place,
        hits=game.state.digits[place],
        yes=tuple(RevealedCard(card.number, card.value) for card in yes),
        no=tuple(RevealedCard(card.number, card.value) for card in no),
        police_die=game.throw(),
        invisible_die=game.throw(),
    )
    game.tell(contest)
    game.refill()
    if not (contest.won and _shoot(game, seat, contest)):
        game.win_if_all_open()
        game.end_turn()


def _shoot(game: Transition, seat: Seat, contest: Checked) -> bool:
    """Spend a charge on the shot that a won contest demands (N34); a last charge that misses puts out (N35).

    Return whether it hit.
    """
    charges, die = game.part(seat).charges - 1, game.throw()
    hit = die in contest.hits
    game.set_part(seat, replace(game.part(seat), charges=charges))
    game.tell(Shot(seat=seat, place=contest.place, hits=contest.hits, die=die, hit=hit, charges=charges))
    if hit:
        _find(game, contest.place)
    elif not charges:
        game.drop_out(seat, "charges")
    return hit


def _find(game: Transition, place: str) -> None:
    """Put the pawn beside the place, or let the Invisible Man choose where there is a choice (N37)."""
    game.state = replace(game.state, found=place)
    cells = appearances(game.state)
    if len(cells) > 1:
        game.state = replace(game.state, phase="appear")
    else:
        appear(game, Appear(cells[0]))


def appear(game: Transition, action: Appear) -> None:
    """Begin the chase; the shooter's turn is over, the next policeman may be the first to run (N42)."""
    invisible = game.state.invisible
    game.set_part(invisible, replace(game.part(invisible), cell=action.cell))
    game.state = replace(game.state, found=None)
    game.tell(Appeared(cell=action.cell))
    game.end_turn()


def arrive(game: Transition, seat: Seat, cell: str) -> None:
    """Settle what follows from where a pawn has stopped in a chase."""
    state = game.state
    if seat != state.invisible:
        met = [seat] if cell == state.pawn else []
    elif cell in TOWN.buildings:
        game.tell(Escaped(place=cell))
        game.close_chase()
        return
    else:
        met = [policeman for policeman in state.police_order if state.parts[policeman].cell == cell]
    if met:
        _catch(game, met[0], cell)
    else:
        game.end_turn()


def _catch(game: Transition, captor: Seat, cell: str) -> None:
    """Catch the pawn: that policeman wins, unless a Cloak saves; of several one must be chosen (N43)."""
    game.tell(Caught(seat=captor, cell=cell))
    game.state = replace(game.state, captor=captor)
    cloaks = game.part(game.state.invisible).cloaks
    if not cloaks:
        game.win((captor,), "caught")
    elif len(cloaks) == 1:
        shed(game, Shed(cloaks[0]))
    else:
        game.state = replace(game.state, phase="cloak")


def shed(game: Transition, action: Shed) -> None:
    """Throw off a Cloak: its digits save, all else is a capture; it is spent either way (N43)."""
    captor, invisible = game.state.captor, game.state.invisible
    assert captor is not None, "somebody has caught the pawn"
    part = game.part(invisible)
    game.set_part(invisible, replace(part, cloaks=tuple(cloak for cloak in part.cloaks if cloak != action.cloak)))
    game.discard("cloak", (action.cloak,), shown=True)
    die = game.throw()
    saved = str(die) in str(action.cloak)
    game.tell(Cloaked(cloak=action.cloak, die=die, saved=saved))
    if saved:
        game.close_chase()
    else:
        game.win((captor,), "caught")
