#!/usr/bin/env bash
# Fills the disk on which tables are kept while somebody plays, and makes it read-only: what could not be kept is refused and has not
# happened, what was answered is there afterwards, and the game goes on as soon as there is room.
# Needs curl, the right to mount a small file system, and the command: BASTIDE=target/debug/bastide tests/deploy/full.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bastide=$(realpath "${BASTIDE:-target/debug/bastide}")
for need in curl "$bastide"; do
  command -v "$need" >/dev/null || { echo "$need is missing"; exit 2; }
done

work=$(mktemp -d)
port=17273
served=
finish() {
  local status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$work/log" || true
  fi
  [ -z "$served" ] || kill -9 "$served" 2>/dev/null || true
  wait 2>/dev/null || true
  umount "$work/disk" 2>/dev/null || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
mkdir "$work/disk"
mount -t tmpfs -o size=2m tmpfs "$work/disk" 2>/dev/null || { echo "a file system cannot be mounted here: not tried"; exit 0; }

fail() { echo "FAILED: $*"; exit 1; }
# shellcheck source=tests/deploy/said.sh
source tests/deploy/said.sh
ask() { curl --silent --show-error --max-time 20 "http://127.0.0.1:$port$1" "${@:2}"; }
post() { ask "$1" --header 'Content-Type: application/json' --data "$2" "${@:3}"; }
serve() {
  BASTIDE_STATE="$work/disk" "$bastide" serve --port "$port" --pause 0 >>"$work/log" 2>&1 &
  served=$!
  for _ in $(seq 100); do
    if [ "$(ask /healthz --output /dev/null --write-out '%{http_code}' 2>/dev/null)" = 200 ]; then return; fi
    kill -0 "$served" 2>/dev/null || return 1
    sleep 0.1
  done
  fail "nothing answers"
}
ends() {
  kill "-$1" "$served"
  { wait "$served"; } 2>/dev/null || true
  served=
}
# How the table stands, once it is somebody's turn: `n`, the first action that can be chosen, and all of it.
look() {
  for _ in $(seq 100); do
    now=$(ask "/api/t/$room/now?after=0&lang=en" --header "Authorization: Bearer $key")
    n=$(number n "${now%%\"log\"*}")
    action=$(sed -n 's/.*"options":\[{[^}]*"action":"\([^"]*\)".*/\1/p' <<<"$now")
    case "$now" in *'"yours":true'*) return ;; esac
    sleep 0.05
  done
  fail "nobody's turn: $now"
}
act() { post "/api/t/$room/ask" "{\"do\":\"act\",\"n\":$n,\"action\":\"$action\",\"id\":\"a$n\",\"done\":true}" --header "Authorization: Bearer $key"; }
# Plays until something cannot be kept.
until_full() {
  for _ in $(seq 200); do
    look
    said=$(act)
    case "$said" in *'"done"'*) ;; *) return ;; esac
  done
  fail "the disk is full, and everything was kept"
}
fill() { head -c 4000000 /dev/zero >"$work/disk/filler" 2>/dev/null || true; }

serve || fail "it does not begin"
made=$(post /api/t '{"config":"players = 2\nseed = 3\n[expansions]\n"}')
room=$(word room "$made") host=$(word host "$made") invite=$(word invite "$made")
key=$(word key "$(post "/api/t/$room/ask" '{"do":"sit","name":"Ana"}' --header "Authorization: Bearer $invite")")
has "start" "$(post "/api/t/$room/ask" '{"do":"start"}' --header "Authorization: Bearer $host")" '"done"'
for _ in 1 2 3; do
  look
  has "an action" "$(act)" '"done"'
done

echo "a disk that is full"
fill
until_full
before=$n
has "what is answered" "$said" '"is":"no"'
look
is "what has not happened" "$n" "$before"
has "whoever looks is told" "$now" 'could not be kept'

echo "killed while it is full, and begun again"
ends KILL
serve || fail "it does not begin"
has "the start" "$(tail -n 5 "$work/log")" 'F0052'
look
is "what was answered" "$n" "$before"
has "an action" "$(act)" '"is":"no"'

echo "room again"
rm -f "$work/disk/filler"
sleep 2.5
look
is "what was answered" "$n" "$before"
has "an action" "$(act)" '"done"'
look
[ "$n" -gt "$before" ] || fail "the game does not go on"

echo "full and room again while it runs"
fill
until_full
rm -f "$work/disk/filler"
sleep 2.5
look
has "an action" "$(act)" '"done"'
look
kept=$n

echo "a disk that cannot be written, after the program was killed"
ends KILL
mount -o remount,ro "$work/disk"
serve || fail "it does not begin"
has "the start" "$(tail -n 5 "$work/log")" 'F0052'
look
is "what was answered" "$n" "$kept"
has "an action" "$(act)" '"is":"no"'
ends TERM
mount -o remount,rw "$work/disk"
serve || fail "it does not begin again"
look
is "what was answered" "$n" "$kept"
has "an action" "$(act)" '"done"'
echo "ok"
