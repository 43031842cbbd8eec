"""What a turn states goes with the turn: into its slice, in the same write."""

from dataclasses import replace

from memory.safety import stated
from memory.slices import Safety, Slice, Speaker, Turn


def with_turn(slice_: Slice, turn: Turn) -> Slice:
    """The slice with one more turn and, where the person says it, with what that states.

    Nothing is taken away, and nothing is read again: what a person deleted from the front
    matter stays deleted, whatever turns come after. Of the same kind and words, once.
    """
    longer = slice_.with_turn(turn)
    found = stated(turn.text) if turn.speaker is Speaker.USER else ()
    if not found:
        return longer
    label = str(slice_.next_number())
    known = {(one.kind, one.says.casefold()) for one in slice_.safety}
    added = tuple(
        Safety(one.kind.value, one.says, one.confidence, label)
        for one in found
        if (one.kind.value, one.says.casefold()) not in known
    )
    return replace(longer, safety=(*slice_.safety, *added))
