#!/usr/bin/env bash
# A machine without any network: names that cannot be looked up and addresses that cannot be reached
# are told, the prices stay as they were, and everything that needs no network works.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -x $build/dlrig-refresh || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no programs or no catalog in this build\n'
    exit 77
fi
if ! unshare -rn true 2>/dev/null; then
    printf 'skipped: this system gives no network namespaces\n'
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree XDG_DATA_HOME=$tree/data XDG_CONFIG_HOME=$tree/config
mkdir -p "$tree/config/dlrig"
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# alone CODE TEXT WORD...: dlrig without a network ends with that code and says TEXT
alone() {
    local want=$1 text=$2 code=0
    shift 2
    unshare -rn timeout 60 "$build/dlrig" "$@" >"$tree/said" 2>&1 </dev/null || code=$?
    [[ $code == "$want" ]] || fail "$*: code $code, not $want: $(head -c 300 "$tree/said")"
    grep -q -- "$text" "$tree/said" || fail "$*: no \"$text\" in: $(head -c 300 "$tree/said")"
}

"$build/dlrig" offers --format csv >"$tree/list.csv"
alone 0 'stored in' refresh --from "$tree/list.csv" --force
prices=$tree/data/dlrig/prices.sqlite
before=$(sha256sum <"$prices")

alone 4 'not fetched' refresh fx
alone 4 'not fetched' refresh --from https://192.0.2.1/list.csv
grep -qiE 'unreachable|connect' "$tree/said" || fail "no word of the network: $(cat "$tree/said")"
[[ $(sha256sum <"$prices") == "$before" ]] || fail 'the prices changed'
alone 0 'fits' plan --task serve --model llama-3.1-8b --users 1 --context 8k --format line
alone 0 'aws' offers --provider aws

[[ $faults == 0 ]] && printf 'without a network: good\n'
((faults == 0))
