#!/usr/bin/env bash
# Two programs on one home: one fetches prices again and again, the other reads plans and writes
# rows of the user's own; nobody fails, nothing is lost, readers see whole files only.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
dlrig=$build/dlrig
[[ -x $dlrig && -x $build/dlrig-refresh && -f $build/catalog.sqlite ]] || {
    printf 'skipped: no program or no catalog in this build\n'
    exit 77
}
work=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
export HOME=$work/home XDG_CONFIG_HOME='' XDG_DATA_HOME='' XDG_STATE_HOME='' XDG_CACHE_HOME=''
export LC_ALL=C TZ=UTC
unset DLRIG_LANG DLRIG_DATA_DIR
mkdir "$work/home"
rows=12

list() { # list ROUND: prices that move a little
    printf 'provider,instance,region,zone,kind,gpu,gpu_count,vcpus,ram_gib,link,rdma,network_gbps,'
    printf 'currency,price_hour,price_month,date\n'
    for ((i = 0; i < 200; i++)); do
        printf 'shop,box-%d,,,on-demand,nvidia-rtx-4090,8,64,512,,,,USD,%d.%02d,,2026-11-30\n' \
            "$i" $((3 + i % 3)) $(($1 % 50))
    done
}
refresh_for_ever() {
    for ((n = 0; ; n++)); do
        list "$n" >"$work/shop.csv.new"
        mv "$work/shop.csv.new" "$work/shop.csv"
        "$dlrig" --as-of 2026-11-30 refresh --from "$work/shop.csv" >>"$work/refresh.out" 2>&1 ||
            printf 'refresh failed\n' >>"$work/refresh.bad"
        printf '%s\n' "$n" >"$work/rounds"
    done
}
refresh_for_ever &
pid=$!
for ((i = 0; i < 100; i++)); do
    [[ -s $work/rounds ]] && break
    read -rt 0.1 <> <(:) || true
done
for ((i = 0; i < rows; i++)); do
    "$dlrig" --as-of 2026-11-30 catalog add offer provider=cellar "instance=box-$i" \
        accelerator=rtx-4090 count=8 "price_hour=$((i + 1))" currency=USD >/dev/null
    "$dlrig" --as-of 2026-11-30 offers --provider shop,cellar --format json >"$work/offers.json"
    n=$(grep -c '"provider": "shop"' "$work/offers.json" || true)
    own=$(grep -c '"provider": "cellar"' "$work/offers.json" || true)
    [[ $n -eq 200 && $own -eq $((i + 1)) ]] || {
        printf 'FAILED: %s offers of the shop and %s of my own in round %s\n' "$n" "$own" "$i"
        exit 1
    }
    "$dlrig" --as-of 2026-11-30 plan --task serve --model llama-3.1-8b --gpu rtx-4090 \
        --format line >/dev/null
done
kill "$pid"
wait "$pid" 2>/dev/null || true
[[ ! -e $work/refresh.bad ]] || {
    printf 'FAILED: a refresh failed\n'
    tail -5 "$work/refresh.out"
    exit 1
}
[[ $("$dlrig" catalog export offers | wc -l) -eq $((rows + 1)) ]] || {
    printf 'FAILED: rows of my own are lost\n'
    exit 1
}
"$dlrig" catalog doctor >/dev/null
printf 'ok: %s refreshes beside %s writes\n' "$(($(<"$work/rounds") + 1))" "$rows"
