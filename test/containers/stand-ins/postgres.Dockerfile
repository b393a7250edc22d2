# postgres:18 as Debian's testing has it, with what we use of the entry of the official image.
# A mirror may hold an older state of it: its signature counts, not its age.
ARG DEBIAN
FROM ${DEBIAN}
RUN echo 'deb http://deb.debian.org/debian forky main' > /etc/apt/sources.list \
 && mkdir -p /etc/postgresql-common \
 && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
 && apt-get -o Acquire::Check-Valid-Until=false update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-18 \
 && rm -rf /var/lib/apt/lists/*
COPY postgres-entry.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
