"""What must not be forgotten, by kind; and what one sentence states of it."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """As written in front matter. Others that a person writes there by hand are kept."""

    ALLERGY = "allergy"
    INTOLERANCE = "intolerance"
    MEDICATION = "medication"
    CONDITION = "condition"
    BLOOD_TYPE = "blood_type"
    IMPLANT = "implant"
    PREGNANCY = "pregnancy"
    DISABILITY = "disability"
    EMERGENCY_CONTACT = "emergency_contact"
    DOCTOR = "doctor"
    INSURANCE = "insurance"
    DIET = "diet"
    PHOBIA = "phobia"
    SUBSTANCE = "substance"
    MENTAL_HEALTH = "mental_health"
    PROTECTION = "protection"
    DIRECTIVE = "directive"


@dataclass(frozen=True, slots=True)
class Stated:
    """`says` is understood alone, in the person's words, at most 160 code points.

    `confidence`: 1.0 is what somebody plainly says of themselves, 0.9 of somebody else or by
    the way, 0.5 what is supposed.
    """

    kind: Kind
    says: str
    confidence: float = 1.0
