// A vector that grows without moving what it holds, so that growing never needs twice the memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace crowfly {

template <class Element>
class Chunked {
public:
    using value_type = Element;

    Element& operator[](std::size_t i) { return chunks_[i / chunk][i % chunk]; }
    const Element& operator[](std::size_t i) const { return chunks_[i / chunk][i % chunk]; }
    Element& back() { return (*this)[size_ - 1]; }

    void push_back(const Element& element) {
        if (size_ % chunk == 0 && size_ / chunk == chunks_.size())
            chunks_.push_back(std::make_unique_for_overwrite<Element[]>(chunk));
        (*this)[size_] = element;
        ++size_;
    }
    void pop_back() { --size_; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return chunks_.size() * chunk * sizeof(Element); }

private:
    static constexpr std::size_t chunk = 4096;

    std::vector<std::unique_ptr<Element[]>> chunks_;
    std::size_t size_ = 0;
};

}  // namespace crowfly
