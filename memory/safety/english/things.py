"""English: the illnesses, medicines and the like that facts are about; what is none."""

from memory.safety.patterns import words

NO_ALLERGEN = (
    r"(?!(?:the |my |all |any |his |her |your |doing |early |going |this |that |having )*"
    r"(?:mondays?|work\b"
    r"|working|mornings?|meetings?|house|chores|cleaning|homework|math|maths|mathematics"
    r"|nonsense|bullshit"
    r"|stupid|people|boss|job|exercise|sports?\b|commit|drama|small|bureau|paper|excel|java"
    r"|python|code\b|coding"
    r"|power|email|excuses|spread|[\w-]+ (?:movies|films|music|jokes|songs|questions)\b"
    r"|this\b|lies|liars|losing|love|romance|politic|marketing|jargon|buzz"
    r"|responsib|being"
    r"|waking|getting|change|rules|authority|fun\b|school|taxes|hypocri|failure|success"
    r"|ideas?\b|truth"
    r"|winter\b|summer\b|compliments|kryptonite|deadlines|effort|you\b|him\b|her\b|them\b"
    r"|it\b|ex\b|idiots"
    r"|crowds|small-talk|cooking|running|gym|weekends|silence|noise|snobs|\w+(?:ness|ship"
    r"|ology|ocracy)\b))"
)
CONDITIONS = words(
    "diabetes epilepsy asthma high_blood_pressure hypertension heart_failure heart_disease "
    "heart_condition heart_defect heart_murmur arrhythmia atrial_fibrillation afib copd "
    "multiple_sclerosis ms parkinson's parkinsons crohn's crohns ulcerative_colitis colitis "
    "kidney_disease kidney_failure liver_disease haemophilia hemophilia sickle_cell lupus "
    "rheumatoid_arthritis arthritis hiv hepatitis cancer leukaemia leukemia lymphoma "
    "hashimoto's hypothyroidism hyperthyroidism graves migraines migraine dementia alzheimer's "
    "alzheimers g6pd_deficiency g6pd fibromyalgia osteoporosis cystic_fibrosis glaucoma"
    " long_covid "
    "gout pku endometriosis narcolepsy seizures low_blood_pressure anaemia anemia angina "
    "thrombosis a_blood_clotting_disorder clotting_disorder bleeding_disorder sleep_apnea "
    "sleep_apnoea tourette's ibs irritable_bowel_syndrome psoriasis eczema porphyria "
    "addison's cushing's pots ehlers-danlos thyroid_problem thyroid_disease thyroid_condition "
    "a_heart_condition breast_cancer prostate_cancer brain_tumour brain_tumor tumor tumour "
    "diabetes_insipidus an_irregular_heartbeat irregular_heartbeat emphysema scoliosis"
)
MENTAL = words(
    "depression ptsd bipolar_disorder bipolar schizophrenia anorexia bulimia ocd"
    " eating_disorder "
    "borderline_personality_disorder bpd anxiety_disorder generalised_anxiety"
    " generalized_anxiety "
    "suicidal_thoughts suicidal_ideation psychosis postnatal_depression postpartum_depression "
    "panic_disorder social_anxiety anxiety thoughts_of_suicide dissociative_disorder"
)
MEDICINES = (
    r"(?:\w+(?:pril|sartan|olol|statin|prazole|xaban|zepam|zolam|xetine|formin|gliptin"
    r"|triptan|thyroxine"
    r"|dipine|mycin|cillin|cycline|trexate|gabalin|triptyline|azepine|trigine|setron|semide"
    r"|thiazide|tinib"
    r"|gliflozin|glutide|nisolone|mab)\b|"
    + words(
        "blood_thinners blood_thinner insulin warfarin lithium antidepressants "
        "antidepressant ssris ssri statins beta_blockers beta_blocker the_pill birth_control "
        "sertraline ventolin salbutamol albuterol aspirin prednisone steroids xarelto eliquis"
        " zoloft "
        "prozac xanax ritalin adderall lamictal methadone levetiracetam keppra antipsychotics "
        "immunosuppressants chemo chemotherapy tamoxifen heparin digoxin clopidogrel plavix"
        " hrt "
        "thyroid_medication heart_medication anticoagulants citalopram escitalopram"
        " venlafaxine "
        "quetiapine olanzapine valproate tacrolimus humira antihistamines antibiotics ozempic "
        "clozapine medication meds synthroid metformin inhaler epipen pills tablets ibuprofen "
        "nsaids nsaid paracetamol acetaminophen "
        "naproxen diclofenac tramadol codeine morphine oxycodone painkillers opioids"
    )
    + r"\b|[\w-]+ ?\d*\.?\d* ?(?:mg|mcg|µg|units|iu)\b|\d+ ?(?:mg|mcg|µg|units) (?:of )?\w+"
    r"|(?:[\w-]+ ){0,3}(?:medication|medicine|meds|pills?|tablets?|injections?|inhaler"
    r"|antidepressants?)\b)"
)
IMPLANTS = words(
    "pacemaker icd defibrillator insulin_pump stent stents cochlear_implant cochlear_implants "
    "artificial_heart_valve mechanical_heart_valve heart_valve metal_plate metal_plates"
    " metal_rod "
    "metal_rods titanium_plate titanium_rod metal_pins shunt port-a-cath artificial_hip"
    " hip_replacement "
    "knee_replacement metal_hip loop_recorder neurostimulator brain_stimulator"
    " titanium_screws screws "
    "prosthetic_valve metal_implant hip_implant implanted_defibrillator titanium_hip"
    " artificial_knee"
)
DISABLED = (
    r"(?:blind\b(?! (?:to|drunk|as|without|with)\b)|deaf\b(?! to\b)|deaf-?blind|hard of hearing"
    r"|hearing[- ]impaired|visually"
    r" impaired|partially sighted|paraplegic|quadriplegic|tetraplegic|paralysed|paralyzed"
    r"(?! (?:by|with))|disabled|colou?r[- ]?blind|autistic|dyslexic|mute\b|an amputee|amputee"
    r"|non-verbal"
    r"|wheelchair[- ]bound|in a wheelchair|a wheelchair user|wheelchair user)"
)
FEARED = (
    r"(?:heights|spiders|dogs|needles|flying|water|the dark|snakes|blood|clowns|lifts"
    r"|elevators|enclosed"
    r" spaces|small spaces|tight spaces|thunder\w*|fireworks|deep water|crowds|birds|bees"
    r"|wasps|mice|rats"
    r"|injections|tunnels|cats|loud noises|driving|drowning|the sea|open water|dentists?)"
)
TITLED = r"(?:with |by |dr\.? |doctor |at )?(?-i:(?:Dr\.? ?|Prof\.? ?)?[A-Z][\w.-]*)"
SPECIALISTS = (
    r"(?:doctor|gp|physician|cardiologist|neurologist|p(?:a)?ediatrician|therapist"
    r"|psychiatrist|oncologist"
    r"|psychologist|dentist|gyn(?:a)?ecologist|dermatologist|midwife|endocrinologist"
    r"|family doctor|allergist"
    r"|surgeon|rheumatologist|obstetrician|ob-?gyn|urologist)"
)
DRUGS = (
    r"(?:opioids|opiates|heroin|alcohol|gambling|painkillers|pills|cocaine|meth|fentanyl"
    r"|drugs|benzos)"
)
SECRETS = (
    r"(?:my |our |her |his )?(?:home |new |phone |work )?(?:address|number|location"
    r"|whereabouts|phone number"
    r"|where (?:i|we|she|he) (?:lives?|works?|am|is|are))"
)

THINGS = {
    "NO_ALLERGEN": NO_ALLERGEN,
    "CONDITIONS": CONDITIONS,
    "MENTAL": MENTAL,
    "MEDICINES": MEDICINES,
    "IMPLANTS": IMPLANTS,
    "DISABLED": DISABLED,
    "FEARED": FEARED,
    "TITLED": TITLED,
    "SPECIALISTS": SPECIALISTS,
    "DRUGS": DRUGS,
    "SECRETS": SECRETS,
}
