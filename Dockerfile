FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app

# The libraries are a layer of their own, which only a change of pyproject.toml makes again.
COPY pyproject.toml ./
RUN python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" > requirements.txt \
    && pip install -r requirements.txt

COPY README.md LICENSE ./
COPY adapters adapters
COPY memory memory
COPY previously_bot previously_bot
RUN pip install --no-deps .

RUN useradd --create-home --uid 1000 previously \
    && mkdir /config /state /timeline \
    && chown previously /state /timeline
USER previously
WORKDIR /home/previously

ENV PREVIOUSLY_CONFIG=/config/previously.yaml
VOLUME ["/config", "/state", "/timeline"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["previously-bot"]
CMD ["run"]
