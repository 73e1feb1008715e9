# A machine with systemd on which the package is installed as docs/hosting.md says.
FROM localhost/metarun
USER 0:0
RUN apt-get update \
  && apt-get install --yes --no-install-recommends systemd dbus \
  && rm -rf /var/lib/apt/lists/* \
  && userdel metarun
ENV HOME=/root METARUN_DATA_DIR= METARUN_HOST= METARUN_PORT= METARUN_SANDBOX_MIN_LEVEL=
STOPSIGNAL SIGRTMIN+3
ENTRYPOINT ["/lib/systemd/systemd"]
CMD []
