#!/usr/bin/env bash
# Every sentence of the two articles is carried: the rule, table, question, text or command that
# tests/data/seed_coverage.tsv names is there, so is the test, and the command shows it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$here/../..
build=${DLRIG_BUILD_DIR:?the build directory}
if [[ ! -x $build/dlrig || ! -f $build/catalog.sqlite ]]; then
    printf 'skipped: no program or no catalog in this build\n'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/dlrig" explain --list --format json --lang en >"$work/rules.json"
"$build/dlrig" help --lang en >"$work/help"
"$here/seed-coverage" >"$work/page.md"
faults=0
fault() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# carrier CLAIM KIND NAME: is what carries the claim there?
carrier() {
    case $2 in
    rule) grep -qF "\"id\": \"$3\"" "$work/rules.json" ;;
    catalog) [[ -f $top/catalog/data/$3.csv ]] ;;
    question) grep -qE "^QUESTION\([A-Z_]+, +\"$3\"" "$top/engine/job/questions.def" ;;
    text) grep -q "^$3-fact = " "$top/lang/en/rules_claims.msg" ;;
    command) grep -qE "^    $3 " "$work/help" ;;
    *) false ;;
    esac || fault "$1: no $2 \"$3\""
}

rows=0 last=''
while IFS=$'\t' read -r claim kind name test args holds; do
    [[ $claim == \#* || -z $claim ]] && continue
    rows=$((rows + 1))
    [[ $claim > $last ]] || fault "$claim stands behind $last"
    last=$claim
    carrier "$claim" "$kind" "$name"
    [[ -f $top/tests/$test.c || -f $top/tests/$test.sh ]] || fault "$claim: no test $test"
    read -ra words <<<"$args"
    "$build/dlrig" "${words[@]}" --lang en >"$work/out" 2>&1 || true
    grep -qF -- "$holds" "$work/out" || fault "$claim: \"dlrig $args\" does not show \"$holds\""
    # a rule or text that carries a claim is named by it or tells what holds
    if [[ $kind == rule ]]; then
        grep -qE "^CLAIM\($claim," "$top/engine/rules/claims.def" || fault "$claim is not judged"
    fi
done <"$top/tests/data/seed_coverage.tsv"
[[ $rows -eq 128 ]] || fault "$rows of 128 sentences"
cmp -s "$work/page.md" "$top/docs/seed-coverage.md" ||
    fault 'docs/seed-coverage.md is old; run tests/pages/seed-coverage > docs/seed-coverage.md'
printf '%s sentences, %s faults\n' "$rows" "$faults"
[[ $faults -eq 0 ]]
