"""The flags that Discord packs into numbers."""

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
GUILD_REACTIONS = 1 << 10
GUILD_TYPING = 1 << 11
DM_MESSAGES = 1 << 12
DM_REACTIONS = 1 << 13
DM_TYPING = 1 << 14
MESSAGE_CONTENT = 1 << 15

PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25

ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_COMMANDS = 1 << 31

EVERYONE = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | MENTION_EVERYONE
    | USE_COMMANDS
)
"""What a member of a guild may do unless the channel denies it."""

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
IS_VOICE = 1 << 13
HAS_SNAPSHOT = 1 << 14

MAY_SEND = SUPPRESS_EMBEDS | 1 << 12 | 1 << 13 | 1 << 15
"""The flags that a bot may give a message of its own."""

APPLICATION_READS_CONTENT = 1 << 19
"""The content intent is switched on in the portal of a bot in fewer than a hundred guilds."""
