#!/usr/bin/env bash
# check-floors catches what it is for: each planted violation is told, and a clean tree passes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{base,engine/job,catalog,export,app,tui,commands,pricing,build}
compiler=${CC:-cc}
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# planted WHAT FILE LINE PATTERN: FILE made of LINE brings a message like PATTERN.
planted() {
    local out
    printf '%s\n' "$3" >"$tree/$2"
    if out=$("$here/check-floors" --root "$tree"); then
        fail "$1: not seen"
    elif ! grep -q -- "$2:1: .*$4" <<<"$out"; then
        fail "$1: told otherwise: $out"
    fi
    rm "$tree/$2"
}

printf '#include "base/str.h"\n#include <string.h>\n' >"$tree/engine/job/job.c"
printf '#include <curses.h>\n#include "app/model.h"\n#include "engine/result.h"\n' >"$tree/tui/loop.c"
printf '#include <sqlite3.h>\n' >"$tree/catalog/db.c"
printf '#include "tui/loop.h"\n#include "commands/commands.h"\n' >"$tree/main.c"
"$here/check-floors" --root "$tree" >/dev/null || fail "a clean tree is refused"

planted "a floor above" engine/bad.c '#include "catalog/db.h"' 'engine may not include catalog/'
planted "a floor above, spaced" base/bad.h '  #  include "engine/facts.h"' 'base may not include engine/'
planted "a floor beside" export/bad.c '#include "catalog/db.h"' 'export may not include catalog/'
planted "a floor beside" tui/bad.c '#include "commands/plan.h"' 'tui may not include commands/'
planted "pricing from the catalog" catalog/bad.c '#include "pricing/store.h"' 'may not include pricing/'
planted "pricing from the program" app/bad.c '#include "pricing/fetch.h"' 'may not include pricing/'
planted "no path" app/bad.c '#include "model.h"' 'write the path'
planted "curl" app/bad.c '#include <curl/curl.h>' 'pricing/fetch.c alone'
planted "sqlite" catalog/bad.c '#include <sqlite3.h>' 'catalog/db.c alone'
planted "cJSON" export/bad.c '#include <cjson/cJSON.h>' 'base/json.c alone'
planted "ncurses" commands/bad.c '#include <ncurses.h>' 'tui/ alone'
planted "utf8proc" tui/bad.c '#include <utf8proc.h>' 'base/text.c alone'
planted "csv" pricing/bad.c '#include <csv.h>' 'base/csv.c alone'
planted "ini" app/bad.c '#include <ini.h>' 'base/ini.c alone'
planted "clock in the engine" engine/bad.c '#include <time.h>' 'engine may not include <time.h>'
planted "table file" engine/bad.def '#include "app/model.h"' 'engine may not include app/'

# library NAME FILE CODE: libNAME.a of one object FILE.
library() {
    printf '%s\n' "$3" >"$tree/build/$2"
    (
        cd "$tree/build"
        "$compiler" -O0 -fPIC -c "$2" -o "$2.o"
        rm -f "lib$1.a"
        ar rcs "lib$1.a" "$2.o"
    )
}

# object WHAT NAME FILE CODE PATTERN: a library of that code is refused with PATTERN; without
# PATTERN it passes.
object() {
    local out=""
    library "$2" "$3" "$4"
    out=$("$here/check-floors" --root "$tree" --build "$tree/build") || true
    if [[ -z $5 ]]; then
        grep -q 'keep to the floors' <<<"$out" || fail "$1: refused: $out"
    else
        grep -q -- "lib$2.a($3.o): .*$5" <<<"$out" || fail "$1: not seen: $out"
    fi
}

library base num.c 'double half(double x) { return x / 2; }'
object "clean engine" engine plan.c \
    'double half(double); static const char *const t[] = {"a", "b"};
     const char *pick(int i) { return half(i) > 1 ? t[i & 1] : t[0]; }' ''
object "printing" engine plan.c 'int puts(const char *); void f(void) { puts("x"); }' 'puts'
object "environment" engine plan.c 'char *getenv(const char *); char *f(void) { return getenv("A"); }' \
    'getenv'
object "clock" engine plan.c 'long time(long *); long f(void) { return time(0); }' 'time'
object "malloc in the engine" engine plan.c \
    'void *malloc(unsigned long); void *f(void) { return malloc(3); }' 'malloc'
object "malloc in an arena of the engine" engine arena.c \
    'void *malloc(unsigned long); void *f(void) { return malloc(3); }' 'malloc'
rm "$tree/build/arena.c.o"
object "a counter" engine plan.c 'static int n; int f(void) { return n++; }' 'n is writable'
object "a local static" engine plan.c 'int f(void) { static int m = 3; return m++; }' 'writable'
object "clean engine" engine plan.c 'double half(double); double f(void) { return half(1); }' ''
object "clock in base" base num.c 'long time(long *); long f(void) { return time(0); }
     double half(double x) { return x; }' 'time'
object "malloc in base" base num.c 'void *malloc(unsigned long); void *f(void) { return malloc(3); }
     double half(double x) { return x; }' 'malloc'
object "malloc in the arena" base arena.c 'void *malloc(unsigned long);
     void *f(void) { return malloc(3); } double half(double x) { return x; }' ''

if ((faults > 0)); then
    exit 1
fi
printf 'check-floors catches its violations\n'
