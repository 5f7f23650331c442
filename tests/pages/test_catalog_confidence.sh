#!/usr/bin/env bash
# Figures that rest on memory grow fewer, never more: for each table of parts and models no larger
# share of its rows is unverified than stands below. Lower a limit when sources have been found.
set -euo pipefail
here=$(dirname "$0")
out=$("$here/catalog-confidence" "${1:-$here/../../catalog/data}")
fails=0

while read -r table limit; do
    row=$(grep "^| $table |" <<<"$out" || true)
    share=$(sed -nE 's/.*\(([0-9]+) %\) \|$/\1/p' <<<"$row")
    if [ -z "$share" ]; then
        echo "no table $table"
        fails=1
    elif [ "$share" -gt "$limit" ]; then
        echo "$table: $share % of the rows are unverified, at most $limit %"
        fails=1
    fi
done <<'LIMITS'
accelerators 51
cables 0
cases 100
class_estimates 44
coolers 95
cpus 74
fittings 83
hdds 100
instances 0
interconnects 30
memory 61
model_repos 45
models 38
nics 100
offers 0
platforms 82
psus 96
raid_hba 100
ssds 97
street_prices 5
switches 87
tco_defaults 42
ups 88
LIMITS
exit $fails
