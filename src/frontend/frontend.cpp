#include "frontend/frontend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace crowfly {
namespace {

const Frontend* find(const auto& fits) {
    const std::vector<Frontend>& all = frontends().all();
    const auto found = std::find_if(all.begin(), all.end(), fits);
    return found == all.end() ? nullptr : &*found;
}

const Frontend* by_suffix(std::string_view path) {
    return find([&](const Frontend& frontend) {
        return std::ranges::any_of(frontend.suffixes, [&](const std::string& s) { return path.ends_with(s); });
    });
}

const Frontend* by_text(std::string_view text, Likeness likeness) {
    return find([&](const Frontend& frontend) { return frontend.likeness(text) == likeness; });
}

}  // namespace

Registry<Frontend>& frontends() {
    static Registry<Frontend> registry;
    return registry;
}

const Frontend& frontend_of(std::string_view path, std::string_view text) {
    const Frontend* frontend = by_text(text, Likeness::certain);
    if (frontend == nullptr) frontend = by_suffix(path);
    if (frontend == nullptr) frontend = by_text(text, Likeness::possible);
    assert(frontend != nullptr);  // any text may be UPPAAL's
    return *frontend;
}

bool has_model_suffix(std::string_view path) { return by_suffix(path) != nullptr; }

std::string model_suffixes(std::string_view last) {
    std::vector<const Frontend*> frontends_by_size;  // those with the most suffixes first
    for (const Frontend& frontend : frontends().all()) frontends_by_size.push_back(&frontend);
    std::ranges::stable_sort(frontends_by_size, std::greater{}, [](const Frontend* f) { return f->suffixes.size(); });
    std::vector<std::string> suffixes;
    for (const Frontend* frontend : frontends_by_size)
        suffixes.insert(suffixes.end(), frontend->suffixes.begin(), frontend->suffixes.end());
    return fmt::format("{}{}{}", fmt::join(suffixes.begin(), suffixes.end() - 1, ", "), last, suffixes.back());
}

}  // namespace crowfly
