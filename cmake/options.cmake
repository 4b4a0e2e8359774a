# What a build can be asked for, and the compiler flags that follow. They hang on one interface library, so that every
# target is compiled alike.
option(CROWFLY_TESTS "Build the tests and benchmarks" ON)
option(CROWFLY_SANITIZE "Compile with the address and undefined-behaviour sanitizers" OFF)
option(CROWFLY_FUZZ "Build the fuzz targets with libFuzzer (needs clang)" OFF)
option(CROWFLY_UNITY "Compile the files of a folder together, a few at a time" ON)

# The code is kept free of warnings on the compilers of Debian 12. The next compiler's new warnings must not stop a user.
set(promised_compiler OFF)
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^14\\."))
    set(promised_compiler ON)
endif()
option(CROWFLY_WERROR "Treat compiler warnings as errors" ${promised_compiler})

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(crowfly_options INTERFACE)
target_compile_options(crowfly_options INTERFACE -Wall -Wextra $<$<BOOL:${CROWFLY_WERROR}>:-Werror>)
# GCC 12 sees overlapping and overlong copies in the inlined `"text" + string` where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(crowfly_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# Collecting garbage below 600 MB was a fifteenth of compiling.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(crowfly_options INTERFACE --param=ggc-min-heapsize=600000)
endif()

if(CROWFLY_SANITIZE)
    # Of undefined behaviour, not what would be checked at every access to memory: the address sanitizer sees bad
    # pointers, and these checks alone were a third of compiling.
    set(sanitizers -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(crowfly_options INTERFACE ${sanitizers})
    target_compile_definitions(crowfly_options INTERFACE _GLIBCXX_ASSERTIONS)
    target_link_options(crowfly_options INTERFACE ${sanitizers})
endif()

if(CROWFLY_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "CROWFLY_FUZZ needs clang, which brings libFuzzer: cmake --preset fuzz")
    endif()
    # Coverage for everything, libFuzzer's main() only for the fuzz targets.
    target_compile_options(crowfly_options INTERFACE -fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer)
    target_link_options(crowfly_options INTERFACE -fsanitize=address)
endif()

# Parsing the standard library and fmt was two thirds of compiling a typical file. Every file still includes what it uses:
# tests/sanity compiles each header without this one. ccache can store such objects only if its `sloppiness` has
# pch_defines and time_macros. Targets that are compiled `alike` share one precompiled header.
function(precompile_common_headers target alike)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    get_property(owner GLOBAL PROPERTY "crowfly_headers_${alike}")
    if(owner)
        target_precompile_headers(${target} REUSE_FROM ${owner})
        return()
    endif()
    set_property(GLOBAL PROPERTY "crowfly_headers_${alike}" ${target})
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <charconv> <chrono> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional> <set> <span>
        <sstream> <string> <string_view> <unordered_map> <unordered_set> <utility> <variant> <vector> <fmt/format.h>
        "${PROJECT_SOURCE_DIR}/src/base/std_string.hpp")
endfunction()
