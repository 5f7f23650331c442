#!/usr/bin/env bash
# setup.sh - what is missing to build or test dlrig, and its installation.
#
#     tools/setup.sh [--dry-run] [--manager NAME] build|test|long
#
# Sourced by ./run and ./check (setup_ensure), or run alone. The packages stand in packages.tsv.
# What is there already is never installed again; as root, or with a sudo that asks nothing, the
# rest is installed, else the command is printed and the exit code is 2. All words go to standard
# error. --dry-run prints the command that would be run, one line on standard output; --all takes
# every package for missing.
set -euo pipefail

setup_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
setup_table=$setup_dir/packages.tsv
setup_managers="apt zypper dnf pacman apk brew"

setup_say() {
    printf '%s\n' "$*" >&2
}

# setup_manager: the package manager of this system, empty when it is none of ours.
setup_manager() {
    local name program
    for name in $setup_managers; do
        program=$name
        [[ $name == apt ]] && program=apt-get
        if command -v "$program" >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return
        fi
    done
}

# setup_rows LEVEL: the rows of the table that LEVEL asks for.
setup_rows() {
    local capability when rest
    while IFS=$'\t' read -r capability when rest; do
        [[ -z $capability || $capability == \#* ]] && continue
        case $1:$when in
        *:build | test:test | long:test | long:long)
            printf '%s\t%s\t%s\n' "$capability" "$when" "$rest"
            ;;
        esac
    done <"$setup_table"
}

# setup_headers: of the header names on standard input, those that the compiler finds.
setup_headers() {
    local compiler=${CC:-} include=() prefix
    if [[ -z $compiler ]]; then
        compiler=$(command -v gcc || command -v cc || command -v clang || true)
    fi
    if [[ -z $compiler ]]; then
        return 0
    fi
    if command -v brew >/dev/null 2>&1 && prefix=$(brew --prefix 2>/dev/null) &&
        [[ -d $prefix/include ]]; then
        include=(-I "$prefix/include")
    fi
    local name
    while read -r name; do
        printf '#if __has_include(<%s>)\n"found %s"\n#endif\n' "$name" "$name"
    done | "$compiler" ${include[@]+"${include[@]}"} -E -P -x c - 2>/dev/null |
        sed -n 's/^"found \(.*\)"$/\1/p' || true
}

# setup_met PROBE HEADERS: whether one probe is met.
setup_met() {
    local kind=${1%%:*} choices choice
    IFS='|' read -r -a choices <<<"${1#*:}"
    for choice in "${choices[@]}"; do
        case $kind in
        cmd) command -v "$choice" >/dev/null 2>&1 && return 0 ;;
        file) [[ -e $choice ]] && return 0 ;;
        header) [[ $'\n'$2$'\n' == *$'\n'"$choice"$'\n'* ]] && return 0 ;;
        *)
            setup_say "tools/packages.tsv: unknown probe '$1'"
            return 1
            ;;
        esac
    done
    return 1
}

# setup_missing LEVEL ALL: the rows whose probe is not met.
setup_missing() {
    local rows headers capability when probe rest
    rows=$(setup_rows "$1")
    headers=$(cut -f3 <<<"$rows" | sed -n 's/^header://p' | tr '|' '\n' | setup_headers)
    while IFS=$'\t' read -r capability when probe rest; do
        if [[ $2 == all ]] || ! setup_met "$probe" "$headers"; then
            printf '%s\t%s\t%s\t%s\n' "$capability" "$when" "$probe" "$rest"
        fi
    done <<<"$rows"
}

# setup_column MANAGER: its column in the table.
setup_column() {
    case $1 in
    apt) echo 4 ;;
    dnf) echo 5 ;;
    pacman) echo 6 ;;
    zypper) echo 7 ;;
    apk) echo 8 ;;
    brew) echo 9 ;;
    *) return 1 ;;
    esac
}

# setup_install_command MANAGER: words of the command that installs, without the packages.
setup_install_command() {
    case $1 in
    apt) echo "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends" ;;
    dnf) echo "dnf install -y" ;;
    pacman) echo "pacman -S --needed --noconfirm" ;;
    zypper) echo "zypper --non-interactive install --no-recommends" ;;
    apk) echo "apk add" ;;
    brew) echo "brew install" ;;
    *) return 1 ;;
    esac
}

# setup_refresh_command MANAGER: words of the command that fetches the lists of packages.
setup_refresh_command() {
    case $1 in
    apt) echo "apt-get update" ;;
    dnf) echo "dnf makecache" ;;
    pacman) echo "pacman -Sy" ;;
    zypper) echo "zypper --non-interactive refresh" ;;
    apk) echo "apk update" ;;
    brew) echo "brew update" ;;
    *) return 1 ;;
    esac
}

# setup_prefix MANAGER: what stands before a command so that it may install: nothing for root and
# for brew, which wants no root; "sudo -n" where that asks nothing; else exit code 1.
setup_prefix() {
    if [[ $1 == brew || $(id -u) == 0 ]]; then
        return 0
    fi
    if command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
        echo "sudo -n"
        return 0
    fi
    return 1
}

