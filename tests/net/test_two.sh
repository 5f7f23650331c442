#!/usr/bin/env bash
# Two programs: one refreshes, slowly and then with much to write, while others read the prices, make
# plans and add to the user's own database. Readers see the old prices or the new ones and never
# wait; nothing is lost.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -x $build/dlrig-refresh || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no programs or no catalog in this build\n'
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree XDG_DATA_HOME=$tree/data XDG_CONFIG_HOME=$tree/config XDG_STATE_HOME=$tree/state
cd "$tree"
dlrig=$build/dlrig
store=$tree/data/dlrig
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}
list() { # ROWS FACTOR DAY
    awk -v rows="$1" -v f="$2" -v day="$3" 'BEGIN {
        print "provider,instance,region,kind,gpu,gpu_count,currency,price_hour,price_month,date"
        for (i = 0; i < rows; i++)
            printf "lambda,made-%06d,region-%02d,on-demand,nvidia-h100-sxm5-80,8,USD,%.4f,,%s\n",
                i, i % 60, f * (24 + i % 100 / 50), day
    }'
}
price() { awk -F, '$1 == "lambda" && $2 == "made-000000" { print $15 }' said; }

# readers: each must succeed, within seconds, and see one of two prices
read_all() {
    local seen
    timeout 30 "$dlrig" offers --provider lambda --format csv >said 2>told || fail "offers: $(<told)"
    seen=$(price)
    [[ $seen == 24 || $seen == 25.2 ]] || fail "a price that is neither old nor new: $seen"
    timeout 30 "$dlrig" plan --task serve --model llama-3.1-8b --users 1 --context 8k --format line \
        >said 2>told || fail "plan: $(<told)"
    reads=$((reads + 1))
}

list 2000 1 2026-11-20 >old.csv
list 60000 1.05 2026-11-27 >new.csv
"$dlrig" refresh --from old.csv own >/dev/null || fail "the first refresh"
reads=0

# a slow feed: its bytes come when we let them
mkfifo pipe
"$build/dlrig-refresh" --store "$store" --catalog "$build/catalog.sqlite" --as-of 2026-11-28 \
    --list own=pipe >progress 2>&1 &
child=$!
exec 3>pipe
head -n 30000 new.csv >&3
for i in 1 2 3; do
    read_all
    "$dlrig" plan --task serve --model llama-3.1-8b --users "$i" --context 8k --format json \
        --out "plan-$i.json" >/dev/null 2>told || fail "plan --out: $(<told)"
    "$dlrig" catalog add offer provider=cellar "instance=box-$i" accelerator=4090 count=8 \
        price_hour="$i" currency=USD >/dev/null 2>told || fail "catalog add: $(<told)"
done
kill -0 "$child" 2>/dev/null || fail "the slow refresh ended early: $(<progress)"
tail -n +30001 new.csv >&3
exec 3>&-

# and now while it writes
while kill -0 "$child" 2>/dev/null; do
    read_all
done
wait "$child" || fail "the slow refresh failed: $(tail -2 progress)"
read_all
"$dlrig" offers --provider lambda --format csv >said
[[ $(price) == 25.2 ]] || fail "the new price is not there: $(price)"
"$dlrig" offers --provider cellar --format csv >said
for i in 1 2 3; do
    grep -q "box-$i" said || fail "what was added meanwhile is lost: box-$i"
    [[ -s plan-$i.json ]] || fail "a plan written meanwhile is lost: $i"
done

[[ $faults == 0 ]] && printf '%d reads beside a refresh, none waited: good\n' "$reads"
((faults == 0))
