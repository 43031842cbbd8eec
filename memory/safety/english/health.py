"""English: what states something of a body. Only what holds now matches."""

from memory.safety.kinds import Kind
from memory.safety.patterns import Rules

RULES: Rules = {
    Kind.ALLERGY: (
        r"allerg|anaphyla|epipen|\bhives\b|hay ?fever|shock|throat|swell"
        r"|n(?:'t|ot|ever) (?:have|eat|touch|go near|be near|drink|be given|allowed)",
        r"""
        1.0 <BE>allergic to <NO_ALLERGEN><OBJECT>
        1.0 <HAVE>(?!no |never |any |not )(?:(?!no |any |about )[\w'-]+,? ){0,5}allerg
            (?:y|ies)\b(?! test)(?:(?! to )| to <NO_ALLERGEN>)
        1.0 <HAVE>(?:[\w-]+ )?hay ?fever
        0.8 <WHOSE> (?!boss|ex\b)(?:[\w-]+ ){1,4}allergy\b(?! (?:is|has) (?:gone
            |over)| test)
        0.8 \b(?P<who>my) allergy to <NO_ALLERGEN><OBJECT>
        0.9 ^\W*(?:known )?allergies\s*:\s*(?!no|n/a|-|unknown)\w
        1.0 <WHO> (?:always )?(?:carry|carries|need|needs)(?: to carry)?(?: around)? an? ep
            i-?pen
        1.0 <WHO> (?:go(?:es)? into|gets?|had|ha(?:ve|s) had) (?:ana\w+(?: shock)?|hives|shock)
            [ ](?:from|if|when|after)
        1.0 <WHO> go(?:es)? into (?:an )?(?:ana\w+ |allergic )?shock\W*$(?P<further>)
        0.9 <WHO>(?:'ve| have| has)?(?: once| already)? had an? (?:[\w-]+ )?(?:anaphylactic
            |allergic) (?:reaction|shock) to <NO_ALLERGEN><OBJECT>
        1.0 <CAUSE>(?:gives?|makes?) (?P<who>me|<RELATED>) (?:break out in )?hives
        1.0 <CAUSE>(?:gives?|gave|causes?) (?P<who>me|<RELATED>) (?:an? |severe |bad |te
            rrible )*
            (?:anaphyla\w+|allergic (?:shock|reactions?))
        1.0 <CAUSE>(?:sends?|puts?|sent|throws?) (?P<who>me|<RELATED>) (?:straight |right )?into
            [ ](?:an )?(?:ana\w+|allergic shock|shock\b)
        1.0 <CAUSE>makes? (?P<who>\bmy\b|<RELATED>'s?) (?:throat|tongue|lips|face|airways)
            [ ](?:swell|close)
        1.0 <WHO><MUST_NOT> (?:have|eat|touch|go near|be near|drink|be given)(?: any)? <OBJECT>
            (?:[\w' ,-]{1,60}?(?:,| (?:or|as|otherwise|without)) [\w' ]{0,20}?<REACTION>
            |[^;]*$(?P<further>))
        1.0 <WHOSE> (?:throat|tongue|lips|face|airways) (?:swells?|closes?
            |shuts?)(?: up)?(?: (?:if
            |when|whenever|from|after) |\W*$(?P<further>))
        0.9 (?P<alone>)^\W*(?:(?:very|severely|highly|deathly|badly|seriously|extremely|super
            |also|mildly) )*allergic to <NO_ALLERGEN><OBJECT>
        0.8 (?P<alone>)^\W*(?:(?:severe|bad|mild|known) )*(?!no\b|any\b|an?\b|the\b|food\b
            |what|which|allergy)<NO_ALLERGEN>[\w-]+(?: [\w-]+)? allergy\W*$
        1.0 <WHO> (?:break|breaks|come|comes) out in hives (?:from|if|when
            |after)
        """,
    ),
    Kind.INTOLERANCE: (
        r"intoleran|tolerate|digest|sensitive to",
        r"""
        1.0 <BE>(?!in)[\w-]+[- ]intolerant
        1.0 <BE>intolerant (?:to|of) (?!people|fools|noise|stupid|nonsense
            |lies)<OBJECT>
        1.0 <HAVE>(?:(?!no )[\w-]+ ){0,2}intolerance
        1.0 <WHO> (?:can't|cannot|can not|don't|doesn't) (?:tolerate|digest) (?:lactose
            |dairy|milk|gluten|fructose|cream|onions?|garlic|wheat|cheese
            |eggs|histamine|sorbitol)
        1.0 <BE>sensitive to (?:gluten|lactose|dairy|milk|caffeine|histamine
            |msg|sulph?fites|sulfites|fructose|wheat|aspartame)
        0.8 <WHOSE> (?:[\w-]+ )?intolerance\b(?! (?:is|has) (?:gone|over)
            | of)
        0.9 (?P<alone>)^\W*(?:lactose|gluten|fructose|histamine|dairy)[- ]intolerant\W*$
        """,
    ),
    Kind.MEDICATION: (
        r"\b(?:take|takes|taking|on|use|uses|using|inject|injects|prescribed"
        r"|need|needs|medications?|depend|depends|given|allowed|(?:cannot|can't) have)\b",
        r"""
        1.0 <WHO>(?:'m| am|'s| is)?(?: (?:also|have to|has to|need to|needs to
            |must|currently|still|now))* (?:take|takes|taking|on|using|use
            |uses|injecting|inject|injects|prescribed|dependent on|depend on
            |depends on)(?: (?:my|her|his|daily|a|an|the|low-dose|long-term
            |strong|regular|two|three|some|oral|prescription))* <MEDICINES>(?! (?:committee
            |market|research|industry|prices?|company|companies))
        1.0 <WHO>(?:'ve| have|'s| has| was)(?: been)? (?:on|taking|prescribed
            |put on)(?: (?:a|an|daily|the))* <MEDICINES>
        1.0 <WHO><MUST_NOT> (?:take|have|use|be given|be put on)(?: any| the)? <HARMS>
        1.0 \b(?:told|advised|warned) (?P<who>me|<RELATED>) (?:never|not) to (?:take|have|use)
            (?: any)? <HARMS>
        1.0 <WHO>(?: was|'ve been| have been| has been) (?:told|advised|warned) (?:never|not) to
            [ ](?:take|have|use)(?: any)? <HARMS>
        1.0 <WHO> needs? (?:my |her |his |daily )?(?:insulin|medication|heparin
            |blood thinners|injections)
        1.0 (?P<carried>\b(?:and|,)(?: am| is| i'm)? (?:on|take|takes|taking)) <MEDICINES>
        0.9 ^\W*(?:current )?medications?\s*:\s*(?!no|n/a|-|unknown)\w
        """,
    ),
    Kind.CONDITION: (
        r"diabet|epilep|asthma|<CONDITIONS>\b|haemophil|hemophil|immuno"
        r"|hypertensive|an[a]?emic|hiv|narcolep|heart",
        r"""
        1.0 <BE>(?:type[- ](?:1|2|one|two|i|ii) |insulin-dependent )?(?:diabetic
            |epileptic|asthmatic|ha?emophiliac|hypertensive|immunocompromised
            |immunosuppressed|immunodeficient|ana?emic|hiv[- ]positive|narcoleptic
            |pre-?diabetic)\b(?! (?:food|recipe|reaction))
        1.0 <HAVE>(?:(?!no |never |not )[\w-]+ ){0,2}?<CONDITIONS>\b(?! (?:patients?
            |research|class|lecture|book|friend|doctor|exam|specialist|walk
            |charity))
        0.9 \bas an? (?:type[- ][12] )?(?:diabetic|asthmatic|epileptic|ha?emophiliac)\b
            (?P<who>)
        0.9 (?P<alone>)^\W*(?:type[- ](?:1|2|one|two) )?(?:diabetic|epileptic|asthmatic
            |ha?emophiliac)\W*$
        0.8 <WHOSE> (?:diabetes|epilepsy|asthma|high blood pressure|crohn's
            |heart condition|lupus|arthritis|copd|parkinson's)\b(?! (?:is
            |has) (?:gone|over|cured)| nurse)
        """,
    ),
    Kind.BLOOD_TYPE: (
        r"blood (?:type|group)|rh(?:esus)?[- ]|\b(?:o|a|b|ab)[- ]?(?:\+"
        r"|positive|negative|neg|pos)",
        r"""
        1.0 <WHOSE> blood (?:type|group)(?:'s| is|:) (?:rh(?:esus)? )?(?:type )?
            (?:a|b|ab|o|0|rh)\b
        1.0 <BE>(?:blood (?:type|group) )?(?:a|b|ab|o)[- ]?(?:\+|-(?=\W|$)
            |positive|negative|neg|pos)(?!\w)
        1.0 <BE>blood (?:type|group) (?:a|b|ab|o)\b
        1.0 <HAVE>blood (?:type|group) (?:a|b|ab|o)\b
        1.0 <HAVE>(?:a|b|ab|o) (?:positive|negative|\+) blood
        1.0 <BE>rh(?:esus)?[- ]?(?:negative|positive)
        0.9 ^\W*blood (?:type|group)\s*:\s*(?:a|b|ab|o|0)\b
        """,
    ),
    Kind.IMPLANT: (
        r"<IMPLANTS>\b",
        r"""
        1.0 <HAVE>(?:(?!no |never |not )[\w-]+ ){0,2}?<IMPLANTS>\b
        1.0 <WHO> (?:got|had)(?: an?| my| his| her)? (?:new )?<IMPLANTS> (?:implanted
            |fitted|put in|last|in (?:19|20))
        0.8 <WHOSE> <IMPLANTS>\b
        1.0 \bthere(?:'s| is| are) (?:a |an |two |some )?<IMPLANTS> in (?P<who>my)\b
        """,
    ),
    Kind.PREGNANCY: (
        r"pregnan|expecting|breast-?feeding|due date|\bdue in\b",
        r"""
        1.0 <BE>(?:(?!not |never )[\w-]+ (?:weeks?|months?) )?pregnant\b(?! with (?:idea
            |mean|possib))
        1.0 <BE>expecting (?:a (?:baby|child|girl|boy|little)|twins|our|my
            |her|triplets)
        1.0 <BE>breast-?feeding
        0.9 <WHOSE> due date is\b
        0.9 \bas a pregnant (?:woman|person)\b(?P<who>)
        0.8 <WHOSE> pregnancy (?:is|has been)\b(?! over)
        """,
    ),
    Kind.DISABILITY: (
        r"blind|deaf|hearing|impaired|sighted|plegic|paraly|wheelchair"
        r"|disab|autis|dyslex|mute\b|amputee|prosthe|crutch|cane\b"
        r"|guide dog|lost (?:my|his|her)|down syndrome|cerebral palsy"
        r"|adhd|non-verbal",
        r"""
        1.0 <BE><DISABLED>
        1.0 <HAVE>(?:hearing aids?|(?:hearing|visual) (?:loss|impairment)
            |cerebral palsy|down(?:'s)? syndrome|autism|dyslexia|adhd|tunnel vision
            |prosthe\w+ (?:leg|arm|hand|foot)|guide dog|an? disability|(?:[\w-]+ )?disabili
            ty|wheelchair|colou?r[- ]blindness|only one (?:arm|leg|eye|hand))
        1.0 <WHO> (?:use|uses|need|needs|walk with|walks with|walk on|rely on
            |relies on)(?: to use)? (?:a|an|my|his|her)? ?(?:electric |white )?
            (?:wheelchair|guide dog|walker|white cane|cane|crutches|walking frame
            |hearing aids?|rollator)
        1.0 <WHO> lost (?:my|his|her|a) (?:\w+ )?(?:leg|arm|hand|foot|sight
            |hearing|eyesight|eye)\b(?! (?:rate|bags?))
        """,
    ),
}
