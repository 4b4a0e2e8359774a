// A run of consecutive elements of a vector: how the network's lists refer to each other. As a range it yields their
// indices; `of` yields the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace crowfly {

struct Run {
    class Iterator {
    public:
        using value_type = std::uint32_t;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        explicit Iterator(std::uint32_t index) : index_(index) {}
        std::uint32_t operator*() const { return index_; }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        Iterator operator++(int) { return Iterator(index_++); }
        bool operator==(const Iterator&) const = default;

    private:
        std::uint32_t index_ = 0;
    };

    std::uint32_t first = 0;
    std::uint32_t count = 0;

    Iterator begin() const { return Iterator(first); }
    Iterator end() const { return Iterator(first + count); }

    template <class Element>
    std::span<const Element> of(const std::vector<Element>& all) const {
        return std::span(all).subspan(first, count);
    }
};

}  // namespace crowfly
