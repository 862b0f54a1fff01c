"""What docs/words.md asks of each language, as a program can tell it: signs, forms of address, words before a name."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BEGINS = r"(?:^|(?<=[.!?…:\n•»”“]\s)|(?<=[^\w\s,;)}]\s))"
"""Where a sentence begins: first of all, behind a full stop, or behind an emoji."""
_WITHIN = r"(?<=[\w,;}\ufffc][\s\u00a0])"
"""Behind a word or a comma, so that a capital means something."""


@dataclass(frozen=True)
class Address:
    """A form of address that a language does not use here, and what is wanted instead.

    `to_one`: it is wrong only where one person is spoken to.
    """

    pattern: re.Pattern[str]
    wanted: str
    to_one: bool = False


@dataclass(frozen=True)
class Manner:
    """The manner of a language. `quotes` are the outer pair, `inner` the pair within it.

    `prepositions` are the words that may not stand right before an inserted name; articles and possessives are among
    them. `attached` matches what is written in one with the name, in place of a preposition. `alike` are words of the
    language that are written like English ones, where its texts do not show that by themselves.
    """

    quotes: tuple[str, str]
    inner: tuple[str, str] = ("", "")
    dash: str = "–"
    addresses: tuple[Address, ...] = ()
    prepositions: frozenset[str] = frozenset()
    attached: str = ""
    alike: frozenset[str] = frozenset()


def words(text: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(text.split())


def _never(pattern: str, wanted: str, *, to_one: bool = False) -> Address:
    return Address(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), wanted, to_one)


def _capital(names: str, wanted: str) -> Address:
    """Return pronouns that are polite if they are written with a capital inside a sentence."""
    return Address(re.compile(rf"{_WITHIN}(?:{'|'.join(names.split())})\b"), wanted)


def _beginning(pattern: str, wanted: str) -> Address:
    """Return imperatives, which are told from other forms of the same letters by beginning a sentence."""
    return Address(re.compile(rf"{_BEGINS}(?:{pattern})\b", re.IGNORECASE | re.MULTILINE), wanted)


_HEBREW_YOU = "no plural and no gender: תורך, שלך, אפשר, יש"

MANNERS = {
    "en": Manner(
        ("“", "”"),
        ("‘", "’"),
        prepositions=words("a an the my your his her its our their this that"),
    ),
    "da": Manner(
        ("»", "«"),
        ("›", "‹"),
        addresses=(
            _capital("De Dem Deres", "du"),
            _never("jer|jeres", "du", to_one=True),
        ),
        prepositions=words(
            "af ad bag efter for foran fra før gennem hos i imod inden indtil med mellem mod om omkring over på "
            "siden til uden under ved en et den det de din dit dine min mit mine hans hendes deres denne dette"
        ),
        alike=words(
            "administrator animal at bank bluff bot box chance chances chat chats computer data depot dove fair far "
            "film find for form frog give had hand hat her hold hospital hotel in kind lab let link lot man minus "
            "minute moment museum normal order over park part pause person pile pirate plan point police post "
            "private rating ratings real rest ring seed send server side sides signal single skip slip so spare "
            "spot stand start stop store straight tag tie time to token top total tram trick under vote zero"
        ),
    ),
    "de": Manner(
        ("„", "“"),
        ("‚", "‘"),
        addresses=(
            _capital("Sie Ihnen Ihr Ihre Ihren Ihrem Ihrer Ihres", "du"),
            Address(re.compile(r"\b[^\W\d_]{2,}en\sSie\b"), "du"),
            _never("euch|euer|eure[nmrs]?", "du", to_one=True),
        ),
        prepositions=words(
            "ab am an ans auf aus außer bei beim bis durch für fürs gegen hinter im in ins mit nach neben ohne seit "
            "statt trotz über um unter vom von vor wegen während zu zum zur zwischen der die das den dem des ein "
            "eine einen einem einer eines dein deine deinen deinem deiner mein meine meinen ihr ihre sein seine "
            "dieser diese dieses diesen diesem"
        ),
        alike=words(
            "account all also an bank bluff bot box bring chance chat chats computer depot details die direct fair "
            "film hand hat her hold hotel icon in kind last link list lose man minus minute museum name normal not "
            "park pause person pier plan point position post private rank rating ratings record rest ring route see "
            "seed server signal so spot stadium start still stop tag threads token top total tram trick wand was "
            "west will"
        ),
    ),
    "es": Manner(
        ("«", "»"),
        ("“", "”"),
        addresses=(
            _never("vosotr[oa]s|vuestr[oa]s?|ustedes|usted|uds?", "tú, or impersonally"),
            _never(r"(?!seis\b|veintiséis\b)[^\W\d_]+(?:áis|éis)", "tú, or impersonally"),
            _beginning(
                "(?:pulse|elija|escoja|espere|escriba|toque|mire|abra|añada|agregue|pruebe|haga|vuelva)n?", "tú"
            ),
        ),
        prepositions=words(
            "a al ante bajo con contra de del desde durante en entre hacia hasta para por según sin sobre tras el "
            "la los las un una unos unas tu tus mi mis su sus este esta estos estas ese esa"
        ),
        alike=words(
            "animal bot central chat chats come decide expire has hotel invisible me no normal once per plan real "
            "signal total tram use usual"
        ),
    ),
    "fr": Manner(
        ("«", "»"),
        ("“", "”"),
        addresses=(
            _never("vous|votre|vos", "tu", to_one=True),
            _never("s’il vous pla[iî]t|veuillez", "tu"),
            _beginning("appuyez|touchez|choisissez|attendez|écrivez|regardez|ouvrez|ajoutez|essayez", "tu"),
        ),
        prepositions=words(
            "à au aux avant avec après chez contre dans de des du depuis derrière devant dès en entre hors jusque "
            "malgré par parmi pendant pour sans selon sous sur vers le la les un une ton ta tes mon ma mes son sa "
            "ses ce cet cette que lorsque puisque"
        ),
        alike=words(
            "action actions animal attention bluff bot capture central chance chances change changes charge charges "
            "chat chats continue continues court date direct direction dragon exact expert expire face film films "
            "hotel invisible invitation long me mention message messages minute minutes moment normal notes on "
            "options or pair pairs part pass patience pause pauses penalty person pile piles pirate pirates place "
            "places plan point points police position possible post private question questions refuge refuges ring "
            "rivals route score second seconds secret secrets section sent signal six station stop strict sure "
            "table tables tag tiara tie total tram trams use vote votes"
        ),
    ),
    "he": Manner(
        ("״", "״"),
        addresses=(
            Address(
                re.compile(
                    r"(?<![א-ת])(?![ובלמהשכ]*(?:חכם|מוסכם|הסכם|סוכם|סכם|מסכם|שכם|דרכם|ערכם)(?![א-ת]))[א-ת]+כם(?![א-ת])"
                ),
                _HEBREW_YOU,
            ),
            Address(
                re.compile(
                    r"(?<![א-ת])(?![ובלמהשכ]*(?:אותם|איתם|חותם|סתם|כתם|רתם|ביתם|דעתם|תם|נחתם|נסתם)(?![א-ת]))"
                    r"[א-ת]+תם(?![א-ת])"
                ),
                _HEBREW_YOU,
            ),
            Address(re.compile(r"(?<![א-ת])[ושכ]?(?:אתה|אתן)(?![א-ת])"), _HEBREW_YOU),
            _beginning(
                "ו?(?:לחצו|בחרו|געו|הקישו|כתבו|הוסיפו|חכו|המתינו|נסו|ראו|פתחו|הפכו|הציצו|החליפו|שימו|זכרו|קראו|שחקו|שלחו|"
                "הצטרפו|נקבו|נחשו|קחו|הניחו|לכו|ברחו|גללו|השתמשו|הסתכלו|הביטו|אמרו|תנו|צאו|היכנסו|לחץ|בחר|גע|הקש|כתוב|הוסף|"
                "המתן|נסה|לחצי|בחרי|כתבי|נסי)",
                "an infinitive: יש ללחוץ, אפשר ללחוץ",
            ),
        ),
        prepositions=words("את על אל עם מאת אצל לפי בידי מצד לעיני ליד עבור בשביל נגד מול בין אחרי לפני בלי"),
        attached=r"(?<![א-ת])ו?[בלמהשכ]{1,2}־?[\u2066\u2068\u200e]?",
    ),
    "it": Manner(
        ("«", "»"),
        ("“", "”"),
        addresses=(
            _capital("Lei Suo Sua Suoi Sue Loro Voi Vostro Vostra Vostri Vostre", "tu, voi"),
            _beginning("prema|scelga|tocchi|attenda|scriva|apra|usi|veda|provi|aspetti|guardi", "tu"),
            _never("voi|vostr[oaie]", "tu", to_one=True),
        ),
        prepositions=words(
            "a ad al allo alla ai agli alle con col contro da dal dallo dalla dai dagli dalle davanti di del dello "
            "della dei degli delle dietro dopo durante fino fra in nel nello nella nei negli nelle per presso prima "
            "senza sopra sotto su sul sullo sulla sui sugli sulle tra verso il lo la i gli le un uno una tuo tua "
            "tuoi tue mio mia suo sua questo questa"
        ),
        alike=words(
            "account bluff bot chance chat cinema come computer data date decide dice dove film fine host hotel in "
            "link me minute mouse no pause per pile seed server stop tiara tram zero"
        ),
    ),
    "nl": Manner(
        ("‘", "’"),
        ("“", "”"),
        addresses=(
            _never("u|uw|uzelf", "je"),
            _never("jullie", "je", to_one=True),
        ),
        prepositions=words(
            "aan achter als bij binnen boven buiten door in langs met na naar naast om onder op over per sinds te "
            "tegen tot tussen uit van vanaf via voor volgens zonder de het een deze dit die dat je jouw jullie mijn "
            "zijn haar"
        ),
        alike=words(
            "account administrator administrators bank best bluff bot box chat chats circus computer computers deal "
            "deals deck depot details die direct door even exact expert film films finish fit had half hand hard "
            "held help her hints hit host hotel icon in is kind lab last later let letters link list lot man me "
            "minus minute moment museum normal of open over park pass past per plan post rank rating ratings record "
            "rest ring route school score scroll seed server sets shot single slip spare spot stand start step "
            "still stop tag threads token top total tram trams trick wand want was we west will win winner won word"
        ),
    ),
    "pt": Manner(
        ("“", "”"),
        ("‘", "’"),
        addresses=(
            _never("vocês?|vós|voss[oa]s?", "tu, or impersonally"),
            _beginning(
                "(?:toque|escolha|espere|escreva|clique|abra|veja|prima|pressione|carregue)m?", "tu: toca, escolhe"
            ),
            _never(r"(?:está|estão|estou|estás)\s[^\W\d_]+[aei]ndo", "está a jogar, as in Portugal"),
            _never(
                "telas?|celular(?:es)?|usuári[oa]s?|arquivos?|equipes?",
                "the word of Portugal: ecrã, telemóvel, utilizador, ficheiro, equipa",
            ),
        ),
        prepositions=words(
            "a à ao aos às ante até com contra da das de do dos desde durante em entre na nas no nos para pela "
            "pelas pelo pelos perante por sem sob sobre o os as um uma uns umas teu tua teus tuas meu minha seu sua "
            "este esta"
        ),
        alike=words(
            "animal as bluff bot central chance chat chats cinema come data decide do hotel invisible link me move "
            "no normal pause rating ratings real seed tiara total use zero"
        ),
    ),
    "pt_BR": Manner(
        ("“", "”"),
        ("‘", "’"),
        addresses=(
            _never("tu|te|ti|teus?|tuas?|contigo|vós|voss[oa]s?", "você"),
            _never(
                r"(?!(?:existe|insiste|consiste|desiste|assiste|resiste|persiste|triste|baste|gaste|haste|contraste|afaste|"
                r"arraste)\b)[^\W\d_]{2,}(?:aste|iste)|fizeste|puseste|disseste|tiveste|estiveste|escolheste|perdeste|"
                "venceste|moveste|recebeste|escreveste|podes|tens|queres|estás|jogas|vês|sabes|deves",
                "você: jogou, pode",
            ),
            _beginning(
                "(?:toca|carrega|clica|pega) em|escolhe (?:um|uma|o|a|os|as)|espera(?=[,.!])", "você: toque, escolha"
            ),
            _never(r"(?:está|estão|estou)\sa\s[^\W\d_]+[aei]r", "está jogando, as in Brazil"),
            _never(
                "ecrãs?|telemóve(?:l|is)|utilizador(?:es|a)?|ficheiros?|equipas?",
                "the word of Brazil: tela, celular, usuário, arquivo, equipe",
            ),
        ),
        prepositions=words(
            "a à ao aos às ante até com contra da das de do dos desde durante em entre na nas no nos para pela "
            "pelas pelo pelos perante por pra pro sem sob sobre o os as um uma uns umas meu minha seu sua seus suas "
            "este esta"
        ),
        alike=words(
            "animal as bluff bot central chance chances chat chats cinema come data decide do hotel link me mouse "
            "move no normal pause rating ratings real seed tiara time total use zero"
        ),
    ),
    "ru": Manner(
        ("«", "»"),
        ("„", "“"),
        dash="—",
        addresses=(
            _never("ты|тебя|тебе|тобой|тво(?:й|я|ё|и|его|ей|их|им|ему|ими|ём|ю)", "вы"),
            _never(r"(?!(?:лишь|мышь|тишь)\b)[^\W\d_]+[еёи]шь(?:ся)?", "вы, or impersonally"),
            _beginning("нажми|выбери|жди|смотри|открой|подожди|напиши|попробуй|коснись|положи|загляни", "вы: нажмите"),
        ),
        prepositions=words(
            "без в во вместо вне возле вокруг для до за из из-за из-под к ко кроме между мимо на над о об обо около "
            "от ото перед по под позади после при про против ради с со среди у через ваш ваша ваше ваши вашего "
            "вашей вашу его её их этот эта это"
        ),
    ),
    "sv": Manner(
        ("”", "”"),
        ("’", "’"),
        addresses=(
            _capital("Ni Er Ert Era Eder", "du, ni"),
            _never("ni|er|ert|era", "du", to_one=True),
        ),
        prepositions=words(
            "av bakom bland efter för framför från före genom hos i in inom innan kring med mellan mot om på sedan "
            "till under ur utan vid åt över en ett den det de din ditt dina min mitt mina hans hennes deras denna "
            "detta"
        ),
        alike=words(
            "all bank bluff bot box chat data digit expert film form hand hit hotel in is kind lab link lot man "
            "minus miss moment museum normal not park part pass person plan post rank real rest ring seed server "
            "signal slip stadium start stop tag top total trick under will zero"
        ),
    ),
}
"""By the name of the language's folder."""
