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
            "administrator alt animal at bank bluff bot chance chat chats computer data drag fair fast fat film "
            "find finger for form frog give hand hat her hold hospital hotel lab land let link links log man men "
            "mime minute museum normal online over park pause person pin plan post private problem rating ratings "
            "rest ring sand seed send sender server side spring start status stop tag test tip titel top type under "
            "vent version"
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
            "animal arm bank bluff boot bot bring chance chat chats computer dank die emoji emojis fair film finger "
            "frost hand hier hotel information kind kit land link links man minute museum name normal park person "
            "pirat post private problem rest ring rot rund see seed server spur start status stern still stop swing "
            "tag test text thread threads ton total version warm warn was west winter wunder"
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
            "actor animal base bot central chat chats emoji error final general hotel ideal local natural no normal "
            "once original personal plan real sin son ten total usual visible"
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
            "action actions animal art base bluff bot capture cases central certain chance charge charges chat "
            "chats coin complete confusion danger distance double dragon emoji emojis erreur exact expert experts "
            "face film films final fond general grand hospital hotel image important impossible information instant "
            "invitation invitations main message messages mime minute minutes moment normal note notes occasion on "
            "option options or original page pages patience pause permission permissions pile piles pirate pirates "
            "place places plus point points police position possible pour prince private public question questions "
            "refuge refuges rose rotation second secret secrets section sections service signal six solution son "
            "sort suite surprise table tables test total tour train usage vain version visible vote votes"
        ),
    ),
    "he": Manner(
        ("״", "״"),
        addresses=(
            Address(
                re.compile(
                    r"(?<![א-ת])(?![ובלמהשכ]*(?:חכם|מוסכם|הסכם|סכם|מסכם|שכם|דרכם|ערכם)(?![א-ת]))[א-ת]+כם(?![א-ת])"
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
        prepositions=words("של את על אל עם מאת אצל לפי בידי מצד לעיני ליד עבור בשביל נגד מול בין אחרי לפני בלי"),
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
            "area base bluff bot chat cinema come computer data due emoji film host hotel idea link menu no note "
            "per pile server sole solo stop tale test"
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
            "administrator alarm alert arm bank begin beginner beginners bluff bot chat chats circus computer "
            "computers drop expert experts film films fit flat hand hard helm help hier hint hints hotel in is kind "
            "lab land later letter letters lift link links live lot man me met minute mode moment museum of open "
            "over park per pet plan post pot print rating ratings rest ring rol route school scroll seed server "
            "slot start status stem step stop straf tag test thread threads tip tips toon top trap van via was "
            "water we week west wet wie wild win wind winter won word zo zone"
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
            "a animal base bluff bot central chat chats cinema do emoji final hotel ideal link links natural no "
            "normal online original pares real se tiara total visual"
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
            "animal base bluff bot central chat chats cinema do emoji final hotel ideal link links mouse natural no "
            "normal ok online original pares real se site tiara total visual"
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
            "administrator alarm all arm bank bluff bot chat den digit fall fast film finger form hand hotel in "
            "information lab land link lock man miss museum normal not park pass person post problem ram rest ring "
            "rum seed spring start status strand tag test tips topp total under version"
        ),
    ),
}
"""By the name of the language's folder."""
