# Replaces HAProxy's image if no registry provides it: Debian's HAProxy with the interface that deploy/compose.roles.yaml uses.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends haproxy && rm -rf /var/lib/apt/lists/*
STOPSIGNAL SIGUSR1
USER haproxy
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
