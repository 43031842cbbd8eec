"""What is said of everything in one zip."""

from previously_bot.texts import Sentence

EXPORTED = Sentence(
    "Everything of yours in one zip: {files} {files:file|files}, {size}.",
    "你的全部内容都在一个 zip 里：{files} 个文件，{size}。",
)
TOO_LARGE = Sentence(
    "The zip has {size} MB, which is more than I can send here ({limit} MB); on the machine "
    "that I run on, `previously-bot export --person {name}` writes it.",
    "这个 zip 有 {size} MB，超过了这里能发送的大小（{limit} MB）；在运行我的机器上，"
    "`previously-bot export --person {name}` 可以写出它。",
)
NOT_WRITTEN = Sentence(
    "The zip could not be written; when there is room in my state folder, send /export again.",
    "zip 没能写出；等我的状态文件夹有空间了，请再发送 /export。",
)
LEFT_OUT = Sentence(
    "{count} {count:file|files} cannot be read and {count:is|are} left out: {paths}",
    "有 {count} 个文件无法读取，没有包含在内：{paths}",
)
