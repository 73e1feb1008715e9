# Replaces the storage image if no registry provides it, with the interface that deploy/compose.yaml uses.
FROM docker.io/library/node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends wget && rm -rf /var/lib/apt/lists/*
COPY storage.mjs /opt/storage.mjs
RUN printf '#!/bin/sh\nexec node /opt/storage.mjs "$@"\n' >/usr/local/bin/versitygw && chmod +x /usr/local/bin/versitygw
VOLUME /data
