"""English: who counts, how something is said of them, and what stands around it."""

from memory.safety.kinds import Kind
from memory.safety.own_words import HEADINGS
from memory.safety.patterns import words

PLAIN = {ord("’"): "'", ord("‘"): "'"}
RELATIVES = words(
    "wife husband partner spouse fiance fiancé fiancee fiancée girlfriend boyfriend daughter"
    " son "
    "child kid baby toddler newborn twins kids children mother mom mum mam mama mommy mummy "
    "father dad daddy papa parents brother sister sibling stepson stepdaughter stepmother "
    "stepfather grandmother grandma granny nan gran grandfather grandpa grandad granddad "
    "grandson granddaughter grandchild aunt auntie uncle niece nephew cousin mother_in_law "
    "father_in_law brother_in_law sister_in_law son_in_law daughter_in_law goddaughter godson "
    "boy girl eldest youngest oldest"
)
FRIENDS = words(
    "friend colleague coworker co_worker boss neighbour neighbor roommate flatmate housemate "
    "teammate student guest classmate buddy mate pal ex assistant au_pair nanny"
)
# Capitalised, but nobody's names.
NO_NAMES = words(
    "I I'm Everyone Everybody Someone Somebody Anyone Anybody Nobody People He She It This"
    " That "
    "These Those They We You Who What Which There Here Some Many Most All Every Each One Both "
    "Cats Dogs Kids Children Babies Patients Doctors Food Today Yesterday Tomorrow And But Or"
    " So "
    "If When While Because Since As The A An My Our Your His Her Their Its Also Now Not Never "
    "Always Remember Note Please Being Is Are Was Were Do Does Did Can Could Would Should Will "
    "Neither Either Hamlet Batman Superman Sherlock Heroes Men Women Adults Teenagers"
    " Superheroes "
    "Apparently Maybe Perhaps Unfortunately Sadly Luckily Actually Still Just Only Then Am"
    " Have "
    "Has Had How Why Where Whoever Whether Imagine Suppose Nearly Half About"
)

