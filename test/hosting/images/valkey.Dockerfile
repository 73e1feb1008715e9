# Replaces Valkey's image if no registry provides it: Debian's Redis under Valkey's names.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
  && ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli
# Like Valkey's image, it is reachable only from its own network, so protected mode is off.
RUN printf '#!/bin/sh\nexec "$@" --protected-mode no\n' > /usr/local/bin/start && chmod +x /usr/local/bin/start
WORKDIR /data
ENTRYPOINT ["start"]
