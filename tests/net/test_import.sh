#!/usr/bin/env bash
# Every file of a collection of published feeds through `dlrig refresh --from`, in three orders; then
# twelve well-known machines cost what their clouds ask. The collection is not part of dlrig.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
source=${DLRIG_SOURCE_DIR:?the source directory}
feeds=${DLRIG_SHARED:-$source/../shared}/data/feeds
if [[ ! -x $build/dlrig || ! -x $build/dlrig-refresh || ! -d $feeds ]]; then
    printf 'skipped: no programs, or no collection of feeds at %s\n' "$feeds"
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree/home XDG_CONFIG_HOME=$tree/config
mkdir -p "$tree/home" "$tree/config"
dlrig=$build/dlrig
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# provider instance region kind currency machine card
twelve='
aws p5.48xlarge us-east-1 on-demand USD 55.04 6.88
aws p4d.24xlarge us-east-1 on-demand USD 21.957642 2.74470525
aws g5.xlarge us-east-1 on-demand USD 1.006 1.006
aws g4dn.xlarge us-east-1 on-demand USD 0.526 0.526
aws g4dn.xlarge cn-north-1 on-demand CNY 5.223 5.223
azure Standard_ND96isr_H100_v5 eastus on-demand USD 98.32 12.29
azure Standard_ND96isr_H100_v5 eastus spot USD 18.169536 2.271192
azure Standard_NC24ads_A100_v4 eastus on-demand USD 3.673 3.673
azure Standard_NC24ads_A100_v4 eastus spot USD 0.746721 0.746721
gcp a3-highgpu-8g us-east4 on-demand USD 87.83247 10.97905875
gcp a2-highgpu-1g us-central1 on-demand USD 3.67339 3.67339
lambda gpu_8x_h100_sxm5 null on-demand USD 31.92 3.99
runpod 1x_RTX_4090 null on-demand USD 0.74 0.74
runpod 1x_RTX_4090 null community USD 0.34 0.34
alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou on-demand CNY 11.63 11.63
alibaba ecs.gn6i-c4g1.xlarge us-east-1 on-demand CNY 7.79 7.79
alibaba ecs.gn7i-c8g1.2xlarge cn-hangzhou on-demand CNY 9.5326 9.5326
alibaba ecs.gn7i-c8g1.2xlarge us-east-1 on-demand CNY 15.144184 15.144184'

# An offer a line: the seven fields of above and the zone.
offers() {
    "$dlrig" offers --format json | awk '
        /^ *"(provider|instance|region|zone|kind|currency|price_hour|price_gpu_hour)":/ {
            key = $1
            gsub(/[":]/, "", key)
            sub(/^[^:]*: /, "")
            gsub(/[",]/, "")
            gsub(/ /, "_")
            x[key] = $0
        }
        /^ *"confidence":/ {
            print x["provider"], x["instance"], x["region"], x["kind"], x["currency"],
                x["price_hour"], x["price_gpu_hour"], x["zone"]
        }'
}

check() {
    offers >"$tree/offers"
    while read -r line; do
        [[ -z $line ]] && continue
        grep -qxF "$line null" "$tree/offers" || fail "$1: $line is not among the offers: $(
            grep -F "$(cut -d' ' -f1-4 <<<"$line")" "$tree/offers" | head -3)"
    done <<<"$twelve"
    # what is old, doubtful or told twice does not count
    awk '$1 == "aws" && $6 / 8 == 12.29 { bad = 1 } END { exit bad }' "$tree/offers" ||
        fail "$1: the old price of AWS is there"
    ! grep -q '^gcp a3-highgpu-8g us-central1 on-demand USD 43' "$tree/offers" ||
        fail "$1: the low price of Google is there"
    ! grep -q '^shadeform lambdalabs' "$tree/offers" || fail "$1: a reseller counts twice"
}

# as a folder
export XDG_DATA_HOME=$tree/folder
code=0
"$dlrig" refresh --from "$feeds" --format json >"$tree/said" 2>"$tree/told" || code=$?
[[ $code == 4 ]] || fail "a folder with an answer that is no price list in it: exit code $code"
[[ $(grep -c '"ok": false' "$tree/said") == 1 ]] ||
    fail "other files failed: $(grep -B2 -A1 '"ok": false' "$tree/said")"
grep -q 'README.md' "$tree/told" || fail "README.md is left out without a word"
files=$(find "$feeds" -type f ! -name README.md | wc -l)
[[ $(grep -c '"feed":' <(sed '/"held":/q' "$tree/said")) == "$files" ]] || fail "not all $files files"
check folder
# each row is counted once
awk '/"feed":/ { sum = rows = 0 }
    /"(accepted|unchanged|merged|unpriced|quarantined|refused|passed_over)": [0-9]/ {
        gsub(/[",:]/, ""); sum += $2
    }
    /"rows": [0-9]/ { gsub(/[",:]/, ""); rows = $2 }
    /"reasons":/ { if (rows != sum) { print rows " rows, " sum " counted"; bad = 1 } }
    /"held":/ { exit }
    END { exit bad }' "$tree/said" || fail "the counts do not add up"

# one by one, forwards and backwards
one_by_one() {
    while read -r file; do
        "$dlrig" refresh --from "$file" >/dev/null 2>&1 || true
    done
    check "$1"
}
export XDG_DATA_HOME=$tree/backwards
one_by_one backwards < <(find "$feeds" -type f | sort -r)
export XDG_DATA_HOME=$tree/mixed
one_by_one mixed < <(find "$feeds" -type f | sort -t/ -k9.3)

printf '%d faults\n' "$faults"
exit $((faults > 0))
