"""Sentences about files that a person sent."""

from previously_bot.texts import Sentence

# What a file is called in these sentences, by its kind

KINDS = {
    "photo": Sentence("the photo", "这张照片"),
    "voice": Sentence("the voice message", "这条语音"),
    "audio": Sentence("the recording", "这段录音"),
    "video": Sentence("the video", "这段视频"),
    "video message": Sentence("the video message", "这段视频"),
    "animation": Sentence("the animation", "这个动图"),
    "sticker": Sentence("the sticker", "这个贴纸"),
}
FILE = Sentence("the file", "这个文件")
SEVERAL = {
    "photo": Sentence("each of the {count} photos", "这 {count} 张照片"),
    "voice": Sentence("each of the {count} voice messages", "这 {count} 条语音"),
    "audio": Sentence("each of the {count} recordings", "这 {count} 段录音"),
    "video": Sentence("each of the {count} videos", "这 {count} 段视频"),
}
FILES = Sentence("each of the {count} {count:file|files}", "这 {count} 个文件")

# What is not there

TOO_LARGE = Sentence(
    "I have noted that {what} came, but it is larger than the {most} MB that I keep.",
    "我记下了你发来{what}，但它超过了我能保存的 {most} MB。",
)
GONE = Sentence(
    "I have noted that {what} came, but it can no longer be fetched; please send it again.",
    "我记下了你发来{what}，但已经取不到了；请再发一次。",
)
GONE_OR_LARGE = Sentence(
    "I have noted that {what} came, but it is gone, or larger than the {most} MB that I keep.",
    "我记下了你发来{what}，但它已经取不到，或者超过了我能保存的 {most} MB。",
)
NOT_FETCHED = Sentence(
    "I have noted that {what} came, but could not fetch it just now; please send it again.",
    "我记下了你发来{what}，但暂时没能取到；请再发一次。",
)
NOT_STORED = Sentence(
    "I have noted that {what} came, but could not store it among your files; please send it "
    "again.",
    "我记下了你发来{what}，但没能存进你的文件里；请再发一次。",
)

# What is kept, but nothing is known of what is in it

NO_EARS = Sentence(
    "I keep {what}, but cannot listen to it: no model for voice is set up.",
    "我保存了{what}，但听不了：还没有设置语音模型。",
)
NOT_HEARD = Sentence(
    "I keep {what}, but could not make out its words just now; please write what matters "
    "in it.",
    "我保存了{what}，但暂时没能听清内容；请把要紧的写给我。",
)
NO_EYES = Sentence(
    "I keep {what}, but cannot look at pictures; please write what matters in it.",
    "我保存了{what}，但看不了图片；请把要紧的写给我。",
)
NO_SUCH_PICTURE = Sentence(
    "I keep {what}, but cannot look at pictures of its format; send it as JPEG, PNG, GIF or "
    "WebP.",
    "我保存了{what}，但看不了这种格式的图片；请发 JPEG、PNG、GIF 或 WebP。",
)
TOO_LARGE_TO_SEE = Sentence(
    "I keep {what}, but it is too large for me to look at.",
    "我保存了{what}，但它太大，我看不了。",
)
NOT_WATCHED = Sentence(
    "I keep {what}, but cannot watch it; please write what matters in it.",
    "我保存了{what}，但看不了视频；请把要紧的写给我。",
)
UNKNOWN = Sentence(
    "I keep {what}, but cannot read files of its kind.",
    "我保存了{what}，但读不了这种文件。",
)
NOT_UTF_8 = Sentence(
    "I keep {what}, but cannot read its letters, for it is not in UTF-8; save it as UTF-8 and "
    "send it again.",
    "我保存了{what}，但它不是 UTF-8 编码，我读不了；请另存为 UTF-8 再发。",
)
LOCKED = Sentence(
    "I keep {what}, but it is encrypted, so I cannot read it; send it without its password.",
    "我保存了{what}，但它加了密，我读不了；请发一份没有密码的。",
)
DAMAGED = Sentence(
    "I keep {what}, but it seems to be damaged, so I cannot read it.",
    "我保存了{what}，但它好像损坏了，我读不了。",
)
TOO_MUCH = Sentence(
    "I keep {what}, but reading it takes more time or memory than I have.",
    "我保存了{what}，但读它要花的时间或内存太多。",
)
EMPTY = Sentence(
    "I keep {what}, but found no text in it.",
    "我保存了{what}，但里面没有找到文字。",
)