# setup_lists_empty MANAGER: whether the lists of packages were never fetched.
setup_lists_empty() {
    [[ $1 == apt ]] || return 1
    ! compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null
}

# setup_packages MANAGER ROWS: names of the packages, each once; a row without a package is told,
# and where it is one to build with, the exit code is 1.
setup_packages() {
    local column line name good=0 seen=" "
    column=$(setup_column "$1")
    while IFS= read -r line; do
        [[ -z $line ]] && continue
        name=$(cut -f"$column" <<<"$line")
        if [[ $name == - ]]; then
            setup_say "dlrig: $(cut -f1 <<<"$line") has no package for $1: $(cut -f10 <<<"$line")"
            [[ $(cut -f2 <<<"$line") == build ]] && good=1
        elif [[ $seen != *" $name "* ]]; then
            seen+="$name "
            printf '%s ' "$name"
        fi
    done <<<"$2"
    return "$good"
}

setup_run() {
    local log=$1
    shift
    setup_say "+ $*"
    "$@" </dev/null >>"$log" 2>&1
}

# setup_install MANAGER PREFIX PACKAGE...: installs; fetches the lists first where there are none,
# and once more when the installation failed on old ones.
setup_install() {
    local manager=$1 prefix=$2 log install refresh
    shift 2
    read -r -a install <<<"$prefix $(setup_install_command "$manager")"
    read -r -a refresh <<<"$prefix $(setup_refresh_command "$manager")"
    log=$(mktemp)
    if setup_lists_empty "$manager"; then
        setup_run "$log" "${refresh[@]}" || true
    fi
    if ! setup_run "$log" "${install[@]}" "$@"; then
        setup_run "$log" "${refresh[@]}" || true
        if ! setup_run "$log" "${install[@]}" "$@"; then
            tail -n 40 "$log" >&2
            rm -f "$log"
            setup_say "dlrig: $manager could not install: $*"
            return 2
        fi
    fi
    rm -f "$log"
}

# setup_check LEVEL: says what is still missing after the installation; 2 when it is one to build
# with.
setup_check() {
    local capability when rest result=0
    while IFS=$'\t' read -r capability when rest; do
        [[ -z $capability ]] && continue
        setup_say "dlrig: $capability is still not found ($(cut -f1 <<<"$rest"))"
        [[ $when == build ]] && result=2
    done <<<"$(setup_missing "$1" "")"
    return "$result"
}

# setup_ensure LEVEL [MANAGER [DRY [ALL]]]: installs what LEVEL misses. 0 all there, 2 not.
setup_ensure() {
    local level=$1 manager=${2:-} dry=${3:-} missing packages prefix blocked=0
    missing=$(setup_missing "$level" "${4:-}")
    if [[ -z $missing ]]; then
        return 0
    fi
    [[ -n $manager ]] || manager=$(setup_manager)
    if [[ -z $manager ]]; then
        setup_say "dlrig: missing: $(cut -f1 <<<"$missing" | tr '\n' ' ')"
        setup_say "dlrig: no package manager known here (apt, dnf, pacman, zypper, apk, brew)"
        return 2
    fi
    packages=$(setup_packages "$manager" "$missing") || blocked=1
    read -r -a packages <<<"$packages"
    if [[ ${#packages[@]} -gt 0 ]]; then
        if ! prefix=$(setup_prefix "$manager"); then
            setup_say "dlrig: missing: $(cut -f1 <<<"$missing" | tr '\n' ' ')"
            setup_say "dlrig: not root here, and sudo would ask; run this, then try again:"
            setup_say "  sudo $(setup_refresh_command "$manager")"
            setup_say "  sudo $(setup_install_command "$manager") ${packages[*]}"
            return 2
        fi
        if [[ -n $dry ]]; then
            printf '%s\n' "${prefix:+$prefix }$(setup_install_command "$manager") ${packages[*]}"
        else
            setup_install "$manager" "$prefix" "${packages[@]}" || return 2
            setup_check "$level" || return 2
        fi
    fi
    [[ $blocked == 0 ]] || return 2
}

setup_main() {
    local dry="" manager="" level="" all=""
    while [[ $# -gt 0 ]]; do
        case $1 in
        --dry-run) dry=yes ;;
        --all) all=all ;;
        --manager)
            manager=${2:-}
            setup_column "$manager" >/dev/null || {
                setup_say "tools/setup.sh: unknown package manager '$manager'"
                return 2
            }
            shift
            ;;
        build | test | long) level=$1 ;;
        *)
            setup_say "usage: tools/setup.sh [--dry-run] [--all] [--manager NAME] build|test|long"
            return 2
            ;;
        esac
        shift
    done
    setup_ensure "${level:-build}" "$manager" "$dry" "$all"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    setup_main "$@"
fi
