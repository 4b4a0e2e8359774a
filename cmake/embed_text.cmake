# Run as a script: turns the file TEXT into a C++ source OUTPUT that defines `std::string_view FUNCTION()`, declared in
# HEADER, so that the tool carries its documentation with it.
file(READ "${TEXT}" text)
set(delimiter "crowfly")
string(FIND "${text}" ")${delimiter}\"" clash)
if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${TEXT} contains the end mark of the raw string it is embedded in")
endif()
file(WRITE "${OUTPUT}"
"#include \"${HEADER}\"

namespace crowfly {

std::string_view ${FUNCTION}() {
    return R\"${delimiter}(${text})${delimiter}\";
}

}  // namespace crowfly
")
