#!/usr/bin/env bash
# Plays at a table behind Caddy and behind nginx, with the files of docs/deploy, over https: somebody makes a table, sits down, waits for news
# and acts; others ask for too much, under wrong names, from wrong pages; the program is ended while somebody waits, and begun again.
# Needs caddy, nginx, curl and openssl, and the command: BASTIDE=target/debug/bastide tests/deploy/try.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bastide=$(realpath "${BASTIDE:-target/debug/bastide}")
for need in caddy nginx curl openssl "$bastide"; do
  command -v "$need" >/dev/null || { echo "$need is missing"; exit 2; }
done

work=$(mktemp -d)
port=17272 metrics=19272
running=()
finish() {
  local status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$work"/*.log || true
  fi
  for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

fail() { echo "FAILED behind $proxy: $*"; exit 1; }
# shellcheck source=tests/deploy/said.sh
source tests/deploy/said.sh
# What somebody at an address of this machine asks for under the name of the site: `ask 127.0.0.2 /path …`
ask() {
  local from=$1 path=$2
  shift 2
  curl --silent --show-error --insecure --max-time 40 --interface "$from" \
    --connect-to "play.example.org:443:127.0.0.1:$tls" "https://play.example.org$path" "$@"
}
status() { ask "$@" --output /dev/null --write-out '%{http_code}'; }
post() {
  local from=$1 path=$2 body=$3
  shift 3
  ask "$from" "$path" --header 'Content-Type: application/json' --data "$body" "$@"
}
until_it_answers() {
  for _ in $(seq 100); do
    if [ "$(status 127.0.0.1 /readyz 2>/dev/null)" = 200 ]; then return; fi
    sleep 0.1
  done
  fail "nothing answers"
}
serve() {
  BASTIDE_STATE="$work/state" "$bastide" serve --settings "$work/serve.toml" >"$work/bastide.log" 2>&1 &
  served=$!
  running+=("$served")
}

"$bastide" serve --print-settings --listen "127.0.0.1:$port" --name play.example.org --proxy 127.0.0.1 \
  --metrics "127.0.0.1:$metrics" --pause 0 | sed 's/^new-tables = .*/new-tables = 3/' >"$work/serve.toml"
config='{"config":"players = 2\nseed = 3\n[expansions]\n"}'

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org \
  -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
behind_caddy() {
  tls=18443
  {
    printf '{\n\tadmin off\n\thttp_port 18080\n\thttps_port %s\n\tskip_install_trust\n\tlocal_certs\n}\n' "$tls"
    sed "s/127.0.0.1:7272/127.0.0.1:$port/" docs/deploy/Caddyfile
  } >"$work/Caddyfile"
  HOME="$work" XDG_DATA_HOME="$work" XDG_CONFIG_HOME="$work" \
    caddy run --config "$work/Caddyfile" --adapter caddyfile >"$work/caddy.log" 2>&1 &
  running+=("$!")
}
behind_nginx() {
  tls=18444
  {
    echo "daemon off; pid $work/nginx.pid; error_log $work/nginx.log; events {}"
    echo "http { access_log off; client_body_temp_path $work/a; proxy_temp_path $work/b; fastcgi_temp_path $work/c; uwsgi_temp_path $work/d; scgi_temp_path $work/e;"
    sed -e "s/127.0.0.1:7272/127.0.0.1:$port/" -e "s/443 ssl/$tls ssl/" -e 's/listen 80/listen 18081/; s/]:80/]:18081/' \
      -e "s|/etc/letsencrypt/live/play.example.org/fullchain.pem|$work/cert.pem|" \
      -e "s|/etc/letsencrypt/live/play.example.org/privkey.pem|$work/key.pem|" docs/deploy/nginx.conf
    echo "}"
  } >"$work/nginx.conf"
  nginx -c "$work/nginx.conf" >"$work/nginx.out.log" 2>&1 &
  running+=("$!")
}

play() {
  rm -rf "$work/state"
  serve
  until_it_answers
  has "the page" "$(ask 127.0.0.2 /)" '/page/main.js'
  has "packed" "$(ask 127.0.0.2 /page/main.js --header 'Accept-Encoding: gzip' --head --request GET | tr '[:upper:]' '[:lower:]')" 'content-encoding: gzip'

  local made room host invite sat key now n version action news
  made=$(post 127.0.0.2 /api/t "$config" --header 'Origin: https://play.example.org')
  room=$(word room "$made") host=$(word host "$made") invite=$(word invite "$made")
  [ -n "$room" ] || fail "no table: $made"
  sat=$(post 127.0.0.2 "/api/t/$room/ask" '{"do":"sit","name":"Ana"}' --header "Authorization: Bearer $invite")
  key=$(word key "$sat")
  has "start" "$(post 127.0.0.2 "/api/t/$room/ask" '{"do":"start"}' --header "Authorization: Bearer $host")" '"done"'
  for _ in $(seq 50); do
    now=$(ask 127.0.0.2 "/api/t/$room/now?after=0&lang=en" --header "Authorization: Bearer $key")
    case "$now" in *'"yours":true'*) break ;; esac
    sleep 0.1
  done
  n=$(number n "${now%%\"log\"*}") version=$(number version "$now")
  action=$(sed -n 's/.*"options":\[{[^}]*"action":"\([^"]*\)".*/\1/p' <<<"$now")
  [ -n "$n" ] && [ -n "$version" ] && [ -n "$action" ] || fail "nothing to do in $now"
  # A friend waits for news; somebody acts; the friend is told.
  ask 127.0.0.3 "/api/t/$room/now?after=$version" >"$work/news" &
  local waits=$!
  sleep 1
  kill -0 "$waits" 2>/dev/null || fail "a friend did not wait: $(cat "$work/news")"
  has "act" "$(post 127.0.0.2 "/api/t/$room/ask" "{\"do\":\"act\",\"n\":$n,\"action\":\"$action\",\"id\":\"a\"}" --header "Authorization: Bearer $key")" '"done"'
  wait "$waits"
  news=$(cat "$work/news")
  [ "$(number version "$news")" -gt "$version" ] || fail "no news: $news"

  # Other names and other pages. A proxy may refuse them before the program does.
  is "a wrong name" "$(curl --silent --output /dev/null --write-out '%{http_code}' --header 'Host: evil.example' "http://127.0.0.1:$port/")" 421
  case "$(ask 127.0.0.2 / --header 'Host: evil.example' || true)" in *main.js*) fail "a wrong name got the page" ;; esac
  is "a page of others" "$(status 127.0.0.2 /api/library --header 'Origin: https://evil.example')" 403
  is "the counts are not for everybody" "$(status 127.0.0.2 /metrics)" 404
  has "the counts" "$(curl --silent "http://127.0.0.1:$metrics/metrics")" 'bastide_actions_total 1'

  # Three tables an hour from an address, which is the one that the proxy says, whatever somebody writes before it.
  for _ in 1 2; do is "a table" "$(status 127.0.0.2 /api/t --header 'Content-Type: application/json' --data "$config")" 200; done
  local no
  no=$(post 127.0.0.2 /api/t "$config" --include --header 'X-Forwarded-For: 203.0.113.9' | tr -d '\r')
  has "too many tables" "$no" ' 429'
  has "too many tables" "$(tr '[:upper:]' '[:lower:]' <<<"$no")" 'retry-after: '
  has "too many tables" "$no" '"code":"often"'
  is "somebody else's table" "$(status 127.0.0.3 /api/t --header 'Content-Type: application/json' --data "$config")" 200
  head -c 3500000 /dev/zero >"$work/long"
  # Caddy says 502 if the program has refused it before all of it was sent; over HTTP/2 it ends the stream then, and says nothing.
  case "$(status 127.0.0.4 /api/record --http1.1 --header 'Content-Type: application/json' --data-binary "@$work/long" || true)" in
    413 | 502) ;;
    *) fail "a long record was taken" ;;
  esac

  # It ends while a friend waits, and begins again.
  version=$(number version "$(ask 127.0.0.3 "/api/t/$room/now?after=0")")
  sleep 1
  version=$(number version "$(ask 127.0.0.3 "/api/t/$room/now?after=0")")
  ask 127.0.0.3 "/api/t/$room/now?after=$version" --write-out '%{http_code}' >"$work/news" &
  waits=$!
  sleep 1
  kill -TERM "$served"
  local ended=0 from=$SECONDS
  wait "$served" || ended=$?
  is "its end" "$ended" 0
  [ $((SECONDS - from)) -le 5 ] || fail "it ended after $((SECONDS - from)) s"
  wait "$waits" || true
  has "who waited" "$(cat "$work/news")" '"closing"'
  # It begins again on a copy.
  cp -a "$work/state" "$work/copy"
  rm -rf "$work/state"
  mv "$work/copy" "$work/state"
  serve
  until_it_answers
  has "the seat" "$(ask 127.0.0.2 "/api/t/$room/now?after=0" --header "Authorization: Bearer $key")" '"you":0'
  kill -TERM "$served"
  wait "$served" || fail "its second end"
}

for proxy in caddy nginx; do
  "behind_$proxy"
  play
  echo "behind $proxy: fine"
done
