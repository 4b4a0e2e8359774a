// Source positions as keys: several processes are instances of one template, and each has its own copy of every edge,
// location and clock.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Text {
    Span span;
    std::uint32_t branch = 0;  // start of the arrow from the branchpoint, if there is one

    friend bool operator==(const Text&, const Text&) = default;
};

struct TextHash {
    std::size_t operator()(const Text& text) const {
        const std::uint64_t place = (std::uint64_t{text.span.begin} << 32U) | text.span.end;
        return std::hash<std::uint64_t>{}(place * 0x9E3779B97F4A7C15U + text.branch);
    }
};

inline Text text_of(const Edge& edge) {
    return {edge.span, edge.branch_spans.empty() ? 0 : edge.branch_spans.front().begin};
}

// Texts with a problem in every process they are part of, in the order of discovery.
template <class Bad>
class BadTexts {
public:
    // Returns the first problem recorded for the text.
    Bad& add(const Text& text, bool is_bad, const Bad& what) {
        const auto [at, added] = number_.try_emplace(text, entries_.size());
        if (added) entries_.push_back({true, what});
        Entry& entry = entries_[at->second];
        entry.bad = entry.bad && is_bad;
        return entry.what;
    }
    bool is_cleared(const Text& text) const {  // without the problem in some process
        const auto found = number_.find(text);
        return found != number_.end() && !entries_[found->second].bad;
    }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (const Entry& entry : entries_) {
            if (entry.bad) visit(entry.what);
        }
    }

private:
    struct Entry {
        bool bad;
        Bad what;
    };
    std::unordered_map<Text, std::size_t, TextHash> number_;
    std::vector<Entry> entries_;
};

// "c[2]" for "P(1).c[2]", and "c": the name in the declaration.
inline std::string local_name(const std::string& name) {
    const std::size_t process = name.rfind(')');
    const std::size_t index = name.find('[', process == std::string::npos ? 0 : process);
    const std::size_t dot = name.rfind('.', index);
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

inline std::string declared_name(const std::string& name) {
    const std::string local = local_name(name);
    return local.substr(0, local.find('['));
}

}  // namespace crowfly
