#!/usr/bin/env bash
# The message compiler: what it writes, and that every fault is told with file and line.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
compiler=${CC:-cc}
msgc=${DLRIG_BUILD_DIR:-}/msgc
if [[ ! -x $msgc ]]; then
    msgc=$tree/msgc
    "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -o "$msgc" "$here/../../tools/msgc.c"
fi
cd "$tree"
mkdir out
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

compile() {
    "$msgc" --out out --lang en en.msg --lang zh zh.msg 2>&1
}

# told WHAT ENGLISH CHINESE PATTERN...: the run fails, and tells each pattern on a line of its own.
told() {
    local out pattern what=$1
    printf '%b' "$2" >en.msg
    printf '%b' "$3" >zh.msg
    shift 3
    rm -f out/*
    if out=$(compile); then
        fail "$what: not seen"
    fi
    for pattern in "$@"; do
        grep -qE -- "^$pattern" <<<"$out" || fail "$what: told otherwise: $out"
    done
    [[ $(grep -cE '^[a-z]+\.msg:' <<<"$out") == "$#" ]] || fail "$what: not $# faults: $out"
    [[ -z $(ls out) ]] || fail "$what: something was written"
}

# A good pair: escapes, continuation lines, ideographs joined without a blank, trigraph characters.
printf '%s\n' '# comment' '' 'psu-margin = PSU {1} is below {2}' '  of the load' \
    'two-lines = one\ntwo\\n \{1} "quoted" ??/' 'last-one = {1}{1}' >en.msg
printf '%s\n' 'last-one = 剩 {1}' 'two-lines = 一\n二' 'psu-margin = 电源 {2} 低于' '  负载 {1}' >zh.msg
compile || fail "a good pair is refused"
cat >show.c <<'END'
#include <stdio.h>
#include "messages.h"
int main(void)
{
    for (int l = 0; l < msg_lang_count; l++)
        for (int i = 0; i < MSG_COUNT; i++)
            printf("%s %s [%s]\n", msg_lang_codes[l], msg_names[i], msg_tables[l][i]);
    return MSG_PSU_MARGIN == 1 && MSG_TWO_LINES == 2 && MSG_LAST_ONE == 3 && MSG_COUNT == 4 ? 0 : 1;
}
END
mkdir -p lang
cp out/messages.h lang/messages.h
"$compiler" -std=c11 -Wall -Wextra -Werror -I. -Iout -o show show.c out/messages.c
./show >shown || fail "the enum is not in the order of the English files"
cat >wanted <<'END'
en none []
en psu-margin [PSU {1} is below {2} of the load]
en two-lines [one
two\n {1} "quoted" ??/]
en last-one [{1}{1}]
zh none []
zh psu-margin [电源 {2} 低于负载 {1}]
zh two-lines [一
二]
zh last-one [剩 {1}]
END
diff -u wanted shown || fail "the tables hold other texts"

# A text that changes leaves the header alone, so that nothing but the table is compiled again.
touch -d '2020-01-01' out/messages.h
sed -i 's/of the load/of the load now/' en.msg
compile || fail "a changed text is refused"
[[ -z $(find out/messages.h -newermt '2021-01-01') ]] || fail "the header was written again"
grep -q 'of the load now' out/messages.c || fail "the changed text is not in the table"

# A third language is one more --lang.
sed 's/= .*{1}.*{2}.*/= {1} {2}/' en.msg >de.msg
"$msgc" --out out --lang en en.msg --lang zh zh.msg --lang de de.msg ||
    fail "a third language is refused"
grep -q 'msg_lang_count = 3' out/messages.c || fail "the third language is not in the table"

# A language may bend a word by a figure; another need not.
printf 'a = {1} {1:row is|rows are} left\n' >en.msg
printf 'a = 剩 {1} 行\n' >zh.msg
compile || fail "forms of a figure are refused"
grep -qF '{1:row is|rows are}' out/messages.c || fail "the forms are not in the table"

told "missing in zh" 'a = x\nb = y\n' 'a = x\n' "en.msg:2: the id 'b' is missing in zh"
told "missing in en" 'a = x\n' 'a = x\n\nb = y\n' "zh.msg:3: the id 'b' is missing in en"
told "placeholders" 'a = {1} {2}\n' 'a = {1}\n' 'zh.msg:1: a: placeholders differ: \{1\} here'
told "twice" 'a = x\nb = y\na = z\n' 'a = x\nb = y\n' "en.msg:3: the id 'a' stands twice, first"
told "bad escape" 'a = x\\q\n' 'a = x\n' "en.msg:1: a: bad escape '.q'"
told "escape at the end" 'a = x\\\n' 'a = x\n' 'en.msg:1: a: bad escape'
told "bad placeholder" 'a = {0}\n' 'a = {12}\n' 'en.msg:1: a: bad placeholder' \
    'zh.msg:1: a: bad placeholder'
told "forms of a figure" 'a = {1:row}\nb = {1} {2:row|rows}\nc = {1} {1:row|rows|}\n' 'a = x\nb = {1}\nc = {1}\n' \
    'en.msg:1: a: bad placeholder' 'en.msg:2: b: a form of a figure' 'en.msg:3: c: bad placeholder'
told "invalid UTF-8" 'a = x\n' 'b = \xe4\xb8\na = \xc0\xaf\n' \
    'zh.msg:1: invalid UTF-8 at byte 5' 'zh.msg:2: invalid UTF-8' "zh.msg:1: the id 'b' is missing"
told "surrogates" 'a = \xed\xa0\x80\n' 'a = x\n' 'en.msg:1: invalid UTF-8'
told "control character" 'a = \x1b[2J\n' 'a = x\n' 'en.msg:1: control character 0x1B'
told "empty" 'a =\n' 'a = x\n' 'en.msg:1: a: empty text'
told "no equal sign" 'a x\n' '' "en.msg:1: no '='"
told "bad id" 'A-b = x\n' 'A-b = x\n' "en.msg:1: bad id 'A-b'" "zh.msg:1: bad id"
told "reserved id" 'count = x\n' 'count = x\n' "en.msg:1: the id 'count' is res" 'zh.msg:1: the id'
told "no message before" '  x\na = x\n' 'a = x\n' 'en.msg:1: continuation line'
told "all faults of a run" 'a = {1}\nb = x\nc = \n' 'a = y\nc = z\n' 'zh.msg:1: a: placeholders' \
    "en.msg:2: the id 'b' is missing" 'en.msg:3: c: empty'
rm zh.msg
compile >/dev/null && fail "a missing file is not told"
result=0
"$msgc" --lang en en.msg 2>/dev/null || result=$?
[[ $result == 2 ]] || fail "wrong use has exit code $result"

if ((faults > 0)); then
    exit 1
fi
printf 'the message compiler tells every fault\n'
