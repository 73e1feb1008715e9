# Replaces PostgreSQL's image if no registry provides it, with the interface that deploy/compose.yaml uses.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-15 \
  && rm -rf /var/lib/postgresql/15 /var/lib/apt/lists/* \
  && install --directory --owner=postgres --mode=0700 /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
COPY postgres.sh /usr/local/bin/postgres.sh
USER postgres
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres.sh"]
