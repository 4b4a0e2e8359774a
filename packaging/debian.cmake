# Read by CPack: which Debian packages the tool depends on, as dpkg-shlibdeps finds them. Z3 is recommended and MPI is
# suggested, because the tool runs without its modules.

# libraries_of(RESULT FILE): the packages with the libraries that the file needs.
function(libraries_of result file)
    set(folder "${CPACK_CROWFLY_BUILD}/shlibdeps")
    file(WRITE "${folder}/debian/control" "Source: crowfly\nPackage: crowfly\n")
    execute_process(COMMAND dpkg-shlibdeps -O "${file}" WORKING_DIRECTORY "${folder}" OUTPUT_VARIABLE output ERROR_QUIET
                    COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^shlibs:Depends=" "" output "${output}")
    set(${result} "${output}" PARENT_SCOPE)
endfunction()

# without(RESULT LIST OTHERS): entries of a dependency field whose packages another field does not have.
function(without result list others)
    string(REGEX REPLACE ", *" ";" list "${list}")
    string(REGEX REPLACE ", *" ";" others "${others}")
    foreach(other IN LISTS others)
        string(REGEX REPLACE " .*" "" other "${other}")
        string(REPLACE "+" "[+]" other "${other}")
        list(FILTER list EXCLUDE REGEX "^${other}( |$)")
    endforeach()
    list(JOIN list ", " list)
    set(${result} "${list}" PARENT_SCOPE)
endfunction()

libraries_of(CPACK_DEBIAN_PACKAGE_DEPENDS "${CPACK_CROWFLY_BUILD}/crowfly")
if(EXISTS "${CPACK_CROWFLY_BUILD}/crowfly_z3.so")
    libraries_of(z3 "${CPACK_CROWFLY_BUILD}/crowfly_z3.so")
    without(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${z3}" "${CPACK_DEBIAN_PACKAGE_DEPENDS}")
endif()
if(EXISTS "${CPACK_CROWFLY_BUILD}/crowfly_mpi.so")
    libraries_of(mpi "${CPACK_CROWFLY_BUILD}/crowfly_mpi.so")
    without(CPACK_DEBIAN_PACKAGE_SUGGESTS "${mpi}, openmpi-bin" "${CPACK_DEBIAN_PACKAGE_DEPENDS}")
endif()
