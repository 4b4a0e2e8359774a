#include "render/remarks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace crowfly {

std::string remark_line(const Answer& answer) {
    if (answer.is_vacuous()) return "vacuous: no reachable state satisfies " + answer.vacuity->premise;
    if (answer.unreachable.empty()) return "";
    constexpr std::ptrdiff_t most = 4;
    const std::vector<std::string> shown(answer.unreachable.begin(),
                                         answer.unreachable.begin() + std::min(std::ssize(answer.unreachable), most));
    std::string text = fmt::format("unreachable: {}", fmt::join(shown, ", "));
    if (shown.size() < answer.unreachable.size())
        text += fmt::format(" and {} more", answer.unreachable.size() - shown.size());
    return text;
}

}  // namespace crowfly
