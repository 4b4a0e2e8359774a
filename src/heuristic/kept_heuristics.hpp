// Heuristics in files: an abstraction that took long to build is saved and, in another run, loaded instead of built.
//
// A file holds any number of heuristics. Each has a key: the digests of the network and of the goal it was built for,
// what was asked for, with all options, and the normal forms of the states that it may be asked about. One that knows
// more normal forms than are needed fits, too. A heuristic of another network may call states dead ends from which the
// goal can be reached, so what does not fit is refused. The file names its format and the version of the tool, whose
// estimates may differ from those of another one, and ends with a checksum. The checksum finds damage, not forgery.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/kept_file.hpp"
#include "heuristic/registry.hpp"

namespace crowfly {

struct HeuristicKey {
    std::string network, goal;  // digests
    std::string heuristic;      // "mas(N=100,merge=ranking,shrink=low_first)"
    NormalForms forms;          // of the states that it may be asked about

    friend bool operator==(const HeuristicKey&, const HeuristicKey&) = default;
};

HeuristicKey key_of(const Goal& goal, const HeuristicSpec& spec);
// Whether what was kept under the one key is what is wanted under the other.
bool fits(const HeuristicKey& kept, const HeuristicKey& wanted);

// The heuristic cannot be taken from the file: why, as the end of a sentence about the file, and what to do.
class UnfitHeuristic : public UnfitFile {
public:
    using UnfitFile::UnfitFile;
};

extern const FileKind heuristics_file;

class KeptHeuristics {
public:
    KeptHeuristics() = default;
    KeptHeuristics(const KeptHeuristics&) = delete;
    KeptHeuristics& operator=(const KeptHeuristics&) = delete;
    virtual ~KeptHeuristics() = default;

    // What was kept under the key; null: it has to be built. Throws UnfitHeuristic where nothing is to be built.
    virtual const std::string* find(const HeuristicKey& key) const = 0;
    virtual void keep(const HeuristicKey& key, std::string bytes) = 0;

protected:
    struct Entry {
        HeuristicKey key;
        std::string bytes;
    };
    const Entry* entry(const HeuristicKey& key) const;

    std::vector<Entry> entries_;
};

// Hands the bytes of the whole file over each time something new is in it. So nothing that was built is lost if the
// search that follows does not come to an end.
class SavedHeuristics final : public KeptHeuristics {
public:
    using TakeFile = std::function<void(const std::string& file)>;
    explicit SavedHeuristics(TakeFile take) : take_(std::move(take)) {}

    const std::string* find(const HeuristicKey& key) const override;
    void keep(const HeuristicKey& key, std::string bytes) override;
    std::size_t size() const { return entries_.size(); }
    std::string file() const;

private:
    TakeFile take_;
};

class LoadedHeuristics final : public KeptHeuristics {
public:
    // Throws UnfitHeuristic.
    explicit LoadedHeuristics(std::string_view file);

    const std::string* find(const HeuristicKey& key) const override;
    void keep(const HeuristicKey&, std::string) override {}
};

// Why a heuristic cannot be kept in files, as a sentence, or "": it is an abstraction, or one of its parts is. What the
// other parts take to be built is built anew.
std::string why_not_kept(const HeuristicSpec& spec);

}  // namespace crowfly
