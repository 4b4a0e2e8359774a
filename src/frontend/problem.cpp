#include "frontend/problem.hpp"

#include <fmt/format.h>

namespace crowfly {

std::optional<std::string> Problem::write(std::string_view format, Diagnostics& diagnostics) const {
    diagnostics.add(Code::no_conversion, {file_, 0, 0},
                    fmt::format("a model in {} cannot be written as {}", origin().language, format),
                    "`info`, `check` and `simulate` read it as it is");
    return std::nullopt;
}

std::optional<Problem::WitnessCheck> Problem::check_witness(FileId witness, const Sources&,
                                                            Diagnostics& diagnostics) const {
    diagnostics.add(Code::bad_trace, {witness, 0, 0},
                    fmt::format("this is a witness of a circuit, and the model is in {}", origin().language));
    return std::nullopt;
}

}  // namespace crowfly
