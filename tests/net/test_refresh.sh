#!/usr/bin/env bash
# A price list on its whole way: exported, changed, refreshed, seen among the offers; and what goes
# wrong on the way changes nothing.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -x $build/dlrig-refresh || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no programs or no catalog in this build\n'
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree/home XDG_DATA_HOME=$tree/data XDG_CONFIG_HOME=$tree/config
mkdir -p "$tree/home" "$tree/config/dlrig"
cd "$tree"
dlrig=$build/dlrig
store=$tree/data/dlrig/prices.sqlite
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# expect CODE WORD... - runs dlrig; its output goes to `said`, its errors to `told`.
expect() {
    local want=$1 code=0
    shift
    "$dlrig" "$@" >said 2>told </dev/null || code=$?
    [[ $code == "$want" ]] || fail "dlrig $*: exit code $code, not $want: $(head -c 300 told)"
}
sum() { sha256sum "$store" | cut -d' ' -f1; }

# As exported it says nothing new.
expect 0 offers --format csv
cp said list.csv
rows=$(($(wc -l <list.csv) - 1))
expect 0 refresh --from list.csv --dry-run --format json
grep -q '"accepted": 0,' said || fail "an unchanged export has new prices"
grep -q "\"unchanged\": $rows," said || fail "not all $rows rows are as in the catalog"
[[ ! -e $store ]] || fail "--dry-run wrote a price file"

# One price and its day changed, one price beyond belief, one gone.
awk -F, -v OFS=, -v day=2026-11-25 '
    $5 == "on-demand" && $14 == "USD" && ++n == 1 { $15 = $15 * 1.125; $18 = day }
    $5 == "on-demand" && $14 == "USD" && n == 2 && !odd { $15 = $15 * 50; odd = NR }
    $5 == "on-demand" && $14 == "USD" && n == 3 && !gone { $15 = 0; gone = NR }
    { print }' list.csv >changed.csv
row=$({ diff list.csv changed.csv || true; } | sed -n '/^> /{s///p;q}')
key=$(cut -d, -f1-5 <<<"$row")
price=$(cut -d, -f15 <<<"$row")
expect 0 refresh --from changed.csv --as-of 2026-11-30
grep -q '1 stored' said || fail "not one row was stored: $(<said)"
grep -q '1 without a price, 1 quarantined, 0 refused' said || fail "other counts: $(<said)"
expect 0 offers --format csv
grep -F "$key," said >new || fail "the changed offer is gone"
grep -qF ",$price," new || fail "the new price is not among the offers: $(<new)"
grep -qF ',2026-11-25,yours: own,' new || fail "no new day or source: $(<new)"
[[ $(($(wc -l <said) - 1)) == "$rows" ]] || fail "the number of offers changed"
expect 0 offers --format json
grep -q '"source": "yours: own"' said || fail "JSON does not tell the source"
expect 0 offers --as-of 2026-11-30 --provider "${key%%,*}" --format md
grep '2026-11-25' said | grep -q 'yours' || fail "the table does not show the new day as yours"
expect 0 refresh --quarantine
grep -q 'five times off its last price' said || fail "no reason for the odd price"
grep -q 'unknown is not free' said || fail "no reason for the row without a price"
expect 0 --lang zh refresh --quarantine
grep -q '五倍以上' said || fail "no Chinese reason"

# Released by hand it is taken.
awk -F, -v OFS=, 'NR == FNR { was[FNR] = $0; next }
    FNR == 1 { print $0, "checked"; next }
    { print $0, ($0 != was[FNR] ? "yes" : "") }' list.csv changed.csv >released.csv
expect 0 refresh --from released.csv --as-of 2026-11-30
grep -q '2 stored' said || fail "the released price was not taken: $(<said)"
expect 0 refresh --from changed.csv --as-of 2026-11-30

