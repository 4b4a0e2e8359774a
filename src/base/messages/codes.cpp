#include "base/messages/codes.hpp"

#include <algorithm>
#include <array>

namespace crowfly {
namespace {

constexpr auto table = std::to_array<CodeInfo>({
#define CROWFLY_CODE(id, name, severity, title) {Code::name, #id, Severity::severity, title},
#include "base/messages/codes.def"
#undef CROWFLY_CODE
});

}  // namespace

const CodeInfo& describe(Code code) { return table[static_cast<std::size_t>(code)]; }

std::span<const CodeInfo> all_codes() { return table; }

std::optional<Code> find_code(std::string_view id) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const CodeInfo& info) { return info.id == id; });
    return found == table.end() ? std::nullopt : std::optional(found->code);
}

}  // namespace crowfly
