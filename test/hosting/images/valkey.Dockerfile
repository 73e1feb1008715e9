# In the place of Valkey's image where no registry has it: Debian's Redis under Valkey's names.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
  && ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli
# As its image: it is reached from its own network alone.
RUN printf '#!/bin/sh\nexec "$@" --protected-mode no\n' > /usr/local/bin/start && chmod +x /usr/local/bin/start
WORKDIR /data
ENTRYPOINT ["start"]
