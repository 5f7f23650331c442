#!/usr/bin/env bash
# tools/setup.sh with package managers that only write down how they were called: which command
# each would run, as root, through sudo, and without either.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
setup=$here/../../tools/setup.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
faults=0

fail() {
    printf 'FAILED: %s\n' "$*"
    faults=$((faults + 1))
}

# A system with nothing but the tools that the script itself uses.
system() {
    local name
    rm -rf "${tree:?}/bin" "$tree/calls" "$tree/installed"
    mkdir "$tree/bin"
    : >"$tree/calls"
    for name in bash env cat cut sed tr grep tail mktemp dirname rm ls touch chmod; do
        ln -s "$(command -v "$name")" "$tree/bin/$name"
    done
    fake id 'echo 1000'
}

# fake NAME BODY: a program NAME of this system.
fake() {
    printf '#!/usr/bin/env bash\n%s\n' "$2" >"$tree/bin/$1"
    chmod +x "$tree/bin/$1"
}

# A manager that notes its calls, fails its first installation when the file `old-lists` is there,
# and by installing makes the programs and headers appear.
manager() {
    # shellcheck disable=SC2016
    fake "$1" 'echo "${0##*/} $*" >>"'"$tree"'/calls"
        case " $* " in
        *" install "* | *" add "* | *" -S "*)
            if [[ -e "'"$tree"'/old-lists" ]]; then
                rm "'"$tree"'/old-lists"
                exit 100
            fi
            printf "#!/usr/bin/env bash\nexec sed -n \"s/^.found/&/p\"\n" >"'"$tree"'/bin/gcc"
            for name in cmake ninja; do printf "#!/usr/bin/env bash\n" >"'"$tree"'/bin/$name"; done
            chmod +x "'"$tree"'"/bin/{gcc,cmake,ninja} ;;
        esac'
}

# call ARGUMENT...: runs the script on this system; out, said and result are what came of it.
call() {
    result=0
    out=$(PATH=$tree/bin CC='' "$setup" "$@" 2>"$tree/said") || result=$?
    said=$(<"$tree/said")
}

same() {
    [[ $2 == "$3" ]] || fail "$1: $2 instead of $3"
}

# would MANAGER PROGRAM LEVEL CODE COMMAND: what would be run as root to install everything.
would() {
    system
    manager "$2"
    fake id 'echo 0'
    call --dry-run --all "$3"
    same "$1 $3" "$out" "$5"
    same "$1 $3 exit code" "$result" "$4"
    same "$1 $3 calls of a dry run" "$(<"$tree/calls")" ""
}

would apt apt-get build 0 "env DEBIAN_FRONTEND=noninteractive apt-get install -y \
--no-install-recommends gcc libc6-dev cmake ninja-build libcjson-dev libutf8proc-dev libcsv-dev \
libinih-dev libsqlite3-dev libcurl4-openssl-dev zlib1g-dev libncurses-dev ca-certificates"
would apt apt-get test 0 "env DEBIAN_FRONTEND=noninteractive apt-get install -y \
--no-install-recommends gcc libc6-dev cmake ninja-build libcjson-dev libutf8proc-dev libcsv-dev \
libinih-dev libsqlite3-dev libcurl4-openssl-dev zlib1g-dev libncurses-dev ca-certificates \
libcmocka-dev libvterm-dev libmicrohttpd-dev libcmark-gfm-dev libcmark-gfm-extensions-dev \
libyaml-dev openssl \
binutils clang ncurses-term tmux strace"
would dnf dnf build 0 "dnf install -y gcc glibc-devel cmake ninja-build cjson-devel utf8proc-devel \
libcsv-devel inih-devel sqlite-devel libcurl-devel zlib-devel ncurses-devel ca-certificates"
would zypper zypper build 0 "zypper --non-interactive install --no-recommends gcc glibc-devel cmake \
ninja cJSON-devel utf8proc-devel libcsv-devel libinih-devel sqlite3-devel libcurl-devel zlib-devel \
ncurses-devel ca-certificates"
# No libcsv in these two: the rest is installed, the hint says where it comes from, exit code 2.
would pacman pacman build 2 "pacman -S --needed --noconfirm gcc glibc cmake ninja cjson libutf8proc \
libinih sqlite curl zlib ncurses ca-certificates"
grep -q 'csv has no package for pacman: https://' <<<"$said" || fail "pacman: no hint: $said"
would apk apk build 2 "apk add gcc musl-dev cmake samurai cjson-dev utf8proc-dev inih-dev sqlite-dev \
curl-dev zlib-dev ncurses-dev ca-certificates"
would brew brew build 2 "brew install gcc cmake ninja cjson utf8proc libcsv inih sqlite curl zlib \
ncurses ca-certificates"

# Root: installs, says so on standard error alone, and finds everything afterwards.
system
manager apt-get
fake id 'echo 0'
call build
same "root exit code" "$result" 0
same "root standard output" "$out" ""
grep -q '^apt-get install -y --no-install-recommends gcc ' "$tree/calls" || fail "root: not installed"
grep -q '^+ env DEBIAN_FRONTEND=noninteractive apt-get install' <<<"$said" || fail "root: not said"
: >"$tree/calls"
call build
same "second time exit code" "$result" 0
same "second time calls" "$(<"$tree/calls")" ""

# Old lists: the installation fails, the lists are fetched, the installation is tried again.
system
manager apt-get
fake id 'echo 0'
touch "$tree/old-lists"
call build
same "old lists exit code" "$result" 0
grep -A1 '^apt-get update' "$tree/calls" | tail -n 1 | grep -q '^apt-get install' ||
    fail "old lists: $(<"$tree/calls")"

# A manager that always fails.
system
fake apt-get 'echo "E: no network" >&2; exit 100'
fake id 'echo 0'
call build
same "failing manager exit code" "$result" 2
grep -q 'E: no network' <<<"$said" || fail "failing manager: its words are lost"

# Not root, but sudo asks nothing.
system
manager dnf
# shellcheck disable=SC2016
fake sudo 'echo "sudo $*" >>"'"$tree"'/calls"; shift; [[ $1 == true ]] || exec "$@"'
fake true 'exit 0'
call build
same "sudo exit code" "$result" 0
grep -q '^sudo -n dnf install -y gcc' "$tree/calls" || fail "sudo: $(<"$tree/calls")"

# Not root, sudo would ask: the command is printed and nothing is run.
system
manager zypper
fake sudo 'exit 1'
call build
same "no root exit code" "$result" 2
same "no root calls" "$(<"$tree/calls")" ""
grep -q '^  sudo zypper --non-interactive install --no-recommends gcc' <<<"$said" ||
    fail "no root: the command is not printed: $said"

# No sudo at all, and no manager.
system
manager apk
call build
same "no sudo exit code" "$result" 2
grep -q '^  sudo apk add gcc' <<<"$said" || fail "no sudo: the command is not printed: $said"
system
call build
same "no manager exit code" "$result" 2
grep -q 'no package manager known here' <<<"$said" || fail "no manager: $said"

# Every row of the table has a name for every manager.
awk -F '\t' '!/^#/ && NF != 10 { print FILENAME ":" FNR ": " NF " columns"; bad = 1 }
    !/^#/ { for (i = 1; i <= NF; i++) if ($i == "") { print FNR ": empty cell"; bad = 1 } }
    END { exit bad }' "$here/../../tools/packages.tsv" || fail "packages.tsv has a broken row"

if ((faults > 0)); then
    exit 1
fi
printf 'the setup runs the right command for every manager\n'
