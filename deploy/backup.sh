#!/bin/bash
# Backups of compose.yaml, as docs/operations/backup-and-restore.md explains them. In /backup:
#
#   log/<file>.gz    the archived log of Postgres
#   base/<time>/     a base backup by the moment of its end (UTC): base.tar.gz, its manifest, and
#                    `first-log`, the first file of the log that it needs
#   files/           a copy of the files, made after a base backup
#
# What is being written ends with `.part`; only what is whole has its name.
set -euo pipefail
shopt -s nullglob
cd /backup

say() { echo "backup: $*"; }

# Called by Postgres for each file of its log; one that is there already must be the same.
archive() {
  if [[ -f log/$2.gz ]]; then
    gzip --decompress --stdout "log/$2.gz" | cmp --silent - "$OLDPWD/$1"
  else
    gzip --fast --stdout "$OLDPWD/$1" > "log/$2.part"
    sync "log/$2.part"
    mv "log/$2.part" "log/$2.gz"
  fi
}

fetch() { gzip --decompress --stdout "log/$1.gz" > "$OLDPWD/$2"; }

# Bases up to a moment, the oldest first.
bases() {
  for path in base/*Z; do [[ -n ${1:-} && ${path#base/} > $1 ]] || echo "${path#base/}"; done
}

take() {
  exec 9> lock
  flock 9
  # One plain copy of the data was what the version before made.
  if [[ -f base/PG_VERSION ]]; then mv base base.before; fi
  mkdir -p base
  rm -rf base/*.part
  pg_basebackup --username postgres --pgdata base/now.part --format tar --compress gzip:1 \
    --checkpoint fast --wal-method none
  pg_verifybackup --format tar --no-parse-wal --quiet base/now.part
  tar --extract --to-stdout --gzip --file base/now.part/base.tar.gz backup_label |
    sed --quiet 's/^START WAL LOCATION.*(file \([0-9A-F]*\))$/\1/p' > base/now.part/first-log
  sync base/now.part/*
  now=$(date --utc +%FT%TZ)
  mv base/now.part "base/${now//[-:]/}"
  # Every login can read it: metrics tell its age.
  psql --username postgres --quiet --command "alter role all set svc.base_backup_at = '$now'"
  say "base of $now"
  rm -rf files.part
  cp --archive /files files.part
  rm -rf files
  mv files.part files
  prune
}

# Bases beyond the number to keep, those that a restore undid, and the log that no base needs any more.
prune() {
  for name in $(bases | head --lines="-${SVC_BACKUP_KEEP:-7}"); do
    rm -rf "base/$name"
    say "dropped $name"
  done
  rm -rf base/*.undone
  oldest=$(bases | head --lines=1)
  pg_archivecleanup --strip-extension .gz --clean-backup-history log "$(< "base/$oldest/first-log")"
}

daily() {
  while true; do
    last=$(bases | tail --lines=1)
    if [[ $last < $(date --utc --date '1 day ago' +%Y%m%dT%H%M%SZ) ]]; then
      "$0" take || say 'failed; again in ten minutes'
    fi
    sleep 600 &
    wait $!
  done
}

# Restores up to a moment, or to the end of the archive. What was in PGDATA is kept beside it.
restore() {
  local moment=${1:-} until=
  [[ -z $moment ]] || until=$(date --utc --date "$moment" +%Y%m%dT%H%M%SZ)
  found=$(bases "$until" | tail --lines=1)
  [[ -n $found ]] || { say "no base backup up to $moment"; exit 1; }
  mkdir -p "$PGDATA"
  mv "$PGDATA" "$PGDATA.before-$(date +%s)"
  install -d -m 700 "$PGDATA"
  tar --extract --gzip --file "base/$found/base.tar.gz" --directory "$PGDATA"
  touch "$PGDATA/recovery.signal"
  settings=$PGDATA/postgresql.auto.conf
  # Settings that an earlier restore has left.
  sed --in-place '/^\(restore_command\|recovery_target\)/d' "$settings"
  echo "restore_command = 'backup fetch %f %p'" >> "$settings"
  if [[ -n $moment ]]; then
    printf "%s = '%s'\n" recovery_target_time "$moment" recovery_target_action promote >> "$settings"
  fi
  chown -R postgres: "$PGDATA"
  # Later bases belong to a history that this restore ends.
  for name in $(bases); do
    [[ $name > $found ]] && mv "base/$name" "base/$name.undone"
  done
  # No file is deleted: one that no row knows does no harm.
  cp --archive files/. /files/
  say "base of $found; Postgres replays the log when it starts"
}

case ${1:-} in
  archive | fetch | take | daily | restore) "$@" ;;
  *) echo 'backup take | daily | restore [MOMENT]' >&2; exit 2 ;;
esac
