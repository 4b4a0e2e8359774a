// The numbers of a benchmark instance, which is a text file of nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crowfly {

class Numbers {
public:
    // `problem` is set by the first number that is missing or wrong, and stays.
    Numbers(const std::string& text, std::string& problem);

    // From `least` to `most`; `what` is what the number means.
    std::int64_t whole(const std::string& what, std::int64_t least, std::int64_t most);
    // A number with at most two decimals, in hundredths.
    std::int64_t hundredths(const std::string& what);
    bool is_at_end() const { return next_ == words_.size(); }

private:
    const std::string* word(const std::string& what);

    std::vector<std::string> words_;
    std::size_t next_ = 0;
    std::string& problem_;
};

}  // namespace crowfly
