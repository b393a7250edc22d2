# rclone: Debian's own version, with the entry of the official image.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get update && apt-get install -y --no-install-recommends rclone ca-certificates \
 && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["rclone"]
