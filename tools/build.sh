#!/usr/bin/env bash
# build.sh - quiet builds for ./run and ./check. Sourced; needs $root, the checkout.
#
# The log of a build goes to build/log/<preset>.log and, when the build fails, its end to standard
# error.
set -euo pipefail
: "${root:?the checkout}"

build_jobs() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# build_preset PRESET [TARGET...]: configures and builds; 1 when it failed.
build_preset() {
    local preset=$1 log=$root/build/log/$1.log generator=()
    shift
    mkdir -p "$root/build/log"
    if [[ ! -f $root/build/$preset/CMakeCache.txt ]] && command -v ninja >/dev/null 2>&1; then
        generator=(-G Ninja)
    fi
    if (
        cd "$root"
        cmake --preset "$preset" ${generator[@]+"${generator[@]}"} &&
            cmake --build "build/$preset" --parallel "$(build_jobs)" ${1+--target "$@"}
    ) >"$log" 2>&1; then
        return 0
    fi
    grep -n -m 20 -A 12 -E 'error|FAILED|CMake Error|: undefined' "$log" >&2 || true
    printf 'dlrig: the build failed; its end was:\n' >&2
    tail -n 15 "$log" >&2
    printf 'dlrig: the whole log: %s\n' "$log" >&2
    return 1
}
