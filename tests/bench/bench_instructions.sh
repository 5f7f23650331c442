#!/usr/bin/env bash
# Instructions of one recompute for each job of figures.c, counted by valgrind: the same on a busy
# machine as on an idle one, so that two versions of the program can be compared.
set -euo pipefail
bench="$DLRIG_BUILD_DIR/tests/bench/bench_engine"
if ! command -v valgrind >/dev/null; then
    echo "instructions: valgrind is not installed"
    exit 0
fi
printf '\n%-56s %9s %-7s %s\n' "One recompute, tables made in it" figure unit budget
job=0
while name=$("$bench" name "$job"); do
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=engine_run \
        "$bench" "$job" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
    tenths=$(((${count:-0} + 50000) / 100000))
    printf '  %-54s %9s %-7s %s\n' "$name" "$((tenths / 10)).$((tenths % 10))" million -
    job=$((job + 1))
done
