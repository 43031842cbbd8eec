"""What can go wrong in the bot; every message is one sentence that ends with a remedy.

BotError
├── BadSetting         a setting that cannot be used; names itself, its file and line
├── UnreadableSettings the settings file itself cannot be used
├── MissingSecret      an environment variable that the settings name is not set
├── UnusableSecret     such a variable holds what cannot be used
├── BadArgument        a command was given something it cannot use
├── WrongUsage         a command was called in a way that it does not have
│   ├── NoTime         what should be a time is none
│   └── TimeToCome     it is one that has not begun
├── SyncedElsewhere    another process keeps this timeline and its repository the same
├── NotDoneThere       a repository elsewhere did not do as a command asked of it
├── BadCall            a model used a tool in a way that it does not have
├── PathRefused        a path that no tool may touch
├── MixedInstallation  the three packages do not come from one place
├── StateError         what is kept in the state folder
│   ├── UnusableState  it cannot be opened, read or written
│   ├── DamagedState   it is no database of ours, or a damaged one
│   ├── NewerState     it was written by a later version
│   └── StateInUse     another process answers from it
├── NotWaiting         a message was to be answered that waits for no answer
├── IllegalStep        an answer was to become what it cannot become
└── ModelError         a model gave no usable answer
    ├── Unreachable    it could not be asked, or went silent on the way
    ├── RateLimited    it has had enough for now; carries when to come back
    ├── Refused        it will not: the key, the model's name, or its own rules
    ├── BadAnswer      what came is no answer: broken, empty, or cut off
    └── TooLong        what it was asked with is longer than it takes
"""

from collections.abc import Sequence
from pathlib import Path


class BotError(Exception):
    """Base of every error that `previously_bot` raises on purpose."""


class BadSetting(BotError):
    def __init__(self, where: str, setting: str, why: str) -> None:
        super().__init__(f"{where}: `{setting}` {why}; correct it and start again.")


class UnreadableSettings(BotError):
    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            f"{where} cannot be used as settings ({why}); correct it and start again."
        )


class MissingSecret(BotError):
    """`what` says what it is for, where the settings name several."""

    def __init__(self, variable: str, what: str = "") -> None:
        whose = f" for {what}" if what else ""
        super().__init__(
            f"The environment variable {variable}, which the settings name{whose}, is not set; "
            "set it and start again."
        )
        self.variable = variable
        self.what = what


class UnusableSecret(BotError):
    """`form` says what it has to be; what it is, is never said."""

    def __init__(self, variable: str, form: str) -> None:
        super().__init__(
            f"The environment variable {variable}, which the settings name, holds no usable "
            f"secret; put {form} into it and start again."
        )


class BadArgument(BotError):
    """`sentence` says what is wrong and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class WrongUsage(BotError):
    """`sentence` says what is wrong and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class NoTime(WrongUsage):
    def __init__(self, given: str) -> None:
        super().__init__(
            f"{given!r} is not a time; write a time such as “last Tuesday”, 2026-07 or 上周."
        )


class TimeToCome(WrongUsage):
    def __init__(self, given: str) -> None:
        super().__init__(
            f"{given!r} is still to come; name a time that has begun, such as “last Tuesday”."
        )


class SyncedElsewhere(BotError):
    def __init__(self, place: str, holder: str) -> None:
        super().__init__(
            f"{place} is in use by {holder}; the bot, or a chat, syncs by itself while it runs "
            "(`/status` shows it), so wait for it, or stop that process and try again."
        )
        self.place = place
        self.holder = holder


