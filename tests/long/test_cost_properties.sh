#!/usr/bin/env bash
# The properties of the costs over 100,000 random cases; ./check takes 5,000.
set -euo pipefail

costs=${DLRIG_BUILD_DIR:?}/tests/unit/cost/test_cost_properties
offers=$DLRIG_BUILD_DIR/tests/unit/plan/test_plan_hybrid
[ -x "$costs" ] && [ -x "$offers" ] || exit 77
DLRIG_PROPERTY_COSTS=100000 "$costs"
DLRIG_PROPERTY_OFFERS=100000 "$offers"
