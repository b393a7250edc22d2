# Makes the accounts, homes and keys that sshd_config expects, then becomes sshd.
#
#   $root/mnt/wholesalers/wholesalers   a line per user: its name and the centres of the wholesaler
#   $root/mnt/keys/<user>               the public keys that open the user's home
#   $root/mnt/host/host_key             the server's private key
#   $root/mnt/settings/sshd_config
#
# Mounted Secrets lie in folders that everyone may write, which sshd refuses: they are copied.
set -eu
root=${SVC_SFTP_ROOT:-}
homes=$root/srv/sftp
keys=$root/etc/svc-sftp
accounts=$root/var/lib/extrausers

chmod 755 "$homes" "$keys" "$accounts" "$root/run/sshd"
mkdir -p "$keys/keys"
cp "$root/mnt/host/host_key" "$keys/host_key"
chmod 600 "$keys/host_key"
: > "$accounts/passwd"
: > "$accounts/group"

# Numbers stay on the volume: a home keeps its owner when users come and go.
numbers=$homes/.numbers
touch "$numbers"
chmod 600 "$numbers"

number_of() {
  known=$(sed -n "s/^$1 //p" "$numbers")
  if [ -z "$known" ]; then
    known=$((60000 + $(wc -l < "$numbers")))
    echo "$1 $known" >> "$numbers"
  fi
  echo "$known"
}

# The last line may lack its end.
while read -r user centres || [ -n "$user" ]; do
  case $user in
    '' | '#'*) continue ;;
    *[!a-z0-9_-]*) echo "not a user name: $user" >&2; exit 1 ;;
  esac
  number=$(number_of "$user")
  echo "$user:*:$number:$number::/:/usr/sbin/nologin" >> "$accounts/passwd"
  echo "$user:x:$number:" >> "$accounts/group"
  cp "$root/mnt/keys/$user" "$keys/keys/$user"
  chmod 644 "$keys/keys/$user"
  mkdir -p "$homes/$user"
  chmod 755 "$homes/$user"
  for centre in $centres; do
    case $centre in
      *[!A-Za-z0-9_-]*) echo "not a centre: $centre" >&2; exit 1 ;;
    esac
    mkdir -p "$homes/$user/$centre"
    chmod 755 "$homes/$user/$centre"
    for box in inbound outbound archive; do
      mkdir -p "$homes/$user/$centre/$box"
      chown "$number:$number" "$homes/$user/$centre/$box"
    done
  done
done < "$root/mnt/wholesalers/wholesalers"

exec /usr/sbin/sshd -D -e -f "$root/mnt/settings/sshd_config"