# A list that shrank, one that is none, one that is not there, other schemes.
before=$(sum)
head -n 20 changed.csv >short.csv
expect 4 refresh --from short.csv
grep -q -- '--force' said || fail "how to take a shorter list is not told: $(<said)"
printf '<html>log in</html>\n' >page.csv
expect 4 refresh --from page.csv
expect 4 refresh --from nowhere.csv
expect 4 refresh --from http://localhost/list.csv
grep -q 'https' said || fail "http is refused without a word"
expect 4 refresh --from https://127.0.0.1:9/list.csv
expect 2 --offline refresh --from https://example.org/list.csv
expect 2 --offline refresh
expect 2 refresh
expect 2 refresh skypilot-aw
grep -q skypilot-aws told || fail "no near feed is offered: $(<told)"
expect 2 refresh --from short.csv a b
expect 2 refresh --from short.csv '../x'
[[ $(sum) == "$before" ]] || fail "a failed refresh changed the price file"
expect 0 refresh --from short.csv --force
[[ $(sum) != "$before" ]] || fail "--force did not take the shorter list"
expect 0 --offline refresh --from changed.csv --as-of 2026-11-30

# Lists named in the config, one of which fails.
printf '[feeds]\nlist.mine = %s\nlist.lost = %s\n' "$tree/changed.csv" "$tree/nowhere.csv" \
    >config/dlrig/config.ini
expect 0 refresh mine
expect 4 refresh
grep -q '^mine: ' said || fail "the good list was not taken beside the bad one"
grep -q '^lost: ' said || fail "the bad list is not told"
expect 2 refresh nine
grep -q 'mine' told || fail "the near name is not offered"
printf '[feeds]\nlist.a/b = x\n' >config/dlrig/config.ini
expect 2 refresh
grep -q 'config.ini:2' told || fail "a bad name of a list is not told with its line"
rm config/dlrig/config.ini

# Spreadsheets of other countries, a column too few, nothing at all: the message says which.
head='provider,instance,region,kind,gpu,gpu_count,currency,price_hour,price_month,date'
row='lambda,mine,,on-demand,h100,8,USD,24,,2026-11-01'
wrong() { # WORD WORD: of a file `wrong.csv`, in English and in Chinese
    expect 4 refresh --from wrong.csv nought
    grep -qF -- "$1" said || fail "no word of '$1': $(<said)"
    expect 4 --lang zh refresh --from wrong.csv nought
    grep -qF -- "$2" said || fail "no word of '$2': $(<said)"
}
printf '%s\n%s\n' "$head" "$row" | tr , ';' >wrong.csv
wrong 'parted by ";"' '以“;”分隔'
printf '\xEF\xBB\xBF%s\n%s\n' "$head" "$row" | tr , '\t' >wrong.csv
wrong 'parted by "Tab"' '以“Tab”分隔'
printf '\xFF\xFEp\0r\0o\0v\0' >wrong.csv
wrong 'iconv -f UTF-16' 'iconv -f UTF-16'
printf '%s\nlambda,\xB0\xA2\xC0\xEF,,on-demand,h100,8,USD,24,,2026-11-01\n' "$head" >wrong.csv
wrong 'line 2 is not UTF-8' '第 2 行不是 UTF-8'
printf 'provider,gpu,price_hour\nlambda,h100,3\n' >wrong.csv
wrong 'the column instance is missing' '缺少列 instance'
: >wrong.csv
wrong 'it is empty' '文件是空的'
printf '%s\n%s\n' "$head" "${row/USD/cents}" >wrong.csv
wrong 'line 2: lambda mine on-demand: has no currency' '没有已知汇率'
expect 4 refresh --from wrong.csv nought --format json
grep -q '"unknown-currency": 1' said || fail "JSON gives no reason for a refused list: $(<said)"
[[ $(sed '/"reasons":/q' said | grep -o '"[a-z_]*":' | sort | uniq -d) == "" ]] ||
    fail "a key stands twice in JSON"

# A second list under the name of the first: that the first is gone is told, and how to keep it.
printf '%s\n%s\n' "$head" "$row" >first.csv
printf '%s\n%s\n' "$head" "${row/mine/other}" >second.csv
expect 0 refresh --from first.csv pair
expect 0 refresh --from first.csv pair
! grep -q 'first.csv' told || fail "the same file once more is no other list: $(<told)"
expect 0 refresh --from second.csv pair
grep -q '1 row of .*first.csv is replaced' told || fail "a list went without a word: $(<told)"
expect 0 refresh --from second.csv pair --dry-run
expect 0 --lang zh refresh --from first.csv pair
grep -q '来自 .*second.csv 的 1 行已被替换' told || fail "no Chinese word of it: $(<told)"

