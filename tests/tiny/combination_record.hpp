// What was drawn: how often each plug-in, each value of an option and each pair of them was drawn, refused, answered
// `unknown`, and compared with the reference.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace crowfly::tiny {

enum class Fate : std::uint8_t { refused, unknown, compared };

class CombinationRecord {
public:
    struct Counts {
        std::size_t drawn = 0, refused = 0, unknown = 0, compared = 0;
    };

    void add(const std::vector<std::string>& features, Fate fate);
    const Counts& total() const { return total_; }
    Counts of(const std::string& feature) const;
    std::size_t pairs() const { return pairs_.size(); }

    // A line per feature, and one per pair that was compared; tests/records/merge.py adds up the files of several runs.
    void write(const std::string& path) const;
    std::string text() const;

private:
    static void count(Counts& counts, Fate fate);

    Counts total_;
    std::map<std::string, Counts> features_;
    std::map<std::pair<std::string, std::string>, std::size_t> pairs_;
};

}  // namespace crowfly::tiny
