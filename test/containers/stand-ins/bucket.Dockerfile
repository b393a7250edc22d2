# motoserver/moto as Debian's testing has it: an S3-compatible store in memory.
ARG DEBIAN
FROM ${DEBIAN}
RUN echo 'deb http://deb.debian.org/debian forky main' > /etc/apt/sources.list \
 && apt-get -o Acquire::Check-Valid-Until=false update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    python3-moto python3-flask python3-flask-cors \
 && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["moto_server", "--host", "0.0.0.0"]
