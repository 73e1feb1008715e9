# In the place of Node's image where no registry has it: the Node and the npm of this machine, and its certificates.
FROM docker.io/library/debian:bookworm-slim
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.pem /usr/local/share/certificates.pem
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
