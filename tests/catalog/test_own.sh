#!/usr/bin/env bash
# The user's own rows from the command line: added, changed, imported, exported, taken away; seen in
# offers, plans and bills; all or nothing; told in both languages.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
dlrig=$build/dlrig
[[ -x $dlrig && -f $build/catalog.sqlite ]] || {
    printf 'skipped: no program or no catalog in this build\n'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_CONFIG_HOME='' XDG_DATA_HOME='' XDG_STATE_HOME='' XDG_CACHE_HOME=''
export LC_ALL=C TZ=UTC
unset DLRIG_LANG DLRIG_DATA_DIR
mkdir "$work/home"
own=$work/home/.local/share/dlrig/own.sqlite
day=2026-11-30
faults=0

# run WANTED ARGUMENTS...: exit code as wanted; output and errors in $work/out, $work/err.
run() {
    local want=$1 code=0
    shift
    "$dlrig" --as-of "$day" --offline "$@" >"$work/out" 2>"$work/err" || code=$?
    [[ $code -eq $want ]] || {
        printf 'FAILED: exit code %s, not %s: dlrig %s\n' "$code" "$want" "$*"
        sed 's/^/    /' "$work/err"
        faults=$((faults + 1))
    }
}
# says FILE TEXT, silent FILE TEXT: what stands there and what does not.
says() {
    grep -qF -- "$2" "$work/$1" || {
        printf 'FAILED: no "%s" in:\n' "$2"
        sed 's/^/    /' "$work/$1" | head -20
        faults=$((faults + 1))
    }
}
silent() {
    ! grep -qF -- "$2" "$work/$1" || {
        printf 'FAILED: "%s" in:\n' "$2"
        sed 's/^/    /' "$work/$1" | head -20
        faults=$((faults + 1))
    }
}

# --- nothing of one's own yet is no fault
run 0 catalog doctor
says out 'none yet'
silent out 'faults marked'

# --- what a cell may hold is told in both languages
run 0 catalog add gpu
says out 'whole number 2010 to 2030'
run 0 --lang zh catalog add gpu
says out '整数，2010 至 2030'
silent out 'whole number'

# --- a card that nobody knows
run 2 size --task serve --model qwen2.5-32b --weights int4 --gpu tesla-t10x4
run 2 catalog add gpu tesla-t10 memory_gb=16
says err 'vendor, name, architecture'
says err 'must not be empty'
says err 'like=ID'
[[ ! -e $own ]] || { printf 'FAILED: a refused row made a file\n' && faults=$((faults + 1)); }
run 2 catalog add gpu tesla-t10 like=t4 memory_gb=16GB tdp_w=9000
says err 'memory_gb: 16GB: not a number'
says err 'tdp_w: 9000: outside 1 to 5000 W'
run 2 catalog add gpu tesla-t10 like=t4 memory_bg=16
says err 'did you mean: memory_gb'
long=$(printf '%5000s' '' | tr ' ' a)
run 2 catalog add gpu "$long" like=t4 name=T10
says err 'id: is longer than 300 bytes'
run 2 catalog add gpu tesla-t10 like=t4 "name=$long"
says err 'name: is longer than 4000 bytes'
run 2 --lang zh catalog add gpu tesla-t10 like=t4 "name=$long"
says err '超过 4000 字节'
run 2 catalog add price item_id=tesla-t10 price=100 currency=CNY
says err 'nothing in the catalog is called "tesla-t10"'
run 0 catalog add gpu tesla-t10 like=t4 memory_gb=16 memory_bandwidth_gbs=320 tdp_w=150
says out 'added to accelerators: tesla-t10'
run 0 catalog show tesla-t10
says out 'yours since 2026-11-30'
says out 'yours: own entry'
run 0 --lang zh catalog show tesla-t10
says out '自有'
run 0 size --task serve --model qwen2.5-32b --weights int4 --context 16k --gpu tesla-t10x4 \
    --format json
says out '"tesla-t10"'

# --- found by any word or other name, by likeness when nothing holds it
run 0 catalog list cpus epyc 7302
says out 'amd-epyc-7302'
silent out 'amd-epyc-7252'
run 0 catalog list accelerators hopprer
says out 'nvidia-h100'
run 1 catalog list accelerators nothing-of-that-kind
run 0 catalog list accelerators 4090 # and not where a page about it was read
says out 'nvidia-rtx-4090'
silent out 'nvidia-rtx-3090'

# --- changed again, and in place of a row of the catalog
run 0 catalog add gpu tesla-t10 tdp_w=151
says out 'changed in accelerators: tesla-t10'
run 0 catalog add gpu tesla-t10 tdp_w=151
says out 'nothing changed'
run 0 catalog add gpu nvidia-t4 tdp_w=61
says out 'the row of the catalog is hidden'
run 0 catalog show nvidia-t4 --format json
says out '"tdp_w": 61'
says out '"yours": true'
run 0 catalog doctor
says out 'hides a row'
run 0 catalog remove gpu nvidia-t4
says out 'the row of the catalog counts again'
run 0 catalog show nvidia-t4 --format json
says out '"tdp_w": 70'
says out '"yours": false'

# --- prices and offers
run 2 catalog add price item_id=4090 price=1111 currency=XXX
says err 'currency: XXX: no rate known'
says err 'THB TRY TWD UAH USD ZAR'
run 2 --lang zh catalog add price item_id=4090 price=1111 currency=XXX
says err 'XXX: 没有汇率'
run 2 catalog add offer provider=own instance=box accelerator=4090 count=1 price_hour=1 currency=QQQ
says err 'currency: QQQ: no rate known'
run 0 catalog add rate base=USD quote=QQQ rate=3
run 0 catalog add offer provider=own instance=box accelerator=4090 count=1 price_hour=1 currency=QQQ
run 0 catalog remove offer provider=own instance=box
run 0 catalog add price item_id=4090 price=1111 currency=USD
run 0 plan --task serve --model llama-3.1-8b --gpu rtx-4090 --where own --format md
# shellcheck disable=SC2016
says out '$1,111'
says out 'yours |'
run 0 plan --task serve --model llama-3.1-8b --gpu rtx-4090 --where own --format json
says out '"source": "yours: own entry"'
run 0 --lang zh plan --task serve --model llama-3.1-8b --gpu rtx-4090 --where own --format md
says out '自有 |'
run 0 catalog add offer provider=cellar instance=box accelerator=4090 count=8 vcpus=64 ram_gib=512 \
    price_hour=2 currency=USD
says out 'added to instances: cellar box'
run 0 offers --provider cellar
says out 'yours'
run 0 offers --provider cellar --format json
says out '"source": "yours: own entry"'
# a refresh of the same thing does not take its place
cat >"$work/list.csv" <<'CSV'
provider,instance,kind,gpu,gpu_count,vcpus,ram_gib,currency,price_hour,date
cellar,box,on-demand,nvidia-rtx-4090,8,64,512,USD,2.5,2026-11-30
cellar,shelf,on-demand,nvidia-rtx-4090,4,32,256,USD,1.5,2026-11-30
CSV
run 0 refresh --from "$work/list.csv"
run 0 offers --provider cellar --format json
says out '"price_hour": 2,'
says out '"price_hour": 1.5,'
silent out '"price_hour": 2.5,'

# --- the way of a price, once there is one
sed 's/,2.5,/,2.8,/; s/2026-11-30/2026-12-01/' "$work/list.csv" >"$work/later.csv"
mv "$work/later.csv" "$work/list.csv"
day=2026-12-01
run 0 refresh --from "$work/list.csv"
sed -i 's/,1.5,/,1.7,/; s/2026-12-01/2026-12-02/' "$work/list.csv"
day=2026-12-02
run 0 refresh --from "$work/list.csv"
run 0 --ascii offers --provider cellar
says out 'Trend'
says out '_#'
day=2026-11-30

# --- files: all or nothing, errors with row and column
run 0 catalog export accelerators --out "$work/cards.csv"
cat >"$work/hdds.csv" <<'CSV'
id,name,capacity_gb,interface,source,as_of,confidence
attic-8tb,Drive from the attic,8000,SATA,stall,2026-10-02,B
attic-9tb,Another,nine,SATA,stall,2026-10-32,B
CSV
run 2 catalog import "$work/hdds.csv"
says err 'hdds.csv:3: capacity_gb: nine: not a number'
says err 'hdds.csv:3: as_of: 2026-10-32: not a date'
says err 'nothing was stored'
run 0 catalog list hdds
silent out 'attic-8tb'
run 2 --lang zh catalog import "$work/hdds.csv"
says err '不是数字'
sed -i 's/nine/9000/; s/10-32/10-31/' "$work/hdds.csv"
run 0 catalog import "$work/hdds.csv"
says out 'hdds: 2 added, 0 changed, 0 as they were'
run 0 catalog import hdds "$work/hdds.csv"
says out 'hdds: 0 added, 0 changed, 2 as they were'
run 0 catalog list hdds attic --format csv
cp "$work/out" "$work/hdds.csv" # a list is a file to import, the mark of own rows left out
run 0 catalog import "$work/hdds.csv"
says out 'hdds: 0 added, 0 changed, 2 as they were'
printf 'id,name\nx,y\n' >"$work/some.csv"
run 2 catalog import "$work/some.csv"
says err 'which table is it?'
run 2 catalog import "$work/none.csv"
run 0 catalog export --out "$work/all" # made where it is not there
[[ -f $work/all/hdds.csv && -f $work/all/offers.csv ]] || faults=$((faults + 1))
run 0 catalog export --format json
cp "$work/out" "$work/before.json"
mv "$own" "$own.away"
run 0 catalog import "$work/all"
run 0 catalog export --format json
cmp -s "$work/out" "$work/before.json" || {
    printf 'FAILED: export and import are not the same rows\n'
    faults=$((faults + 1))
}

# --- measurements of one's own, in the form of the published ones
run 2 validate own
says err 'no measurements of your own'
run 0 catalog add measurement case_id=desk-1 kind=decode task=inference model_id=llama-3.1-8b \
    accelerator=nvidia-rtx-4090 weight_quant=Q4_K_M framework=llama.cpp concurrency=1 \
    input_len=512 output_len=128 metric=decode_tokens_per_s value=120 unit=tok/s
run 0 validate own --format csv
says out 'desk-1,decode,yes,120'
run 0 catalog export measurements
head -n 1 "$work/out" >"$work/columns"
head -n 1 "$(dirname "${BASH_SOURCE[0]}")/../../catalog/validation/published.csv" |
    tr -d '\r' | cmp -s - "$work/columns" || {
    printf 'FAILED: measurements have other columns than the published ones\n'
    faults=$((faults + 1))
}
run 0 catalog remove measurement desk-1

# --- taken away: what needs it is told
run 2 catalog remove gpu nvidia-h100-sxm5-80
says err 'no row of yours'
run 0 catalog remove instance provider=cellar
says out '1 of your own rows point to it'
run 0 plan --task serve --model llama-3.1-8b --gpu rtx-4090 --format line
says err '1 of your own rows cannot be used'
run 1 catalog doctor
says out '! row left out'
run 0 catalog remove offer provider=cellar
run 0 catalog doctor --format json
says out '"healthy": true'

# --- a damaged file: told, with what to do; the rest of the program says so, too
printf 'not a database' >"$own"
run 3 plan --task serve --model llama-3.1-8b --gpu rtx-4090 --format line
says err 'own database'
run 1 catalog doctor
says out '.damaged'
run 1 doctor
run 3 catalog add gpu x like=t4
[[ $(<"$own") == 'not a database' ]] || faults=$((faults + 1))
rm "$own"

# --- prices as shops and people write them
printf '名称,单价（元）,成色,日期\nRTX 4090 24G 涡轮,"￥16,500",二手,2026-11-20\nEPYC 7302,2200元,全新,2026-11-20\n' \
    >"$work/shop.csv"
run 0 catalog import "$work/shop.csv"
says out 'street_prices: 2 added'
run 0 catalog export street_prices
says out 'accelerators,nvidia-rtx-4090,2026-11-20,own,used,retail,part,16500,,,CNY,'
says out 'cpus,amd-epyc-7302,2026-11-20,own,new,retail,part,2200,,,CNY,'
run 0 catalog add price item_id='西数 SN850X 2T' price=￥1,099
says out 'western-digital-wd-black-sn850x-2000'
run 0 catalog add price item_id=3090 price=5500 currency=RMB condition=二手
run 2 catalog add price item_id=3090 price=5500 currency=XXX
says err 'there is one of: AED'
printf 'item,price,currency\n4090,￥12000,USD\nfoo bar,3,EUR\n3090,apple,USD\n4090,￥1.9/小时,CNY\n' >"$work/odd.csv"
run 2 catalog import price "$work/odd.csv"
says err 'odd.csv:2: price: ￥12000: an amount in another currency'
says err 'odd.csv:3: item_id: foo bar: no part of the catalog'
says err 'odd.csv:4: price: apple: not a number'
says err 'odd.csv:5: price: ￥1.9/小时: a rent per hour or month'
run 2 catalog add price item_id='RTX 4090 x2' price=25000 currency=CNY # of one, or of both?
run 2 --lang zh catalog import price "$work/odd.csv"
says err '金额的货币与本行的货币不同'
printf '名称,单价（万元）\n4090,1.2\n' >"$work/wan.csv"
run 2 catalog import price "$work/wan.csv"
says err 'unknown column'
printf 'provider,instance,计费方式,currency,price_hour,price_month\nautodl,RTX 4090 x1,按量,RMB,1.98,\nautodl,RTX 4090 x1,包月,元,,￥999\n' \
    >"$work/rents.csv"
run 0 catalog import "$work/rents.csv"
run 0 catalog export offers
says out 'autodl,RTX 4090 x1,global,on-demand,CNY,1.98,'
says out 'autodl,RTX 4090 x1,global,month,CNY,,999,'
run 0 offers --kind 按量 --gpu 4090
says out 'on demand'
run 2 offers --kind 随缘
says err 'none of: on-demand'

# --- no place to write: works without, says so where it must
mkdir "$work/file-home" && printf x >"$work/file-home/.local"
HOME=$work/file-home run 5 catalog add price item_id=4090 price=1111 currency=USD
HOME=/nonexistent run 0 plan --task serve --model llama-3.1-8b --gpu rtx-4090 --format line
HOME='' XDG_DATA_HOME=relative run 0 plan --task serve --model llama-3.1-8b --gpu rtx-4090 \
    --format line
HOME='' run 5 catalog add price item_id=4090 price=1111 currency=USD

[[ $faults -eq 0 ]] && printf 'ok\n'
[[ $faults -eq 0 ]]
