# Run as a script: writes the C++ source OUTPUT that defines crowfly::commit(), the commit checked out in SOURCE. Without git,
# or outside a checkout of its own, the commit is empty.
set(commit "")
if(GIT)
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --verify HEAD
                    OUTPUT_VARIABLE output RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(status EQUAL 0)
        set(commit "${output}")
    endif()
endif()
file(WRITE "${OUTPUT}"
"#include \"base/commit.hpp\"

namespace crowfly {

std::string_view commit() { return \"${commit}\"; }

}  // namespace crowfly
")
