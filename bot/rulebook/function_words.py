"""Words that tell little of what a question is about: articles, pronouns, prepositions, auxiliaries, question words.

Lists of libraries hold words that this search lives on ("open", "turn", "first", "six"), so these are short and our
own. Not in them: numbers, yes and no, negations, and whatever may be the name of a card.
"""

from __future__ import annotations

FUNCTION_WORDS = {
    "da": """
        af alle at blev bliver da de dem den denne der deres det dette dig din dine dit du efter eller en end er et for
        fordi fra få får gør gøre går ham han har havde have hende hendes her hos hun hvad hvem hver hvilke hvilken
        hvilket hvis hvor hvordan hvorfor hvornår i ind jeg jer jo kan kunne lige man med meget men mens mig min mine
        mit må måtte nogen noget nu når og også om op os over på regel regler selv ser sig sin sine sit skal skulle
        sker sket sådan som så til ud under var ved vi vil ville vores være
    """,
    "de": """
        ab aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine deinen deiner dem
        den denn der des dich die dies diese dieser dir doch du durch ein eine einem einen einer eines er es etwas
        euch euer eure für geht gibt haben habe habt hast hat hatte hier ich ihm ihn ihnen ihr ihre im in ins ist kann
        kannst können könnt macht machen man mein meine meinen meiner mich mir mit muss müssen nach noch nun nur ob
        oder passiert regel regeln sein seine seinen sich sie sind so soll sollen und uns unser unter vom von vor wann
        war warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso wird wir wo
        wofür womit worum wurde zu zum zur über dürfen darf
    """,
    "en": """
        a about after all also am an and any are as at be because been before but by can cannot could did do does doing
        don for from get gets getting got had happen happened happens has have having he her here him his how i if in
        into is isn it its just let ll may me might mine must my of on or our ours please rule rules s shall she should
        so some t than that the their them then there these they this those to too us use very was we were what when
        where which while who whom whose why will with without work works would you your yours
    """,
    "es": """
        a al algo alguien algun algún alguna algunas algunos ante antes aquel aquí así aun aunque cada como cómo con
        cosa cual cuál cuáles cuando cuándo de del desde donde dónde e el él ella ellas ellos en entre era eran eres es
        esa ese eso esta está están estar estas este esto estos estoy fue ha haber había hace hacer hago han hasta hay
        he la las le les lo los me mi mis muy ni nos nosotros o os otra para pasa pasar pasó pero por porque pregunta
        pueda puede pueden puedo que qué quien quién quiénes regla reglas se sea ser si sobre son soy su sus también
        te tengo ti tiene tienen tienes tu tú tus u un una unas unos va voy y ya yo
    """,
    "fr": """
        a ai alors après as au aussi aux avant avec avez avoir avons c ça ce cela celui ces cet cette ceux chez ci
        comme comment d dans de des doit donc du elle elles en es est et étais était été être eu eux fait faire
        faut il ils j je l la là le les leur leurs lors lui m ma mais me même mes moi mon n ne nos notre nous on ont ou
        où par parce passe passer peut peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi
        règle règles s sa sans se sera ses si son sont sous suis sur t ta te tes toi ton tous tout toute tu un une va
        vais vers veut veux vos votre vous y
    """,
    "he": """
        אבל או אולי אותה אותו אותי אותך אותם אז איזה איזו אילו איך איפה אל אלה אם אנחנו אני אפשר את אתה אתם באיזה בשביל
        גם דבר הוא היא הם הן הזה הזאת הייתי היה היו היתה הייתה האם זאת זה זו חוק חוקים חייב חייבים יהיה יכול יכולה
        יכולים יש כאן כבר כדי כזה כך כל כמו כש כשאני לאן לה להם להיות לו לי לך לכם למה למי לנו לפי מאיפה מאיזה מה
        מותר מי מישהו ממה מתי נו נורא עד עושה עושים על עליו עם צריך צריכים קורה רוצה ש שאני שהוא של שלה שלהם שלו שלי שלך
        שלכם שלנו שם
    """,
    "it": """
        a abbiamo ad ai al alla alle allo anche ancora avere c che chi ci ciò col com come con cosa così cui d da dai
        dal dalla dalle dallo degli dei del della delle dello deve devo di dopo dove dov e è ed era essere fa faccio
        fai fare fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia mie miei mio ne nei
        nel nella nelle noi o per perché però più poi posso può possono puoi qual quale quali qualcosa qualcuno quando
          quel quella quelle questa queste questi questo qui regola regole s sarà se sei si sia siamo sono
        sta su sua succede sul sulla suo suoi te ti tra tu tua tue tuo un una uno va vado vi voi
    """,
    "nl": """
        aan al alle als alles ben bij dan dat de deze die dit doe doen doet door dus een en er gaan gaat ga gebeurt
        gebeurd geworden had hebben heb hebt heeft hem hen het hier hij hoe hun ik in is je jij jou jouw jullie kan
        kun kunnen kunt maar mag mogen me men met mij mijn moet moeten na naar nog nu of om omdat onder ons ook op over
        regel regels te tegen toch toen tot u uit van voor waar waarom wanneer want waren was wat we wel welk
        welke werd wie wij wil word worden wordt ze zelf zich zij zijn zo zou
    """,
    "pt": """
        a acontece acontecer agora aí algo alguém algum alguma antes ao aos aquela aquele aqui as até cada com como da
        das de dela dele deles depois do dos e é ela elas ele eles em então entre era essa esse esta está estão estar
        este estou eu faço faz fazer fica foi for há isso isto já la lhe mais mas me meu meus minha minhas muito na nas
        nem nos nós nossa nosso num numa o onde os ou outra para pela pelas pelo pelos pode podem posso por porque
        porquê pra qual quais qualquer quando que quê quem regra regras são se seja sem ser seu
        seus sobre sou sua suas também te tem têm tenho teu ti tu tua tudo um uma umas uns vai você vocês vou
    """,
    "ru": """
        а без более бы был была были было быть в вам вас ваш весь во вот все всё вы где для до его ее её если есть
        еще ещё же за зачем и из или им их к как какая какие какое какой какую когда ком кому которая который кто куда
        ли лучше меня мне можно мой моя мы на над надо нам нас наш него нее ней нельзя них ним но ну нужно о об он
        она они оно от откуда по под почему правила правило при про с свой свою себе себя со так такое такой
        там тебя то того тоже той только том ты у уж уже чего чем что чтобы чья чей эта эти это этот я будет буду
        делать делается можем могу может могут случится происходит
    """,
    "sv": """
        alla att av bli blir blev bort de dem den denna deras dess det detta dig din dina ditt du där då efter eller en
        er era ett finns från få får för gå går gör göra ha hade han har henne hennes hon honom hos hur här i in
        jag ju kan kunde kommer man med medan mellan men mig min mina mitt mot mycket måste ni nu när någon något några
        och också om oss på regel regler sa samt sedan ser sig sin sina själv ska skall skulle som så sådan till under
        upp ur ut utan vad var varför varje vem vems vi vid vilka vilken vilket vill var vår är över händer
    """,
}
"""By language; Brazil's Portuguese has the list of Portugal's."""
