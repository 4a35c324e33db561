# shellcheck shell=bash
# Shared by quickstart, run-tests and the scripts of tools/: source it, do not run it.

SORTSCOPE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# step TEXT: prints a heading with the seconds since the script began.
step() { printf '\n==> %s (%d s)\n' "$*" "$SECONDS"; }

# fail TEXT: prints an error and ends the script.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# print_help FILE: prints the comment at the head of a script, its help text.
print_help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$1"; }

# jobs_at_once: prints the number of compilers to run at once: one a core, each with 2 GB of memory.
jobs_at_once() {
    local cores memory_kb by_memory
    cores=$(nproc)
    memory_kb=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
    by_memory=$((${memory_kb:-$((cores * 2000000))} / 2000000))
    if ((by_memory < 1)); then by_memory=1; fi
    echo $((cores < by_memory ? cores : by_memory))
}

# configure_and_build PRESET [CMAKE OPTION]...: builds into build/PRESET.
configure_and_build() {
    local preset=$1 cache="$SORTSCOPE_ROOT/build/$1/CMakeCache.txt" fresh=()
    shift
    if command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache
    fi
    # CMake refuses a build folder of a tree that was moved: configure it afresh.
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$SORTSCOPE_ROOT" "$cache"; then
        fresh=(--fresh)
    fi
    step "Configuring preset $preset"
    (cd "$SORTSCOPE_ROOT" && cmake --preset "$preset" "${fresh[@]}" "$@") ||
        fail "Preset $preset could not be configured; its reason is above."
    step "Building preset $preset"
    cmake --build "$SORTSCOPE_ROOT/build/$preset" -j "$(jobs_at_once)" ||
        fail "Preset $preset did not build; its first error is above."
}
