#include "tiny/combination_record.hpp"

#include <fmt/format.h>

#include <fstream>

namespace crowfly::tiny {

void CombinationRecord::count(Counts& counts, Fate fate) {
    ++counts.drawn;
    if (fate == Fate::refused) ++counts.refused;
    if (fate == Fate::unknown) ++counts.unknown;
    if (fate == Fate::compared) ++counts.compared;
}

void CombinationRecord::add(const std::vector<std::string>& features, Fate fate) {
    count(total_, fate);
    for (std::size_t i = 0; i < features.size(); ++i) {
        count(features_[features[i]], fate);
        if (fate != Fate::compared) continue;
        for (std::size_t j = i + 1; j < features.size(); ++j) ++pairs_[{features[i], features[j]}];
    }
}

CombinationRecord::Counts CombinationRecord::of(const std::string& feature) const {
    const auto found = features_.find(feature);
    return found == features_.end() ? Counts{} : found->second;
}

void CombinationRecord::write(const std::string& path) const {
    std::ofstream out(path);
    const auto line = [&](const std::string& name, const Counts& c) {
        out << fmt::format("feature\t{}\t{}\t{}\t{}\t{}\n", name, c.drawn, c.refused, c.unknown, c.compared);
    };
    line("all", total_);
    for (const auto& [name, counts] : features_) line(name, counts);
    for (const auto& [pair, times] : pairs_) out << fmt::format("pair\t{}\t{}\t{}\n", pair.first, pair.second, times);
}

std::string CombinationRecord::text() const {
    return fmt::format("{} combinations: {} refused, {} unknown, {} compared; {} pairs of options compared",
                       total_.drawn, total_.refused, total_.unknown, total_.compared, pairs_.size());
}

}  // namespace crowfly::tiny