VOCABULARY = {
    "REL": RELATIVES,
    "FRIEND": FRIENDS,
    "NAME": rf"(?-i:\b(?!{NO_NAMES}\b)[A-Z][\w-]+(?: [A-Z][\w-]+)?)",
    "MY": r"\b(?:my|our)(?: (?!or\b|and\b|the\b)[\w-]+){0,3}? ",
    "RELATED": r"(?:<MY><REL>(?:,? <NAME>,?)?|<MY><FRIEND>,? <NAME>,?"
    r"|<NAME>, (?:my|our) (?:[\w-]+ )?(?:<REL>|<FRIEND>),?|<NAME>)",
    "SELF": r"\bi(?=m?\b)",
    "WHO": r"(?:(?P<who><SELF>|<RELATED>)|(?P<he>\b(?:he|she)\b))",
    "IS": r"(?:'m|’m|m(?= )| am|'s|'re| is| are|(?:'ve| have|'s| has) been"
    r"| (?:might|may|could|must) be| (?:seems?|appears?) to be| think i'm| (?:was|were) born)",
    "ADV": r"(?: (?:also|really|very|quite|still|actually|definitely|both|unfortunately|sadly"
    r"|now"
    r"|currently|just|extremely|highly|deathly|badly|so|pretty|mildly|slightly|violently"
    r"|terribly"
    r"|legally|completely|totally|partially|partly|clinically|chronically|known to be|a bit|a"
    r"|an|the|severely|seriously|strictly|strict|probably|possibly|maybe|already|super|horribly"
    r"|always|officially|almost|profoundly|registered|born|apparently|lifelong|incredibly"
    r"|dangerously|full-time|permanently|acutely|too|certainly|newly|recently|potentially"
    r"|practising|practicing|devout|observant|confirmed|ethical|life-threateningly))*",
    "BE": r"(?:<WHO><IS>|(?P<carried>(?:\band|,|&)(?: am| is)?))<ADV> ",
    "GOT": r"(?: have got| developed|'ve got| has got|'s got| have| has|'ve| got| suffers? from"
    r"| lives? with"
    r"|(?:'m| am|'s| is) living with| (?:was|were|got)(?: \w+)? diagnosed with"
    r"| had a diagnosis of"
    r"|(?:'ve| have|'s| has)(?: \w+)? (?:been )?(?:had|diagnosed with)| (?:was|were) born with"
    r"| (?:might|may|could|must|do|does) have| (?:seems?|appears?) to have| wears?| uses?"
    r"|(?:'m| am|'s| is)(?: \w+)? diagnosed with| struggles? with|(?:'m| am|'s| is) prone to"
    r"|(?:'m| am|'s| is) being treated for)",
    "DET": r"(?: (?!no |not |never |zero |any |to )(?:also|really|an?|the|some|this|my|her"
    r"|his|very"
    r"|severe|bad|serious|mild|known|slight|chronic|real|bit|of|still|both|early|late|stage"
    r"|stage"
    r"|two|three|one|rare|strong|nasty|type|1|2|i|ii|moderate|terrible|advanced|actually|acute"
    r"|recurrent|life-threatening|probably|possibly|currently|now|long-term|congenital|genetic"
    r"|frequent|regular|clinical|intense|extreme|debilitating|horrible|crippling|permanent|long"
    r"|major|postpartum|post-natal|inherited|complex|partial|total|tiny))*",
    "HAVE": r"(?:<WHO><GOT>|(?P<carried>\b(?:and|plus)(?: (?:have|has|got|with))?))<DET> ",
    "WHOSE": r"(?P<who>\bmy\b|<RELATED>'s?)",
    "TELLS": r"(?:thought|said|whispered|cried|murmured|replied|shouted|muttered|sighed|wrote"
    r"|told|answered|says|thinks|exclaimed|screamed|admitted|confessed)",
    "MUST_NOT": r"(?: can't| cannot| can not| must not| mustn't| may not| must never| can never"
    r"| should never| shouldn't| isn't allowed to|(?:'m| am|'s| is) not (?:allowed"
    r"|supposed) to)",
    "YOU_SAID": r"(?<!what )\byou(?:'ve|'d| have| had)?(?: (?:just|also|once|already|wrongly"
    r"|keep|kept"
    r"|always|even|clearly|actually|only|previously|earlier|recently|yourself))* (?:said|say"
    r"|saying|told (?:me|us)|tell (?:me|us)|wrote|write|writing|claim(?:ed|ing)?|mention(?:ed)?"
    r"|noted|stated|think|thought|insist(?:ed|ing)?|saved|stored|pointed out)\b",
    "REACTION": r"(?:(?:go(?:es)?|going) into (?:an )?(?:anaphyla\w+(?: shock)?|shock)"
    r"|(?:stops?"
    r"|can't"
    r"|cannot|can hardly) breath(?:e|ing)|(?:throat|airways?|tongue|lips?"
    r"|face) (?:\w+ )?(?:swells?"
    r"|closes?|shuts?)|swells? up|(?:breaks?|comes?) out in hives|(?:gets?|has"
    r"|have) (?:anaphyla\w+"
    r"|hives)|ends? up in (?:hospital|the er|the hospital|a&e|intensive care))",
    "CAUSE": r"\b(?<!\bhis )(?<!\bher )(?<!\bthis )(?<!\bthat )(?<!\byour )(?<!\bmy )"
    r"(?!(?:his|her|this|that|your|their|my|our|these"
    r"|those) )<NO_ALLERGEN>(?:[\w'-]+ ){0,2}?<NO_ALLERGEN>[\w-]+ (?:always |usually )?",
    "HARMS": r"(?!(?:my|more|any more|another|these|those|this|that|so|too|much) )<MEDICINES>"
    r"(?! (?:tonight|today|yet|with|before|until|on an))",
    "OBJECT": r"(?!not\b|no\b|nothing|none\b|what|which\?|anything\?)\S",
}

