# What Crowfly needs from the distribution, and how it is fetched. Sourced by launch.sh; the only list of packages there is.
#
# One need per line: the Debian package, then what shows that it is there, however it came: a program on the PATH or a
# header on the compiler's path.
build_needs='
g++                 program c++
cmake               program cmake
ninja-build         program ninja
libpugixml-dev      header pugixml.hpp
libcli11-dev        header CLI/CLI.hpp
libfmt-dev          header fmt/format.h
nlohmann-json3-dev  header nlohmann/json.hpp
zlib1g-dev          header zlib.h
libbdd-dev          header bdd.h
'
# Welcome, but the tool is built without.
build_wishes='
libz3-dev           header z3++.h
'
# For ./package.
deb_needs='
dpkg-dev            program dpkg-shlibdeps
binutils            program strip
'
tarball_needs='
binutils            program strip
'
test_needs='
python3             program python3
doctest-dev         header doctest/doctest.h
librapidcheck-dev   header rapidcheck.h
libbenchmark-dev    header benchmark/benchmark.h
'
# Welcome, but the tests that use them are skipped without.
test_wishes='
clang               program clang++
clang-format        program clang-format
python3-jsonschema  program jsonschema
libopenmpi-dev      program mpicc
openmpi-bin         program mpirun
nodejs              program node
npm                 program npm
chromium            program chromium
'

is_there() {
    case $1 in
    program) command -v "$2" >/dev/null 2>&1 ;;
    header)
        folders=/usr/include:/usr/local/include:${CPATH-}
        old_ifs=$IFS
        IFS=:
        for folder in $folders; do
            [ -e "$folder/$2" ] && break
        done
        IFS=$old_ifs
        [ -e "$folder/$2" ]
        ;;
    esac
}

# The packages of a list of needs that are not there, on one line.
missing_of() {
    printf '%s' "$1" | while read -r package kind thing; do
        [ -z "$package" ] || is_there "$kind" "$thing" || printf '%s ' "$package"
    done
}

apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=0 \
        -o Acquire::http::Timeout=20 "$@" </dev/null >>"$apt_log" 2>&1
}

# "64.1 MB to download, ", or nothing if apt-get does not say.
download_size() {
    env LC_ALL=C apt-get --assume-no --no-install-recommends install "$@" 2>/dev/null </dev/null |
        sed -n 's/^Need to get \([^/]*\)\(\/.*\)\{0,1\} of archives.*/\1 to download, /p'
}

# Fails, having changed nothing, where apt-get is missing or we may not use it. Package lists are fetched only when there
# are none, or when they turn out to be stale. Without a terminal nobody could type a password, so sudo must not ask.
# $afterwards: what follows and how long it takes, for the announcement.
afterwards=
install_packages() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || return 1
        as_root=sudo
        [ -t 0 ] || as_root='sudo -n'
        $as_root true 2>/dev/null || return 1
    fi
    apt_log=$root/build/apt.log
    : >"$apt_log"
    case $(echo /var/lib/apt/lists/*_Packages*) in *'*_Packages*') apt_get update ;; esac
    say "installing $* ($(download_size "$@")a minute or two)$afterwards"
    apt_get install --no-install-recommends "$@" ||
        { apt_get update && apt_get install --no-install-recommends "$@"; } ||
        { say "apt-get failed: $(grep -m1 '^E: ' "$apt_log") (more in build/apt.log)"; return 1; }
}

# need LIST: every package of the list, or the end.
need() {
    missing=$(missing_of "$1")
    [ -z "$missing" ] || install_packages $missing ||
        die "$exit_missing" "missing packages: ${missing% } (install them as root with apt-get)"
}

# wish LIST REASON: the packages of the list if they can be had; the reason says what is missing without them.
wish() {
    missing=$(missing_of "$1")
    [ -z "$missing" ] || install_packages $missing ||
        say "without the package ${missing% } $2 (install it as root with apt-get)"
}

# need_and_wish NEEDS WISHES REASON: both, installed together.
need_and_wish() {
    missing=$(missing_of "$1$2")
    [ -z "$missing" ] || install_packages $missing || { need "$1" && wish "$2" "$3"; }
}
