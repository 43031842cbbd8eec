"""Time zones as people write them: "berlin", "new york", "europe/Berlin" (pure)."""

import difflib
from zoneinfo import available_timezones

_CITIES = {"北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "香港": "Asia/Hong_Kong"}
_CITIES |= {"台北": "Asia/Taipei", "东京": "Asia/Tokyo", "新加坡": "Asia/Singapore"}


def zone_named(given: str) -> str | None:
    """The IANA name of the zone that is meant; None where none is, or more than one."""
    wanted = _key(given)
    if city := _CITIES.get(given.strip()):
        return city
    known = _known()
    if wanted in known:
        return known[wanted]
    places = [name for key, name in known.items() if key.rsplit("/", 1)[-1] == wanted]
    # Old names of one place ("US/Pacific", "Etc/…") end like no other; two that do are two.
    areas = [name for name in places if name.split("/")[0] in _AREAS]
    return areas[0] if len(areas) == 1 else None


def near(given: str) -> str | None:
    """The name that is written most like it, if there is one."""
    known = _known()
    wanted = _key(given)[:60]
    by_place = {key.rsplit("/", 1)[-1]: name for key, name in known.items()}
    for choices in (known, by_place):
        if found := difflib.get_close_matches(wanted, choices, n=1):
            return choices[found[0]]
    return None


_AREAS = frozenset(
    "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split()
)


def _known() -> dict[str, str]:
    names = (name for name in sorted(available_timezones()) if not name.startswith("posix"))
    return {_key(name): name for name in names if name not in ("localtime", "Factory")}


def _key(given: str) -> str:
    return "_".join(given.replace("_", " ").split()).casefold()
