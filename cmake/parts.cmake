# Which files of src/ are compiled together, and how. Each part is an object library.
#
#   add_part(NAME OPTIMISE LEVEL [KILOBYTES N] [FILES file...] [FOLDERS folder...] [GENERATED file...])
#
# Every source belongs to one part: the files named in FILES, and those in and below FOLDERS that no part names in FILES or
# has taken before. With KILOBYTES, sources of one folder below src/ are compiled together until they have N: they share most
# of what they include and instantiate, so that this costs half as much. Names in anonymous namespaces of such a folder
# must therefore differ. A plug-in that calls its registration `registered`, as several may, is compiled alone.
# LEVEL is the optimisation of release builds: 3 for what is done for every state, 1 for what is done once per model, g
# for what is done once per command; optimising the last two like the first costs a third of the build and gains nothing.
# tests/sanity/includes.py sees to it that all files include what they use.

function(claim_sources result)
    cmake_parse_arguments(PARSE_ARGV 1 part "" "" "FILES;FOLDERS")
    get_property(named GLOBAL PROPERTY crowfly_named_sources)
    get_property(claimed GLOBAL PROPERTY crowfly_claimed_sources)
    set(sources "")
    foreach(folder IN LISTS part_FOLDERS)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
        list(APPEND sources ${found})
    endforeach()
    list(REMOVE_ITEM sources ${named} ${claimed})
    list(TRANSFORM part_FILES PREPEND "${PROJECT_SOURCE_DIR}/src/")
    list(APPEND sources ${part_FILES})
    set_property(GLOBAL APPEND PROPERTY crowfly_claimed_sources ${sources})
    list(SORT sources)
    set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# Files that stay out of the parts of their folders, because a later part or target has them.
function(name_sources)
    list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/src/")
    set_property(GLOBAL APPEND PROPERTY crowfly_named_sources ${ARGN})
endfunction()

function(compile_together target kilobytes)
    if(NOT CROWFLY_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ARGN)
        file(STRINGS "${source}" registration REGEX "Registered<.*> registered[(]" LIMIT_COUNT 1)
        if(registration)
            continue()
        endif()
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src" OUTPUT_VARIABLE name)
        string(REGEX MATCH "^[^/]+" folder "${name}")
        file(SIZE "${source}" bytes)
        if(NOT DEFINED bytes_${folder})
            set(bytes_${folder} 0)
        endif()
        math(EXPR group "${bytes_${folder}} / (1000 * ${kilobytes})")
        math(EXPR bytes_${folder} "${bytes_${folder}} + ${bytes}")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder}_${group})
    endforeach()
endfunction()

function(add_part name)
    cmake_parse_arguments(PARSE_ARGV 1 part "" "OPTIMISE;KILOBYTES" "FILES;FOLDERS;GENERATED")
    claim_sources(sources FILES ${part_FILES} FOLDERS ${part_FOLDERS})
    add_library(${name} OBJECT ${sources} ${part_GENERATED})
    target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/src" "${generated_dir}")
    target_link_libraries(${name} PUBLIC crowfly_options pugixml::pugixml CLI11::CLI11 fmt::fmt
                                         nlohmann_json::nlohmann_json Threads::Threads ZLIB::ZLIB "${BUDDY_LIBRARY}"
                                         ${CMAKE_DL_LIBS})
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
        target_compile_options(${name} PRIVATE -O${part_OPTIMISE})
    endif()
    precompile_common_headers(${name} "as ${part_OPTIMISE}")
    if(part_KILOBYTES)
        compile_together(${name} ${part_KILOBYTES} ${sources})
    endif()
    target_link_libraries(crowfly_core INTERFACE ${name})
    target_sources(crowfly_core INTERFACE $<TARGET_OBJECTS:${name}>)
endfunction()

function(expect_all_sources_in_parts)
    get_property(named GLOBAL PROPERTY crowfly_named_sources)
    get_property(claimed GLOBAL PROPERTY crowfly_claimed_sources)
    file(GLOB_RECURSE left CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.cpp")
    list(REMOVE_ITEM left ${named} ${claimed})
    if(left)
        list(JOIN left "\n  " left)
        message(FATAL_ERROR "These files belong to no part of the build (see cmake/parts.cmake):\n  ${left}")
    endif()
endfunction()
