#!/usr/bin/env bash
# docs/rules.md is what the program makes.
set -euo pipefail

build=${DLRIG_BUILD_DIR:?the build directory}
page=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/docs/rules.md
if [[ ! -x $build/dlrig ]]; then
    printf 'skipped: no program in this build\n'
    exit 77
fi
if ! cmp -s "$page" <("$build/dlrig" explain --list --format md --lang en); then
    printf 'FAILED: docs/rules.md is old; run dlrig explain --list --format md --lang en > it\n'
    diff "$page" <("$build/dlrig" explain --list --format md --lang en) | sed -n '1,20p' || true
    exit 1
fi
