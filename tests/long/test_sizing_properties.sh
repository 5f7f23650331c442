#!/usr/bin/env bash
# The properties of the sizing over 100,000 random jobs each; ./check runs 10,000.
set -euo pipefail

program=${DLRIG_BUILD_DIR:?}/tests/unit/sizing/test_sizing_properties
[ -x "$program" ] || exit 77
DLRIG_PROPERTY_JOBS=100000 "$program"
