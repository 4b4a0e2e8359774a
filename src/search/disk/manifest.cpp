#include "search/disk/manifest.hpp"

#include <fmt/format.h>

#include "base/files/kept_file.hpp"
#include "base/files/parts.hpp"

namespace crowfly {
namespace {

constexpr const char* other_directory = "name another directory, or remove this one to begin anew";

constexpr FileKind manifest_file{
    .beginning = {"crowfly search on disk\n\0", 24},
    .format = 2,
    .why_other = "is damaged: its manifest does not begin as one",
    .other_hint = other_directory,
    .damaged = "is damaged: its manifest",
    .hint = other_directory,
    .unfit = unfit_as<UnfitCheckpoint>,
};

}  // namespace

std::vector<std::uint64_t> Manifest::numbers() const {
    std::vector<std::uint64_t> all{log.number, frontier.number};
    for (const Closed& file : closed) all.push_back(file.file.number);
    for (const Run& run : runs) all.push_back(run.file.number);
    for (const RecordFile& file : logs) all.push_back(file.number);
    return all;
}

std::string to_text(const Manifest& manifest) {
    return kept_file(manifest_file, "", [&](ArchiveWriter& to) { save(manifest, to); });
}

Manifest read_manifest(std::string_view text) {
    KeptFile file = read_kept_file(manifest_file, text);
    return read_or_refuse(manifest_file, [&] {
        Manifest manifest;
        load(manifest, file.content);
        file.content.demand_end();
        return manifest;
    });
}

void demand_same_question(const CheckpointKey& own, const CheckpointKey& key) {
    if (own.network != key.network)
        throw UnfitCheckpoint("is of another model, or of an earlier version of this one", other_directory);
    if (own.goal != key.goal) throw UnfitCheckpoint("is of another query", other_directory);
    if (own.options != key.options)
        throw UnfitCheckpoint(fmt::format("is of a search with other options: {}; not {}", own.options, key.options),
                              other_directory);
}

}  // namespace crowfly
