"""English: what states whom to call, what to avoid, what is wanted."""

from memory.safety.kinds import Kind
from memory.safety.patterns import Rules

RULES: Rules = {
    Kind.EMERGENCY_CONTACT: (
        r"emergency|next of kin|anything happens|something happens",
        r"""
        1.0 \bif (?:any|some)thing happens to (?P<who>me),? (?:please )?(?:call|contact|ring) \w
        1.0 <WHOSE> (?:\w+ )?(?:emergency contact|next of kin)(?:'s| is|:
            | would be) (?!not|no |un)\w
        1.0 (?P<who><NAME>|<RELATED>)(?:'s| is)(?: also)? (?:my|our) (?:emergency contact
            |next of kin)
        1.0 \bin (?:an |case of (?:an )?)?emergency,? (?:please |always )?(?:call
            |contact|phone|ring|notify|text|reach) (?!911|112|999|the |an )(?P<who>)\w
        1.0 \b(?P<who>our) emergency contact(?:'s| is|:) (?!not|no |un)\w
        0.9 ^\W*emergency contact(?:'s| is) (?:my |(?-i:[A-Z]))
        0.9 ^\W*(?:my )?emergency contact(?: is)?\s*[:=-]\s*(?!no|n/a|unknown)\w
        1.0 (?:call|contact|phone|ring) (?P<who><RELATED>)(?: at [\d +-]+)? (?:if (?:anythi
            ng|something) happens to me|in an emergency|in case of emergency)
        """,
    ),
    Kind.DOCTOR: (
        r"<SPECIALISTS>",
        r"""
        1.0 <WHOSE> (?!favou?rite )(?:[\w-]+ )?<SPECIALISTS>(?:'s name)?(?:'s| is)(?: called
            | named)? (?-i:(?:Dr|Prof)\b|[A-Z]\w)
        1.0 (?-i:\bDr\.? [A-Z]\w+|<NAME>)(?:'s| is)(?: also)? (?P<who>my|our
            |<RELATED>'s) (?:[\w-]+ )?<SPECIALISTS>
        1.0 (?-i:\bDr\.? [A-Z]\w+),? (?P<who>my|our) <SPECIALISTS>
        0.9 <WHOSE> (?:[\w-]+ )?<SPECIALISTS>,? Dr\.? (?-i:[A-Z])
        1.0 <WHO>(?:'m| am|'s| is) (?:a patient of|seeing|under the care of
            |treated by) (?:my \w+,? )?Dr\.? (?-i:[A-Z])
        0.9 ^\W*(?:my )?(?:gp|doctor|family doctor)\s*:\s*(?!no|n/a)\w
        """,
    ),
    Kind.INSURANCE: (
        r"insur",
        r"""
        1.0 <BE>(?:privately |publicly )?insured (?:with|by|through|at) (?-i:[A-Z])
        1.0 <WHOSE> (?:\w+ )?(?:insurance|insurer)(?: (?:number|policy|company
            |policy number|provider|card number|plan))?(?:'s| is|:)(?: with
            | number| called)? (?-i:[A-Z0-9]|the [A-Z])
        1.0 <HAVE>(?:private |public |travel |health |my )*insurance (?:with
            |through|from|at) \w
        0.9 ^\W*(?:health )?insurance(?: number)?\s*:\s*(?!no|n/a)\w
        """,
    ),
    Kind.DIET: (
        r"vegan|vegetarian|c(?:o)?eliac|pescatarian|halal|kosher|pork"
        r"|beef|gluten|meat|keto|sodium|salt|sugar|fodmap|jain|ramadan"
        r"|shellfish|grapefruit|gelatin",
        r"""
        1.0 \b(?P<who>we) (?:only )?(?:keep|eat) (?:halal|kosher|vegan|vegetarian)
        1.0 <WHO> never eats? (?:any )?(?:meat|pork|beef|gluten|shellfish)
        1.0 <BE>(?:vegan|vegetarian|c(?:o)?eliac|pescatarian)\b(?! (?:food
            |restaurant|recipe|leather|curious))
        1.0 <HAVE>c(?:o)?eliac
        1.0 <WHO>(?: (?:only|strictly|always|also|both))* (?:keeps?|eats?
            |follows?|observes?)(?: (?:only|a|an|strictly|strict))* (?:halal
            |kosher|vegan|vegetarian|gluten[- ]free|low[- ](?:sodium|salt
            |fodmap))
        1.0 <WHO> (?:don't|do not|doesn't|does not|never|can't|cannot|mustn't
            |must not|am not allowed to|may not|'m not allowed to|'s not allowed to)
            (?: ever)?(?: eat| have| touch| consume)(?: any)? (?:pork|beef
            |gluten|meat|shellfish|sugar|salt|grapefruit|gelatine?|dairy)\b(?! (?:tonight
            |today|on |this|for dinner|often|much|every))
        1.0 <BE>on an? (?:strict |medical )*(?:gluten[- ]free|keto\w*|low[- ]\w+
            |salt[- ]free|dairy[- ]free|fodmap|renal|diabetic|sugar-free) diet
        0.8 <WHOSE> c(?:o)?eliac disease
        0.9 \bas an? (?:vegan|vegetarian|c(?:o)?eliac)\b(?P<who>)
        """,
    ),
    Kind.PHOBIA: (
        r"phobi|terrified|afraid|scared|trigger|fear of|panic",
        r"""
        1.0 <BE>(?:claustro|arachno|agora|aero|emeto|trypano|acro|cyno|hemo
            |trypo|aqua)phobic
        1.0 <HAVE>(?:[\w-]+ )?phobia (?:of|about) (?!losing|missing|being late)<OBJECT>
        1.0 <HAVE>(?!home|xeno|trans|islamo)\w+phobia\b
        1.0 <BE>(?:terrified|afraid|scared|frightened|petrified|mortally afraid) (?:to deat
            h )?of <FEARED>\b
        1.0 <HAVE>(?:[\w-]+ )?fear of <FEARED>\b
        1.0 <WHO>(?: \w+)? gets? panic attacks?\b(?! (?:about|over))
        1.0 <HAVE>panic attacks?\b(?! (?:about|over|yesterday|last))
        1.0 \b[\w-]+ (?:triggers?|sets? off) (?P<who>my|me|<RELATED>(?:'s)?)(?: (?:ptsd
            |panic attacks?|anxiety|flashbacks|trauma|seizures|migraines|asthma)
            |\W*$)
        """,
    ),
    Kind.SUBSTANCE: (
        r"alcohol|addict|sober|recovery|teetotal|\baa\b|\bclean\b|relapse"
        r"|drink|\bna meetings",
        r"""
        1.0 <BE>(?:recovering |dry |former )?(?:alcoholic|(?:drug |heroin |gambling )?addic
            t)\b(?! (?:to|beverage|drink))
        1.0 <BE>(?:[\w-]+ (?:years?|months?|days?|weeks?) )(?:sober|clean)\b
        1.0 <BE>(?:sober|clean) (?:since|for|from)\b
        1.0 <BE>in recovery\b(?! (?:mode|from (?:surgery|the)))
        1.0 <BE>addicted to <DRUGS>\b
        1.0 <BE>teetotal
        0.9 <WHO> (?:don't|do not|doesn't|never|can't|must not|mustn't) (?:drink
            |touch) (?:any )?alcohol\b(?! (?:tonight|today|on |this|often
            |much|during the week))
        1.0 <WHO> (?:go|goes|attend|attends) (?:to )?(?-i:AA|NA)\b
        1.0 \b(?:never|don't|do not) (?:ever )?(?:offer|suggest|give|serve
            |recommend) (?P<who>me|<RELATED>) (?:any )?(?:alcohol|drinks?
            |wine|beer)
        """,
    ),
    Kind.MENTAL_HEALTH: (
        r"suicid|kill(?:ing)? myself|end(?:ing)? (?:my|it all|her|his)|self-?harm|bipolar"
        r"|schizo|<MENTAL>\b|anorex|bulim|depressed|hurt(?:ing)? myself"
        r"|cut myself|want to live|be alive|want to die|psychosis",
        r"""
        1.0 <BE>(?:feeling |having )?suicidal\b
        1.0 <BE>having (?:suicidal thoughts|thoughts of suicide)
        1.0 <WHO>(?: (?:really|just|often|sometimes|keep|keeps|only))* (?:want to
            |wanna|thinking about|feel like|think about|thinking of) (?:kill(?:ing)? (?:mys
            elf|herself|himself)|end(?:ing)? (?:my life|it all|her life|his life)
            |hurt(?:ing)? myself|die(?! of| laughing| in))\b
        1.0 <WHO>(?:'m| am|'ve been| have been) (?:thinking about|thinking of
            |going to) (?:kill(?:ing)? myself
            |end(?:ing)? my life|suicide|hurt(?:ing)? myself)
        1.0 <WHO> (?:don't|do not) want to (?:live|be alive)(?: any ?more)?\b(?! (?:in
            |here|with|on|at|near|like))
        1.0 <WHO> (?:self-?harms?|attempted suicide|tried to (?:kill myself
            |take my (?:own )?life))
        1.0 <BE>(?:clinically depressed|bipolar|schizophrenic|anorexic|bulimic
            |severely depressed)
        1.0 <HAVE><MENTAL>\b(?! (?:about|over|era))
        """,
    ),
    Kind.PROTECTION: (
        r"restraining|stalk|my address|where (?:i|we|she|he) (?:live"
        r"|work|am)|location|whereabouts|witness|protective order|my (?:phone )?numb"
        r"er|no-contact|violent|abusive",
        r"""
        1.0 <HAVE>(?:restraining order|protective order|no-contact order|protection order)
        1.0 \b(?:never|don't|do not|please don't) (?:ever )?(?:tell|give|show
            |share|reveal|send|let) (?:[\w']+ ){1,4}?<SECRETS>(?P<who>)\b
        1.0 \b(?:never|don't|do not) (?:ever )?(?:tell|give|show|share|reveal
            |send) <SECRETS> (?:to|with) (?P<who>)\w
        1.0 (?P<who><RELATED>|\bmy [\w-]+)(?:'s| is| has been) stalking me
        1.0 <BE>being stalked
        1.0 <WHO>(?:'ve| have) an? (?:violent )?stalker
        1.0 (?P<who><RELATED>|\bmy [\w-]+) (?:must not|must never|mustn't
            |can't|may not|should never|cannot) (?:know|find out|learn|get) <SECRETS>
        1.0 <HAVE>(?:violent )?stalker
        1.0 <BE>in witness protection
        """,
    ),
    Kind.DIRECTIVE: (
        r"\bdnr\b|resuscitat|living will|advance directive|organ donor"
        r"|transfusion|health care proxy|healthcare proxy|power of attorney"
        r"|life support",
        r"""
        1.0 <HAVE>(?:(?!no )[\w-]+ ){0,2}(?:dnr|do[- ]not[- ]resuscitate(?: order)?
            |living will|advance (?:healthcare )?directive|medical power of attorney
            |organ donor card)
        1.0 <WHO> (?:don't|do not|doesn't) want (?:to be|any|me) (?:resuscitat\w+
            |life support|kept alive|put on life support|blood transfusions?)
        1.0 <BE>(?:an )?organ donor
        1.0 <WHO> (?:refuse|refuses|can't accept|don't accept|won't accept
            |cannot accept|do not accept|never accept)(?: any)? (?:blood )?transfusions?
        1.0 (?P<who><NAME>|<RELATED>) (?:is|has|holds) (?:my )?(?:medical |health ?care )?
            (?:power of attorney|proxy)\b
        0.9 <WHOSE> (?:living will|advance directive) (?:is|says|lies)\b
        """,
    ),
}