ASKS = (
    r"\W*(?:(?:and|but|so|or|hey|hi|ok|okay|well|also|then|um|wait|sorry)\b,? )*(?:am|is|are"
    r"|was"
    r"|were|do(?! not)|does(?! not)|did|have i|has|had|can(?!'t|not)|could|should|would|will"
    r"|what"
    r"|what's|whats|how|who|whom|why|when|where|which|whether|if(?! (?:any|some)thing"
    r" happens)|suppose|assuming|unless"
    r"|imagine"
    r"|even if|as if|in case|were)\b(?!n't)"
)
CLAUSE = (
    r";|\s[–—-]+\s|,?\s(?:but|because|cuz|cos|although|though|whereas|which|therefore|hence"
    r"|unless)\s"
    r"|,?\sso\s(?=(?:i|i'm|please|can|could|what|is|are|do|does|we|you|no|don't|that|it|my|he"
    r"|she"
    r"|they|never|where|how|avoid|make|keep)\b)|\ssince\s(?=(?:i|i'm|my|he|she|we)\b)"
    r"|,?\s(?:if|in case)\s(?=(?:you|that|it|i)\b)|,?\splease\s"
    r"|[,:]\s(?:and\s|so\s|then\s)?(?=(?:i|i'm|im|i've|you|we|he|she|they|it"
    r"|my\b(?! (?:[\w-]+ )?[\w-]+, )|our|can|could"
    r"|do|does"
    r"|is|are|am|what|which|how|please|should|would|will|who|where|when|why|that|if|don't|not"
    r"|never|no|any|just|remember|he's|she's|it's|we're|let's|also|right|correct|got|"
    r"whereas|there|recommend|suggest|make|keep|avoid|find|hence|thanks|the|i'll|i'd)\b"
    r"(?! (?:is|and)"
    r" my))"
    r"|,?\sand\s(?=(?:i|i'm|i've|he|he's|she|she's|you|we|they|it|my|what|how|can|please"
    r"|could)\b)"
)
TAG = (
    r"[,.]?\s(?:right|correct|yes|yeah|no|huh|eh|(?:is|are|am|does|do|have|has)n?'?t? ?(?:i"
    r"|he|she|it)"
    r"(?: not)?)\s*\?\s*$|\b(?:wonder|wondering|not sure|unsure|no idea|don't know|find out"
    r"|check|ask"
    r"|asked|asking) (?:if|whether)\b"
)
DENIES = (
    r"\b(?:don't|doesn't|didn't|do not|does not|never|not|hardly|can't) (?:think|believe|say"
    r"|said|mean"
    r"|know|saying|claim|feel|suppose|tell people)\b|\bnot (?:that|because|as if|like|saying)\b"
    r"|\b(?:doubt|whether|if(?! (?:any|some)thing happens)|unless|deny|denies|denied"
    r"|lied?|lying|pretend\w*|as though"
    r"|wrongly|wish"
    r"|imagine|suppose|supposing|assuming|assume|accus\w+|fake[ds]?|faking|mistaken|false"
    r"|untrue|myth"
    r"|excuse|joke[ds]?|joking|convinced|hope|hoping|afraid that|worried|worry|worries"
    r"|scared that"
    r"|rumou?rs?|almost as|used to|until|when|whenever|before|would|nobody|no one|neither"
    r"|wasn't"
    r"|isn't|aren't|people (?:who|with)|anyone|those|example|e\.g|say i'm not|feel like"
    r"|feels like"
    r"|as a (?:child|kid|baby))\b"
    r"|\b(?:he|she|they|someone|somebody|<RELATED>|the \w+|a \w+) (?:said|wrote|texted|says"
    r"|replied"
    r"|answered|shouted|posted|asked|goes|tweeted|told me|whispered|was like)\s*[:,]"
    rf"|^\W*(?-i:(?!{HEADINGS})[A-Z]\w+(?: [A-Z]\w+)?):"
    r"|\b(?:friend of a friend|(?:everyone|everybody|people|they|you) (?:thinks?|thought"
    r"|believes?)"
    r"|friend of a friend)\b"
    # What the agent said of the person is no word of the person's; "you told me to…" is.
    r"|<YOU_SAID>(?!.*\b(?:you|to|about)\b)|\bin your (?:\w+ )?(?:answer|summary|notes?|memory"
    r"|reply|message|list)\b|\byour (?:\w+ ){0,2}(?:says?|said|states?|stated|claims?|claimed"
    r"|reads?|lists?|listed|mentions?|mentioned|shows?|suggests?|told me)\b"
    r"|\b(?:(?:the|this|that) (?:\w+ )?(?:assistant|chatbot|bot|agent|ai|model|app)|siri|alexa"
    r"|chatgpt) (?:\w+ )?(?:says?|said|claims?|claimed|told me|thinks?|thought|wrote|states?)\b"
)
REPORTED = (
    r"(?:<YOU_SAID>(?: (?:that|earlier|before|yesterday|once|so|this|it|just now|last \w+))*"
    r"|\bin your (?:\w+ )?(?:words|answer|summary|notes?|reply|message))\s*[,:]\s*$"
)
_NUMBER = (
    r"(?:, (?:who is |who's )?(?:my"
    r"|our) [\w' -]{2,30})?[\s,.;:()–—-]{0,6}(?:and )?(?:please )?(?:here(?:'s"
    r"| is) )?(?:(?:(?:(?:you can )?"
    r"(?:reach|call|ring|phone|text|contact) (?:him|her|them)|(?:he|she|they)(?:'s| is|'re"
    r"| are)"
    r"(?: reachable)?) (?:on|at|under)|(?:his|her|their|the|whose)?\s*(?:(?:phone|mobile|cell"
    r"|telephone|contact|home|work) ?){0,2}(?:phone|mobile|cell|tel|telephone|number|no"
    r"|ph)\b\.?"
    r"(?:'s| is)?)[\s:]*)?\+?\(?\d[\d ()/.-]{4,}\d"
)
FURTHER = {
    Kind.ALLERGY: r"[\s,.;:–—-]{0,6}(?:(?:and|or|because|since|as|otherwise) )?(?:(?:i|he|she"
    r"|they|it)"
    r"(?:'ll| will| would| could)?|my|his|her|their) (?:(?:always|immediately|just|then"
    r"|instantly"
    r"|even) )?<REACTION>|,? (?:if|when|whenever|after) (?:i|he|she|they) (?:eats?|have|has"
    r"|drinks?"
    r"|touch(?:es)?|takes?|gets?|smells?|inhales?) [\w ]{2,40}",
    Kind.BLOOD_TYPE: r"[\s,;.(]{0,6}(?:and )?(?:(?:i'm|i am|it's|which is|she's"
    r"|he's) )?rh(?:esus)?"
    r"(?: factor)?[- :]*(?:is )?(?:positive|negative|pos|neg|\+|-)(?!\w)",
    Kind.EMERGENCY_CONTACT: _NUMBER,
    Kind.DOCTOR: _NUMBER,
}
UNREAL = (
    r"\b(?:in|from|of|for|about) (?:the|this|that|a|an|my|some|your|his|her) (?:\w+ ){0,2}?"
    r"(?:films?"
    r"|movies?|novels?|books?|games?|story|stories|shows?|episodes?|series|dreams?|nightmare"
    r"|play|song"
    r"|scene|sketch|comics?|sitcom|musical|drama|manga|anime|script|poem|campaign|article"
    r"|podcast"
    r"|essay|ad|advert|commercial|documentary|lyrics?|joke)\b"
    r"|\b(?:characters?|protagonist|the hero|heroine|villain|fiction(?:al)?|the plot|sitcom"
    r"|role-?play\w*"
    r"|hypothetical\w*|pretend\w*|imagine[ds]?|imagining|suppose|supposing|let's say"
    r"|say i were|thought"
    r" experiment|i (?:dreamt|dreamed|had a dream)|dreamt|dreamed|translate[ds]?|translation"
    r"|how do you"
    r" say|headline|tweet(?:ed)?|lyrics|sings|sang|the actor|actress|plays a|played a"
    r"|the author|the"
    r" narrator|quiz|exam question|test sentence|example sentence|parody|meme|fan ?fic\w*)\b"
    r"|\b(?:write|draft|compose|make up|invent|tell|generate) (?:me |us )?(?:a|an|some|the"
    r"|another)\b"
    r"|\b(?:as if|as though|according to|it says|some people|many people|people who|those who"
    r"|anyone who"
    r"|(?:a|an|one|the|another|this) (?:\w+ )?(?:patient|client|customer|speaker|woman|man"
    r"|student)"
    r" (?:says?|said|states?|stated|tells|reports?|claims?)"
    r"|(?:novel|story|poem|song|film|movie|play|screenplay|book)(?:'s (?:\w+ )?(?:narrator|hero"
    r"|heroine|author)| (?:begins?|starts?|opens?|goes|says|reads))"
    r"|(?:first|last|opening|final|closing) (?:line|sentence|verse|paragraph|words?) of"
    r"|someone who|if someone|if somebody|if anyone|if i (?:were|was|had|get|got|become)"
    r"|would be if"
    r"|what if|the article|a study|studies|researchers?|the news|wikipedia|i (?:read|saw"
    r"|heard) (?:that"
    r" |about )?(?:people|some|somebody|someone|a man|a woman|a guy|the))\b"
)
STAGED = (
    r"\b(?:role-?play|let's (?:play|pretend|imagine)|pretend (?:that |to |you|i|we)"
    r"|write (?:me )?(?:a|an|the"
    r"|another) (?:\w+ ){0,3}(?:story|poem|dialogue|scene|script|song|novel|monologue|sketch"
    r"|letter|essay"
    r"|play|text)|(?:translate|proofread|correct|rephrase|paraphrase|summari[sz]e|edit"
    r"|rewrite) (?:this"
    r"|the following|it|these|that|my (?:text|sentence|homework|essay))[^\n]*?:|(?:here's"
    r"|here is|this is)"
    r" (?:an|the|a|my) (?:article|excerpt|extract|text|story|scene|draft|poem|chapter"
    r"|transcript|email from"
    r"|message from|post)|imagine (?:that |you|i|we|this|a )|dungeons (?:and|&) dragons"
    r"|my character"
    r"|the following (?:is|text|story)|(?:he|she|they) (?:wrote|said|posted)\s*:\s*\n"
    r"|hypothetically)\b"
    r"|(?:^|\n)\W*(?:chapter|act|scene|prologue|epilogue|verse|chorus|stanza|episode)"
    r"(?: (?:\d+|[ivxl]+|one|two|three|four|five|six|seven|eight|nine|ten))?\W*[\n:]"
    r"|\b(?:novel|story|poem|song|film|movie|play|book|chapter|screenplay|script|monologue"
    r"|musical"
    r"|memoir|tale|narrator|protagonist|diary)(?:'s [\w ]{1,20}| of [\w ]{1,20})?"
    r" (?:begins?|starts?|opens?|goes|ends?"
    r"|says|reads|continues)(?: [\w ]{1,16})?\s*:"
    r"|\bfor (?:my|the|an?|our|your) (?:[\w-]+ ){0,2}(?:exam|class|homework|quiz|course|seminar"
    r"|assignment|dictation|lesson)\s*:"
    r"|\b(?:(?:sample|example|practi[cs]e|mock|imaginary|fictional|made-up) (?:dialogue|dialog"
    r"|conversation|sentence|text|case|patient|letter|consultation)|case (?:study|vignette))\b"
    r"[^\n:]{0,40}:"
)
JOKING = (
    r"\b(?:but (?:i'm|i am|she's|he's) not$|but (?:i'm|i am|she's|he's) not\b|just kidding"
    r"|kidding|j/k|jk|lol|haha+|just joking|joking|metaphorically"
    r"|figuratively|so to speak"
    r"|not really|isn't true|is not true|wasn't true|used to think|is a lie|in the (?:film"
    r"|movie|book|novel"
    r"|game|play|story|series|show)|in (?:a|my|the) dream)\b|😂|🤣|😜|/s$"
    r"|, (?:or so |as |like |at least )?<YOU_SAID>(?: \w+){0,2}\W*$"
    r"|, (?:(?:he|she|they|the (?!doctor|nurse|gp\b|allergist|test|hospital|clinic)\w+)"
    r" (?:\w+ly )?<TELLS>(?: \w+){0,2}\W*$|<TELLS> (?:the|an?|my|he|she"
    r"|<NAME>)\b)"
)
SUPPOSES = (
    r"\b(?:think|might|maybe|may|probably|possibly|suspects?|suspected|could be|perhaps"
    r"|seems?|seem to"
    r"|appears?|guess|apparently|potentially|not certain|could have|likely|i believe"
    r"|presumably|almost"
    r" sure|thinks|not 100|a feeling)\b"
)
REVOKES = (
    r"(?P<who><SELF>|<WHOSE> \w+|<RELATED>|\b(?:it|test|tests|allergist|doctor)\b)(?:'m|'s"
    r"|'ve|'re)?"
    r"(?: [\w']+){0,8}? (?:no longer\b|(?:not|\w+n't"
    r"|never)\b(?=.{1,80}\b(?:any ?more\b(?! \w{3,}s\b)"
    r"|any longer|after all)"
    r"\b)|turn(?:s|ed) out[^,]{0,20} (?:not|never|\w+n't)\b|showed (?:that )?(?:i'm|i am"
    r"|she's|he's|she is"
    r"|he is)(?: actually)? not\b|(?:stopped taking|came off|has outgrown|have outgrown"
    r"|outgrew)\b"
    r"|(?:is|has|are)(?: completely| finally)? (?:gone|cured|healed|disappeared)\b)"
)
SUBJECT = (
    r"(?:<SELF>|<RELATED>|\b(?:he|she|they|people|someone|who|you|we|it|everyone|the \w+"
    r"|a \w+|this"
    r"|that)\b)(?=<IS>| have\b| has\b|'ve| take| takes| suffer| keep| eat| use| wear| got"
    r"| live)"
)
PERSON = r"(?:<SELF>|<RELATED>)"
HIMSELF = r"(?:he|she)(?:'s)?"
MYSELF = r"i|my|me"
