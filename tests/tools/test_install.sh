#!/usr/bin/env bash
# What is installed lies where it belongs, and the installed program finds its data from there.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no program or no catalog in this build\n'
    exit 77
fi
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export HOME=$tree/home XDG_CONFIG_HOME='' XDG_DATA_HOME='' XDG_STATE_HOME='' XDG_CACHE_HOME=''
mkdir "$tree/home"
unset DLRIG_DATA_DIR
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

cmake --install "$build" --prefix "$tree/prefix" >/dev/null
cd "$tree"
for file in bin/dlrig share/dlrig/catalog.sqlite share/dlrig/themes/default.ini \
    share/man/man1/dlrig.1 share/doc/dlrig/LICENSE; do
    [[ -f prefix/$file ]] || fail "$file is not installed"
done
[[ ! -x $build/dlrig-refresh || -x prefix/bin/dlrig-refresh ]] || fail "dlrig-refresh is missing"
prefix/bin/dlrig --version >version || fail "the installed program does not tell its version"
grep -q '^dlrig [0-9]' version || fail "odd version: $(<version)"

# The whole tree moved elsewhere: the program finds share/dlrig beside its bin. An emptied catalog
# there must be noticed, else it read another one.
mv prefix moved
moved/bin/dlrig catalog list accelerators --format csv >cards || fail "no catalog after the move"
[[ $(wc -l <cards) -gt 100 ]] || fail "only $(wc -l <cards) lines of accelerators"
printf 'broken' >moved/share/dlrig/catalog.sqlite
result=0
moved/bin/dlrig catalog list accelerators >/dev/null 2>said || result=$?
[[ $result == 3 ]] || fail "a broken catalog beside the program has exit code $result, not 3"

# DLRIG_DATA_DIR wins over both.
DLRIG_DATA_DIR=$build moved/bin/dlrig catalog list accelerators --format csv >again ||
    fail "DLRIG_DATA_DIR is not obeyed"
cmp -s cards again || fail "DLRIG_DATA_DIR shows another catalog"

if ((faults > 0)); then
    exit 1
fi
printf 'the installed program finds its data\n'
