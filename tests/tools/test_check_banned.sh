#!/usr/bin/env bash
# check-banned catches what it is for, and neither comments nor strings.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/base" "$tree/build"
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# told WHAT TEXT PATTERN: base/x.c of TEXT is refused with PATTERN, on the line it stands.
told() {
    local out
    printf '%b' "$2" >"$tree/base/x.c"
    if out=$("$here/check-banned" --root "$tree"); then
        fail "$1: not seen"
    elif ! grep -q -- "^base/x.c:$3" <<<"$out"; then
        fail "$1: told otherwise: $out"
    fi
}

# clean WHAT TEXT: base/x.c of TEXT passes.
clean() {
    local out
    printf '%b' "$2" >"$tree/base/x.c"
    out=$("$here/check-banned" --root "$tree") || fail "$1: refused: $out"
}

for name in strcpy strcat sprintf gets atoi atof strtok system popen alloca gmtime localtime; do
    told "$name" "int a;\n    $name(x);\n" "2: $name() is banned"
    told "$name behind a comment" "/* a\n b */ x = $name (y);\n" "2: $name() is banned"
    told "$name behind a string" "f(\"a\\\\\"b\", $name(y));\n" "1: $name() is banned"
    clean "$name in a comment" "/* $name(x)\n $name(x) */\n// $name(x)\n"
    clean "$name in a string" "f(\"$name(x)\");\n"
    clean "my_$name, ${name}_r" "my_$name(x); ${name}_r(x); struct $name y;\n"
done
clean "snprintf" "snprintf(a, 3, \"x\");\n"
clean "a quote as a character" "f('\"'); g(\"it's\");\n"
told "a function after a quote as a character" "f('\"'); strcpy(a, b);\n" "1: strcpy() is banned"
told "typedef of a struct" "typedef struct a b;\n" "1: typedef"
clean "typedef of a function" "typedef int (*f)(struct a *);\n"
told "locale of numbers" "setlocale(LC_ALL, \"\");\n" "1: setlocale"
told "a tab" "int a;\n\tint b;\n" "2: a tab"
told "blanks at the end" "int a; \n" "1: blanks"
told "a long line" "// $(printf '%0101d' 0)\n" "1: 104 columns"
clean "a line of 100 columns" "// $(printf '%097d' 0)\n"
clean "100 characters of more bytes" "// $(printf '%097d' 0 | sed 's/0/é/g')\n"
told "a long file" "$(printf 'int a;\\n%.0s' {1..801})" "801: 801 lines"
clean "a file of 800 lines" "$(printf 'int a;\\n%.0s' {1..800})"
printf 'a,b\n' >"$tree/base/x.out"
if out=$("$here/check-banned" --root "$tree") || ! grep -q '^base/x.out:1: no file' <<<"$out"; then
    fail "a file that is none of the sources: $out"
fi
rm "$tree/base/x.out"
printf 'gets(x);\n' >"$tree/build/x.c"
clean "the build folder" "int a;\n"

if ((faults > 0)); then
    exit 1
fi
printf 'check-banned catches its violations\n'
