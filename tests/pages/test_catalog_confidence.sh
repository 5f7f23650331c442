#!/usr/bin/env bash
# Figures that rest on memory grow fewer, never more: for each table of parts and models no larger
# share of its rows is unverified than stands below (now, and a few in a hundred for new rows).
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
accelerators 52
cables 2
cases 97
coolers 93
cpus 73
fans 3
fittings 85
hdds 43
instances 2
interconnects 32
memory 46
model_repos 47
models 45
nics 100
offers 2
platforms 83
psus 67
raid_hba 100
ssds 74
switches 89
ups 87
LIMITS
exit $fails
