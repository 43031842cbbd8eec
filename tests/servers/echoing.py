"""An application of python-telegram-bot's that gives every text back in brackets."""

from telegram import Update
from telegram.ext import Application, ApplicationBuilder, ContextTypes, MessageHandler, filters

from tests.servers.telegram import TelegramServer


async def echo(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_text(f"[{update.effective_message.text}]")


def application(server: TelegramServer) -> Application:  # type: ignore[type-arg]
    made = (
        ApplicationBuilder()
        .token(server.token)
        .base_url(server.base_url)
        .base_file_url(server.base_file_url)
        .build()
    )
    made.add_handler(MessageHandler(filters.TEXT, echo))
    return made
