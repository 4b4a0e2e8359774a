# What the launchers share: fetch the prerequisites, build what has changed. Sourced, with $root and $program set.
#
# Everything said here goes to stderr: stdout belongs to the tool. A second start must cost next to nothing, so whether
# anything changed is read off file times instead of asking CMake; the stamp carries the time the last build began.

# Distinct from every exit code of the tool itself (sysexits.h: EX_UNAVAILABLE, EX_SOFTWARE).
exit_missing=69
exit_build=70

tool=$root/build/release/crowfly
stamp=$root/build/release/.built

say() { printf '%s: %s\n' "$program" "$*" >&2; }

die() {
    status=$1
    shift
    say "$*"
    exit "$status"
}

. "$root/packaging/prerequisites.sh"

# Folders count as changed when a file in them was added or removed. The tool names its commit, so a new one counts, too.
is_fresh() {
    [ -x "$tool" ] && [ -e "$stamp" ] && ! [ "$root/.git/logs/HEAD" -nt "$stamp" ] &&
        [ -z "$(find "$root/src" "$root/cmake" "$root/packaging" "$root/docs/reference/diagnostics.md" "$root/web/viewer.html" \
            "$root/CMakeLists.txt" -newer "$stamp" -print -quit)" ]
}

# locked COMMAND: one launcher at a time; the lock is gone with the process, however it ends.
locked() {
    mkdir -p "$root/build" || die "$exit_build" "cannot write to $root/build"
    (
        flock -n 9 || { say "waiting for another build to end"; flock 9; }
        "$@" 9>&-
    ) 9>"$root/build/.lock"
}

# is_configured PRESET: not so if the build folder came here by copying the tree, as CMake keeps absolute paths in it.
is_configured() {
    [ -e "$root/build/$1/build.ninja" ] &&
        grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt"
}

# configure PRESET [OPTION...]
configure() {
    is_configured "$1" || rm -rf "${root:?}/build/$1"
    preset=$1
    shift
    log=$root/build/configure-$preset.log
    (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1 || {
        cat "$log" >&2
        die "$exit_build" "CMake could not configure the build"
    }
}

# Without a terminal, a build tells how far it is once in so many seconds.
report_every=10
status_mark='@build'

# narrate: reads what ninja prints, each of its status lines marked. Passes on what goes wrong, and returns what the
# build has returned, which the last line says.
narrate() {
    reported=$(date +%s)
    result=1
    while IFS= read -r line; do
        case $line in
        "$status_mark end "*) result=${line##* } ;;
        "$status_mark "*)
            now=$(date +%s)
            [ $((now - reported)) -ge "$report_every" ] || continue
            reported=$now
            line=${line#"$status_mark "}
            finished=${line%% *}
            line=${line#* }
            say "building, $finished of ${line%% *} files"
            ;;
        'ninja: Entering directory '* | 'ninja: no work to do.' | '-- '*) ;;
        *) printf '%s\n' "$line" >&2 ;;
        esac
    done
    return "$result"
}

# build PRESET [OPTION...]: ninja's own status line on a terminal; else a line now and then, and what goes wrong.
build() {
    preset=$1
    shift
    if [ -t 2 ]; then
        cmake --build "$root/build/$preset" "$@" >&2
    else
        {
            NINJA_STATUS="$status_mark %f %t " cmake --build "$root/build/$preset" "$@" 2>&1
            echo "$status_mark end $?"
        } | narrate
    fi || die "$exit_build" "the build failed, see the errors above"
}

mark_start() { touch "$root/build/.started"; }
mark_built() { touch -r "$root/build/.started" "$stamp"; }

# The first build took 330 CPU-seconds on ARM and 270 on x86-64.
build_cpu_seconds=330

build_time() {
    processors=$(nproc 2>/dev/null || echo 1)
    minutes=$(((build_cpu_seconds / processors + 59) / 60))
    case $minutes in 1) echo "about a minute" ;; *) echo "about $minutes minutes" ;; esac
}

need_for_build() {
    need_and_wish "$build_needs" "$build_wishes" "the tool is built without Z3"
}

build_tool() {
    ! is_fresh || return 0
    is_configured release || afterwards="; then the tool is built, which takes $(build_time)"
    need_for_build
    mark_start
    if is_configured release; then
        say "building what has changed"
    else
        say "building for the first time, which takes $(build_time); later starts take no time"
        configure release -DCROWFLY_TESTS=OFF
    fi
    build release --target crowfly
    mark_built
}
