#!/usr/bin/env bash
# Builds the container of docs/deploy and plays in it: read-only, as nobody, its tables in a volume that outlives it.
#   tests/deploy/container.sh                                       with the images that the file names
#   tests/deploy/container.sh --build-arg BASE=… --build-arg TOOLS=…    with others; what is said here is said to `build`
# PODMAN=docker takes docker. RUN_ARGS is said to `run`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
podman=${PODMAN:-podman}
image=bastide-serve-try
name=bastide-serve-try
port=17373
command -v "$podman" >/dev/null || { echo "$podman is missing"; exit 2; }
finish() {
  "$podman" rm --force "$name" >/dev/null 2>&1 || true
  "$podman" volume rm --force "$name" >/dev/null 2>&1 || true
}
trap finish EXIT
fail() { echo "FAILED: $*"; "$podman" logs "$name" 2>&1 | tail -n 20 || true; exit 1; }

if [ -z "${BUILT:-}" ]; then
  "$podman" build "$@" -f docs/deploy/Containerfile -t "$image" .
fi
run() {
  # shellcheck disable=SC2086
  "$podman" run -d --name "$name" --read-only --cap-drop all --security-opt no-new-privileges \
    -v "$name:/data" -p "127.0.0.1:$port:7272" ${RUN_ARGS:-} "$image" --name play.example.org >/dev/null
  for _ in $(seq 100); do
    if curl --silent --fail "http://127.0.0.1:$port/readyz" >/dev/null; then return; fi
    sleep 0.1
  done
  fail "it is not ready"
}
ask() {
  curl --silent --show-error --header 'Content-Type: application/json' --header 'Host: play.example.org' "http://127.0.0.1:$port$1" "${@:2}"
}
# shellcheck source=tests/deploy/said.sh
source tests/deploy/said.sh

run
made=$(ask /api/t --data '{"config":"players = 2\nseed = 3\n[expansions]\n"}')
room=$(word room "$made")
[ -n "$room" ] || fail "no table: $made"
user=$("$podman" exec "$name" id -u)
[ "$user" = 65532 ] || fail "it runs as $user"
if "$podman" exec "$name" touch /usr/local/bin/x 2>/dev/null; then fail "its root can be written"; fi
from=$SECONDS
"$podman" stop --time 10 "$name" >/dev/null
[ $((SECONDS - from)) -le 6 ] || fail "it ended after $((SECONDS - from)) s"
code=$("$podman" inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || fail "it ended with $code"
"$podman" rm "$name" >/dev/null
run
case "$(ask "/api/t/$room/now?after=0")" in *'"seats"'*) ;; *) fail "the table is gone" ;; esac
size=$("$podman" image inspect --format '{{.Size}}' "$image")
echo "in a container: fine, $((size / 1000000)) MB"
