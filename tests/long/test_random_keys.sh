#!/usr/bin/env bash
# 20,000 random events; on the build with sanitizers where it is there (./check --long makes it).
set -euo pipefail

source_dir=${DLRIG_SOURCE_DIR:?}
monkey=${DLRIG_BUILD_DIR:?}/tests/tui/tui/test_tui_monkey
for other in clang-dev dev; do
    if [[ -x $source_dir/build/$other/tests/tui/tui/test_tui_monkey ]]; then
        monkey=$source_dir/build/$other/tests/tui/tui/test_tui_monkey
        break
    fi
done
if [[ ! -x $monkey ]]; then
    echo "skipped: the tests of the screen are not built (libvterm)"
    exit 77
fi
echo "$monkey"
DLRIG_MONKEY=20000 "$monkey"