# Killed while it reads, and a second one meanwhile.
before=$(sum)
mkfifo pipe
"$build/dlrig-refresh" --store "$tree/data/dlrig" --catalog "$build/catalog.sqlite" \
    --list own=pipe >/dev/null 2>&1 &
child=$!
exec 3>pipe # opened for writing as soon as the other side reads
head -n 50 changed.csv >&3
expect 4 refresh --from changed.csv
grep -q 'another refresh' told || fail "a second refresh does not say why it waits"
kill -KILL "$child"
wait "$child" 2>/dev/null || true
exec 3>&-
[[ $(sum) == "$before" ]] || fail "a killed refresh changed the price file"

# The program that asked for it is killed: its refresh ends too, and stores nothing.
printf '[feeds]\nlist.slow = %s\n' "$tree/pipe" >config/dlrig/config.ini
"$dlrig" refresh slow >/dev/null 2>&1 &
child=$!
exec 3>pipe
{ printf '%s\n' "$head"; seq -f "lambda,a%g,,on-demand,h100,8,USD,24,,2026-11-01" 9000; } >&3
kill -KILL "$child"
wait "$child" 2>/dev/null || true
(seq -f "lambda,b%g,,on-demand,h100,8,USD,24,,2026-11-01" 9000 >&3) 2>/dev/null || true
exec 3>&-
rm config/dlrig/config.ini
for ((i = 0; i < 100; i++)); do # until it has let go of the lock
    "$dlrig" refresh --from nowhere.csv >said 2>told || true
    grep -q 'another refresh' told || break
    sleep 0.1
done
[[ $(sum) == "$before" ]] || fail "a refresh outlived the program that asked for it"
expect 0 refresh --from changed.csv --as-of 2026-11-30

# A folder with a link to itself, a pipe, a dead link: each list once, nothing waits.
mkdir odd && cp changed.csv odd/ && ln -s . odd/round && ln -s nowhere odd/dead && mkfifo odd/pipe
expect 0 refresh --from odd --dry-run --as-of 2026-11-30
[[ $(grep -c ' rows: ' said told | awk -F: '{n += $2} END {print n}') == 1 ]] ||
    fail "a link to the folder itself is read again"

# A list that is mostly not understood names its first such line, and the reason.
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "kind") k = i }
    NR > 2 && NR < 8 { $k = "sport" } NR < 13' changed.csv >kinds.csv
expect 4 refresh --from kinds.csv --dry-run --as-of 2026-11-30
cat said told | grep -q 'first that of line 3: it has a kind' || fail "the first wrong line is not named"

# Damage is told with exit code 3; a refresh mends it.
head -c 5000 "$store" >cut.sqlite && cp cut.sqlite "$store"
expect 3 offers
grep -q 'prices.sqlite' told || fail "the damaged file is not named"
grep -q 'dlrig refresh' told || fail "what to do is not told"
expect 0 refresh --from changed.csv --as-of 2026-11-30
[[ -f $store.damaged ]] || fail "the damaged file was not put aside"
expect 0 offers --format csv
grep -qF ',2026-11-25,yours: own,' said || fail "after the repair the price is gone"

# A folder of that name is no damage: it is told, and left where it is.
rm -f "$store" "$store.damaged" && mkdir "$store"
expect 5 refresh --from changed.csv --as-of 2026-11-30
cat said told | grep -q 'prices.sqlite.*[Dd]irectory' || fail "a folder in its place is not told"
! cat said told | grep -q 'damaged' || fail "a folder is called damaged"
[[ -d $store && ! -e $store.damaged ]] || fail "a folder was put aside"
rmdir "$store"

# Where the damaged file should go a folder stands: that one is named, and nothing was put aside.
head -c 5000 cut.sqlite >"$store" && mkdir "$store.damaged"
expect 5 refresh --from changed.csv --as-of 2026-11-30
grep -q 'prices.sqlite.damaged: Is a directory' told || fail "what is in the way is not named"
! grep -q 'was damaged; it is now' said told || fail "put aside, and it was not"
rm "$store" && rmdir "$store.damaged"

[[ $faults == 0 ]] && printf 'a price list on its whole way: good\n'
((faults == 0))
