"""Files that were sent, and what they look like inside a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

LARGEST_DOWNLOAD = 20 * 1024 * 1024
FOLDERS = {
    "photo": ("photos", ".jpg"),
    "voice": ("voice", ".oga"),
    "sticker": ("stickers", ".webp"),
    "document": ("documents", ""),
    "audio": ("music", ".mp3"),
    "video": ("videos", ".mp4"),
    "video_note": ("video_notes", ".mp4"),
    "animation": ("animations", ".mp4"),
}


@dataclass(frozen=True)
class File:
    """`size` may say more than there is, so that a test need not hold a large file."""

    file_id: str
    file_unique_id: str
    path: str
    size: int
    content: bytes = field(repr=False)

    @property
    def names(self) -> dict[str, Any]:
        """How it is told of inside a message."""
        return {
            "file_id": self.file_id,
            "file_unique_id": self.file_unique_id,
            "file_size": self.size,
        }


@dataclass
class Files:
    """A path can be downloaded from once getFile has told it, not before.

    With a `folder` it is a server of one's own that keeps files on its disk, and tells where
    there; by HTTP they can be had only when somebody serves that folder too.
    """

    folder: str = ""
    is_served: bool = True
    by_id: dict[str, File] = field(default_factory=dict)
    told: dict[str, File] = field(default_factory=dict)

    def add(self, kind: str, content: bytes, name: str = "", size: int | None = None) -> File:
        number = len(self.by_id)
        folder, ending = FOLDERS[kind]
        path = f"{folder}/file_{number}{ending or PurePath(name).suffix}"
        whole = len(content) if size is None else size
        made = File(f"{kind}-{number:04}", f"unique-{number:04}", path, whole, content)
        self.by_id[made.file_id] = made
        return made

    def tell(self, file: File) -> dict[str, Any]:
        if self.is_served:
            self.told[file.path] = file
        return {**file.names, "file_path": f"{self.folder}{file.path}"}


def photo(file: File, width: int = 1280, height: int = 960) -> dict[str, Any]:
    """The sizes that a photo comes in, the largest last."""
    small = {
        "file_id": f"{file.file_id}-small",
        "file_unique_id": f"{file.file_unique_id}-small",
        "file_size": min(file.size, 1000),
        "width": 90,
        "height": 67,
    }
    return {"photo": [small, {**file.names, "width": width, "height": height}]}


def document(file: File, name: str, mime_type: str) -> dict[str, Any]:
    return {"document": {**file.names, "file_name": name, "mime_type": mime_type}}


def playing(file: File, kind: str, seconds: int, **more: Any) -> dict[str, Any]:
    """Audio, a video or an animation; the last is a document as well."""
    told = {kind: {**file.names, "duration": seconds, **more}}
    also = {"document": {**file.names, **more}} if kind == "animation" else {}
    return {**told, **also}


def voice(file: File, seconds: int) -> dict[str, Any]:
    return {"voice": {**file.names, "duration": seconds, "mime_type": "audio/ogg"}}


def sticker(file: File, emoji: str) -> dict[str, Any]:
    looks = {"width": 512, "height": 512, "is_animated": False, "is_video": False}
    return {"sticker": {**file.names, **looks, "type": "regular", "emoji": emoji}}


def location(latitude: float, longitude: float) -> dict[str, Any]:
    return {"location": {"latitude": latitude, "longitude": longitude}}


def contact(phone_number: str, first_name: str, user_id: int | None = None) -> dict[str, Any]:
    known = {} if user_id is None else {"user_id": user_id}
    return {"contact": {"phone_number": phone_number, "first_name": first_name, **known}}


def poll(poll_id: str, question: str, options: Mapping[str, int]) -> dict[str, Any]:
    """`options` are the votes by answer."""
    answers = [
        {"persistent_id": f"{poll_id}-{number}", "text": text, "voter_count": votes}
        for number, (text, votes) in enumerate(options.items())
    ]
    state = {
        "is_closed": False,
        "is_anonymous": True,
        "allows_multiple_answers": False,
        "allows_revoting": False,
        "members_only": False,
    }
    count = sum(options.values())
    told = {"id": poll_id, "question": question, "options": answers, "type": "regular"}
    return {"poll": {**told, **state, "total_voter_count": count}}
