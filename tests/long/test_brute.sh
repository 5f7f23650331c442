#!/usr/bin/env bash
# The solver of own machines against brute force on 100,000 random catalogs; ./check takes 2,000.
set -euo pipefail

program=${DLRIG_BUILD_DIR:?}/tests/unit/build/test_build_brute
[ -x "$program" ] || exit 77
DLRIG_BRUTE=100000 "$program"
