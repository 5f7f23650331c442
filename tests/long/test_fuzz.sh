#!/usr/bin/env bash
# Runs each fuzz target of tests/fuzz for FUZZ_SECONDS (30) under address and undefined-behaviour
# sanitizers. Needs clang with libFuzzer; without it the test is skipped (77).
set -euo pipefail

source_dir=${DLRIG_SOURCE_DIR:?}
build_dir=${DLRIG_BUILD_DIR:?}
seconds=${FUZZ_SECONDS:-30}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -O1 -g -ffp-contract=off
    "-fsanitize=fuzzer,address,undefined" -fno-sanitize-recover=undefined)

printf '#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *, size_t);
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { (void)d; (void)n; return 0; }\n' \
    > "$work/probe.c"
if ! clang "${flags[@]}" "$work/probe.c" -o "$work/probe" 2> /dev/null; then
    echo "skipped: no clang with libFuzzer"
    exit 77
fi

failed=0
for file in "$source_dir"/tests/fuzz/fuzz_*.c; do
    name=$(basename "$file" .c)
    # A target above base/ names what it needs of it: "// sources: engine/job/config_*.c ...".
    more=()
    read -ra patterns < <(sed -n 's,^// sources: ,,p' "$file") || true
    for pattern in "${patterns[@]}"; do
        for each in "$source_dir"/$pattern; do more+=("$each"); done
    done
    clang "${flags[@]}" -I "$source_dir" -I "$build_dir/generated" "$file" \
        "${more[@]}" "$source_dir"/base/*.c "$build_dir/generated/lang/messages.c" \
        -o "$work/$name" -lcjson -lutf8proc -lcsv -linih -lm
    mkdir -p "$work/corpus"
    seeds="$source_dir/tests/fuzz/seeds/${name#fuzz_}"
    if ! (cd "$work" && "./$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 corpus "$seeds" > "$name.log" 2>&1); then
        echo "$name: an invariant broke"
        tail -n 60 "$work/$name.log"
        for input in "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$work"/leak-*; do
            [ -e "$input" ] && { echo "input, base64:"; base64 "$input"; }
        done
        failed=1
    else
        grep -E 'number_of_executed_units' "$work/$name.log" | sed "s/^stat::/$name: /"
    fi
    rm -rf "$work/corpus"
done
exit "$failed"