class NotDoneThere(BotError):
    """`sentence` says why, with what to do, in the language of whoever it is said to."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class BadCall(BotError):
    """`sentence` says to the model what is right."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class PathRefused(BotError):
    """`why` says what is wrong with the path."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path[:80]!r} is refused as a path ({why}); name a file by its plain path, such "
            "as memory/notes/garden.md."
        )
        self.path = path
        self.why = why


class MixedInstallation(BotError):
    def __init__(self, package: str, found: Path | None, expected: Path) -> None:
        what = (
            f"at {found} is not previously-bot's own: another library is in its place"
            if found
            else f"is missing beside {expected}"
        )
        super().__init__(
            f"The package `{package}` {what}; install previously-bot in an environment of its "
            "own, with pipx or in a venv."
        )


class ModelError(BotError):
    """Base of what can go wrong with a chat model; `model` is its name."""

    def __init__(self, model: str, sentence: str) -> None:
        super().__init__(sentence)
        self.model = model


class Unreachable(ModelError):
    """`was_slow` when it was waited for; asking again would only take as long."""

    def __init__(self, model: str, why: str, *, was_slow: bool = False) -> None:
        super().__init__(
            model,
            f"The model {model} could not be asked ({why}); look whether its address is right "
            "and its server is up.",
        )
        self.was_slow = was_slow


class RateLimited(ModelError):
    """`retry_after` is in seconds; None when the provider does not say."""

    def __init__(self, model: str, retry_after: float | None = None) -> None:
        when = "a little" if retry_after is None else f"{retry_after:.0f} s"
        super().__init__(
            model, f"The model {model} takes no more requests for now; wait {when}."
        )
        self.retry_after = retry_after


class Refused(ModelError):
    """`remedy` is the end of a sentence."""

    def __init__(self, model: str, why: str, remedy: str) -> None:
        super().__init__(model, f"The model {model} refuses ({why}); {remedy}.")


class BadAnswer(ModelError):
    def __init__(self, model: str, why: str) -> None:
        super().__init__(
            model,
            f"What the model {model} gave is no usable answer ({why}); ask again, or choose "
            "another model.",
        )


class TooLong(ModelError):
    def __init__(self, model: str) -> None:
        super().__init__(
            model,
            f"What the model {model} was asked with is longer than it takes; choose a model "
            "with a longer context.",
        )


class StateError(BotError):
    """Base of what can be wrong with the inbox and the outbox on disk."""


class UnusableState(StateError):
    def __init__(self, place: Path, why: str) -> None:
        super().__init__(
            f"{place} cannot be used ({why}); make it readable and writable, with room on the "
            "disk, or set another `state` folder."
        )


class DamagedState(StateError):
    def __init__(self, place: Path, why: str) -> None:
        super().__init__(
            f"{place} is not a sound database of previously-bot ({why}); move it away and "
            "start again, or bring back a copy of it."
        )


class NewerState(StateError):
    def __init__(self, place: Path, found: int, known: int) -> None:
        super().__init__(
            f"{place} was written by a later previously-bot (its schema is {found}, this "
            f"version knows {known}); install the later version again, or set another `state` "
            "folder."
        )


class StateInUse(StateError):
    """Two processes would each answer what comes, on timelines of their own."""

    def __init__(self, place: Path, holder: str) -> None:
        super().__init__(
            f"The state folder {place} is in use by {holder}; stop that process, or set "
            "another `state` folder."
        )


class NotWaiting(BotError):
    """Nothing was changed: a message gets one answer."""

    def __init__(self, person: str, numbers: Sequence[int]) -> None:
        listed = ", ".join(str(number) for number in numbers)
        super().__init__(
            f"Not all of the messages {listed} of {person} wait for an answer, so a second one "
            "was dropped; report it as a fault of previously-bot."
        )
        self.numbers = tuple(numbers)


class IllegalStep(BotError):
    """`found` is what the answer is now; None when there is no such answer."""

    def __init__(self, number: int, found: str | None, step: str) -> None:
        what = f"is {found}" if found else "does not exist"
        super().__init__(
            f"The answer {number} {what}, so it cannot be marked as {step}; report it as a "
            "fault of previously-bot."
        )
        self.number = number
        self.found = found
