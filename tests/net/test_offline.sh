#!/usr/bin/env bash
# --offline and `offline = yes` open no socket, and neither does anything but a refresh: the system
# calls are watched.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -x $build/dlrig-refresh || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no programs or no catalog in this build\n'
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
if ! strace -f -o "$tree/trace" true 2>/dev/null; then
    printf 'skipped: strace is not there, or may not watch\n'
    exit 77
fi
# The leak detector of the sanitizers cannot run where the system calls are watched.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export HOME=$tree XDG_DATA_HOME=$tree/data XDG_CONFIG_HOME=$tree/config
mkdir -p "$tree/config/dlrig" "$tree/store"
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# watch CODE PROGRAM WORD... - must end with that code and open no socket
watch() {
    local want=$1 code=0
    shift
    strace -f -e trace=%network -o "$tree/trace" "$@" >"$tree/said" 2>"$tree/told" </dev/null ||
        code=$?
    [[ $code == "$want" ]] || fail "$*: code $code, not $want: $(head -c 300 "$tree/told")"
    if grep -E '(socket|connect|sendto|bind)\(' "$tree/trace" >"$tree/calls"; then
        fail "$*: $(head -3 "$tree/calls")"
    fi
}

dlrig=$build/dlrig
"$dlrig" offers --format csv >"$tree/list.csv"
refresh=("$build/dlrig-refresh" --store "$tree/store" --catalog "$build/catalog.sqlite")

watch 0 "$dlrig" offers
watch 0 "$dlrig" plan --task serve --model llama-3.1-8b --users 1 --context 8k --format line
watch 0 "$dlrig" doctor --format json
watch 0 "$dlrig" refresh --list
watch 2 "$dlrig" --offline refresh fx
watch 2 "$dlrig" --offline refresh --from https://example.org/list.csv
watch 0 "$dlrig" --offline refresh --from "$tree/list.csv" --force
watch 4 "${refresh[@]}" --offline --feed fx --feed aliyun --feed skypilot-aws
watch 4 "${refresh[@]}" --offline --list own=https://example.org/list.csv
watch 4 "${refresh[@]}" --list own=http://example.org/list.csv
watch 4 "${refresh[@]}" --list own=https://127.0.0.1:9/list.csv # no packet to the own network

printf 'offline = yes\n[feeds]\nuse = fx\nlist.mine = https://example.org/list.csv\n' \
    >"$tree/config/dlrig/config.ini"
watch 2 "$dlrig" refresh
watch 2 "$dlrig" refresh fx
watch 0 "$dlrig" offers

# the watch itself can see one
printf 'offline = no\n[feeds]\nproxy = http://127.0.0.1:9\n' >"$tree/config/dlrig/config.ini"
strace -f -e trace=%network -o "$tree/trace" "$dlrig" refresh fx >/dev/null 2>&1 || true
grep -q 'socket(' "$tree/trace" || fail "a refresh was not seen to open a socket"

[[ $faults == 0 ]] && printf 'no socket is opened: good\n'
((faults == 0))
