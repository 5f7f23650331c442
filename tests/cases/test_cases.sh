#!/usr/bin/env bash
# The thirty real cases: what was met in docs/cases.md is met still, and the file is up to date in
# what it says is met.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${DLRIG_BUILD_DIR:?the build directory}
kept=$here/../../docs/cases.md
if [[ ! -x $build/dlrig || ! -x $build/tests/cases/pick || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no program, no picker or no catalog in this build\n'
    exit 77
fi
made=$(mktemp)
trap 'rm -f "$made" "$made.kept" "$made.now"' EXIT
"$here/make-cases" --build "$build" --out "$made"

# states FILE: one line an expectation: case, met or not, the expectation.
states() {
    awk '/^## C/ { id = $2 }
         /^\| (met|not) \| `/ { split($0, part, "`"); print id, $2, part[2] }' "$1"
}
states "$kept" >"$made.kept"
states "$made" >"$made.now"
[[ $(wc -l <"$made.now") -ge 100 ]] || {
    printf 'FAILED: only %s expectations were judged\n' "$(wc -l <"$made.now")"
    exit 1
}
faults=0
while read -r id state rest; do
    if [[ $state == met ]] && ! grep -qxF "$id met $rest" "$made.now"; then
        printf 'FAILED: %s no longer meets: %s\n' "$id" "$rest"
        faults=$((faults + 1))
    fi
done <"$made.kept"
if [[ $faults -eq 0 ]] && ! cmp -s "$made.kept" "$made.now"; then
    printf 'FAILED: docs/cases.md is old; run tests/cases/make-cases\n'
    diff "$made.kept" "$made.now" | sed -n '1,20p' || true
    faults=1
fi
printf '%s expectations, %s met, %s\n' "$(wc -l <"$made.now")" \
    "$(grep -c ' met ' "$made.now" || true)" "$([[ $faults -eq 0 ]] && echo ok || echo FAILED)"
[[ $faults -eq 0 ]]
