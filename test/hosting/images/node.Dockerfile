# Replaces Node's image if no registry provides it: the Node, npm and certificates of this machine.
FROM docker.io/library/debian:bookworm-slim
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.pem /usr/local/share/certificates.pem
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
