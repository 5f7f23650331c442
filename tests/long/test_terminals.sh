#!/usr/bin/env bash
# The whole matrix of terminals.
set -euo pipefail

matrix=${DLRIG_BUILD_DIR:?}/tests/tui/tui/test_tui_matrix
if [[ ! -x $matrix ]]; then
    echo "skipped: the tests of the screen are not built (libvterm)"
    exit 77
fi
DLRIG_LONG=1 "$matrix"
