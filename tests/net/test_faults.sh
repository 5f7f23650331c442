#!/usr/bin/env bash
# Each write, sync, rename, open and allocation of a refresh fails in its turn, once and from then on:
# the exit code tells it, the price file is wholly the old one or wholly the new one and can be read,
# and nothing is left that harms. Allocations are many: some of them, spread over the run.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
shim=$build/tests/libdlrig-fault.so
refresh=$build/dlrig-refresh
if [[ ! -f $shim || ! -x $refresh || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no fault library, program or catalog in this build\n'
    exit 77
fi
if ldd "$refresh" | grep -q asan; then
    printf 'skipped: a sanitizer has its own allocator\n'
    exit 77
fi
runs=${DLRIG_FAULT_RUNS:-40}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree XDG_DATA_HOME=$tree/data XDG_CONFIG_HOME=$tree/config
store=$tree/data/dlrig
mkdir -p "$store"
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

"$build/dlrig" offers --format csv >"$tree/all.csv"
# a month of prices that moved a little: rows that must be stored
columns=$(head -1 "$tree/all.csv" | tr ',' '\n' | wc -l)
list() { # FACTOR DAY
    awk -F, -v OFS=, -v f="$1" -v day="$2" -v columns="$columns" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
        $at["kind"] == "on-demand" && $at["currency"] == "USD" && n < 60 && NF == columns {
            n++; $at["price_hour"] *= f; $at["price_month"] = ""; $at["date"] = day; print }
    ' "$tree/all.csv"
}
list 1.01 2026-11-20 >"$tree/old.csv"
list 1.02 2026-11-27 >"$tree/new.csv"

go() { # LIST, in the environment the fault
    local code=0
    "${@:2}" "$refresh" --store "$store" --catalog "$build/catalog.sqlite" --as-of 2026-11-28 \
        --list "own=$1" >"$tree/said" 2>"$tree/told" || code=$?
    printf '%s' "$code"
}
sum() { sha256sum "$store/prices.sqlite" | cut -d' ' -f1; }

[[ $(go "$tree/old.csv") == 0 ]] || fail "the first refresh: $(<"$tree/told")"
cp "$store/prices.sqlite" "$tree/old.sqlite"
old=$(sum)

count() { # KIND: n, the calls of a run without a fault, and new, the file that it makes
    [[ $(go "$tree/new.csv" env "LD_PRELOAD=$shim" "FAULT_KIND=$1" FAULT_AT=0 \
        "FAULT_COUNT=$tree/count") == 0 ]] || fail "$1: a run without a fault fails"
    new=$(sum)
    cp "$tree/old.sqlite" "$store/prices.sqlite"
    n=$(<"$tree/count")
}

check() { # WHAT CODE
    local now left
    now=$(sum)
    case $2 in
    0) [[ $now == "$new" ]] || fail "$1: said to be stored, and is not" ;;
    2 | 3 | 4 | 5) [[ $now == "$old" ]] || fail "$1: code $2, and the price file is another" ;;
    *) fail "$1: code $2: $(tail -c 300 "$tree/told")" ;;
    esac
    [[ $2 == 0 || -s $tree/told || $(<"$tree/said") == *'"failed"'* ]] || fail "$1: code $2, no word"
    left=$(find "$store" -type f ! -name prices.sqlite ! -name prices.sqlite.lock \
        ! -name prices.sqlite.new | wc -l)
    [[ $left == 0 ]] || fail "$1: left behind: $(ls "$store")"
    rm -f "$store/prices.sqlite.new"
    cp "$tree/old.sqlite" "$store/prices.sqlite"
}

done_runs=0
for kind in write sync name open memory; do
    count "$kind"
    step=$(((n + runs - 1) / runs))
    for ((i = 1; i <= n; i += step)); do
        for ever in '' FAULT_EVER=1; do
            code=$(go "$tree/new.csv" env "LD_PRELOAD=$shim" "FAULT_KIND=$kind" "FAULT_AT=$i" $ever)
            check "$kind $i of $n${ever:+ and ever after}" "$code"
            done_runs=$((done_runs + 1))
        done
    done
done
[[ $(go "$tree/new.csv") == 0 ]] || fail "afterwards a refresh does not go: $(<"$tree/told")"
"$build/dlrig" offers --format csv | grep -q '2026-11-27,yours: own' || fail "the new price is not read"

[[ $faults == 0 ]] && printf '%d faults, each told, none harmful: good\n' "$done_runs"
((faults == 0))
