"""From a question to pointers: time first, then strands, then words. No model, no network.

`Index` holds the words and times of slices and answers `recall`, in these steps: `question`
reads what is asked, with the cues of `asking`; `times` finds the slices of the asked time,
`postings` those that hold the words; `matching` reads the best of them turn by turn; `ranking`
weighs all that by the table in `blend`; `reasons` says why. `cache` makes bytes of an index.
"""

from memory.recall.index import Index
from memory.recall.pointers import Pointer, Recalled

__all__ = ["Index", "Pointer", "Recalled"]
