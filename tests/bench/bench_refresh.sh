#!/usr/bin/env bash
# A price list of 1,000,000 rows, each another machine, in no order, over a price file that holds
# last week's: processor time, memory and size. The lists are made here, always the same.
set -euo pipefail
home=$(mktemp -d /tmp/dlrig-bench-XXXXXX)
trap 'rm -rf "$home"' EXIT
rows=${DLRIG_BENCH_ROWS:-1000000}

cards="nvidia-t4:0.5 nvidia-l4:0.7 nvidia-a10:0.9 nvidia-l40s:1.6 nvidia-rtx-4090:0.6 \
nvidia-rtx-5090:0.9 nvidia-a100-sxm4-40:2 nvidia-a100-sxm4-80:2.4 nvidia-h100-sxm5-80:3.5 \
nvidia-h200-sxm-141:4.2 nvidia-b200-sxm-180:6 amd-mi300x-192:3"
make_list() { # WEEK DAY
    awk -v cards="$cards" -v rows="$rows" -v week="$1" -v day="$2" 'BEGIN {
        n = split(cards, card, " ")
        split("aws azure gcp oci lambda runpod vast nebius coreweave verda", seller, " ")
        print "provider,instance,region,kind,gpu,gpu_count,currency,price_hour,price_month,date"
        x = 1
        for (i = 0; i < rows; i++) {
            for (k = 0; k < 6; k++) {
                x = (x * 1103515245 + 12345) % 2147483648
                r[k] = int(x / 65536)
            }
            split(card[r[0] % n + 1], c, ":")
            count = 2 ^ (r[1] % 4)
            spot = r[3] % 2
            printf "%s,made-%07d,region-%02d,%s,%s,%d,USD,%.4f,,%s\n", seller[r[2] % 10 + 1],
                (i * 7919) % rows, r[4] % 60, spot ? "spot" : "on-demand", c[1], count,
                count * c[2] * (spot ? 0.6 : 1) * (0.8 + (r[5] + week * 37) % 400 / 1000), day
        }
    }'
}
refresh() {
    /usr/bin/time -f '%e %U %S %M' -o "$home/took" "$DLRIG_BUILD_DIR/dlrig-refresh" \
        --store "$home/store" --catalog "$DLRIG_BUILD_DIR/catalog.sqlite" --list "own=$home/list.csv" \
        --as-of "$1" >"$home/said"
    grep -q "\"accepted\":$rows," "$home/said" || { tail -2 "$home/said"; exit 1; }
}
row() { printf '  %-54s %9s %-7s %s\n' "$@"; }

[[ -x /usr/bin/time ]] || { printf 'skipped: no /usr/bin/time\n'; exit 0; }
printf '\n%-56s %9s %-7s %s\n' "refresh of $rows rows" figure unit budget
make_list 0 2026-11-21 >"$home/list.csv"
refresh 2026-11-21
make_list 1 2026-11-28 >"$home/list.csv"
refresh 2026-11-28
read -r wall user sys memory <"$home/took"
row "over last week's: processor time" "$(awk "BEGIN {print $user + $sys}")" s 5
row "over last week's: wall time" "$wall" s -
row "largest memory" "$((memory / 1024))" MiB 60
row "list" "$(($(stat -c %s "$home/list.csv") >> 20))" MiB -
row "price file with its history" "$(($(stat -c %s "$home/store/prices.sqlite") >> 20))" MiB -
