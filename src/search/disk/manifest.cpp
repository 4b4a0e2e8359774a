#include "search/disk/manifest.hpp"

#include <fmt/format.h>

#include "base/archive_version.hpp"
#include "base/sha256.hpp"

namespace crowfly {
namespace {

constexpr std::string_view manifest_beginning("crowfly search on disk\n\0", 24);
constexpr std::uint32_t manifest_format = 1;
constexpr std::size_t manifest_digits = 64;
constexpr const char* other_directory = "name another directory, or remove this one to begin anew";

[[noreturn]] void refuse_manifest(const std::string& how) {
    throw UnfitCheckpoint("is damaged: its manifest " + how, other_directory);
}

// One order of the parts for writing and for reading.
template <class Visitor, class M>
void visit_parts(Visitor&& visit, M& m) {
    visit(m.key.network);
    visit(m.key.goal);
    visit(m.key.options);
    visit(m.is_wide);
    visit(m.log);
    visit(m.table);
    visit.list(m.closed, [&](auto& closed) {
        visit(closed.ahead);
        visit(closed.file);
    });
    visit.list(m.runs, [&](auto& run) {
        visit(run.bucket);
        visit(run.file);
    });
    visit.list(m.opened, [&](auto& opened) {
        visit(opened.bucket);
        visit(opened.in_file);
    });
    visit(m.current);
    visit(m.is_current);
    visit(m.frontier);
    for (auto* number : {&m.expanded, &m.states, &m.use.read, &m.use.written, &m.use.peak, &m.use.merges})
        visit(*number);
    for (auto* number : {&m.statistics.explored, &m.statistics.generated, &m.statistics.pruned}) visit(*number);
    visit(m.cut);
    visit(m.round);
    visit(m.is_finished);
    visit.list(m.pieces, [&](auto& offset) { visit(offset); });
    visit.list(m.logs, [&](auto& file) { visit(file); });
}

struct ManifestWriter {
    ArchiveWriter to;

    void operator()(const std::string& text) { to.text(text); }
    template <std::integral Number>
    void operator()(Number number) {
        to.number(number);
    }
    void operator()(const RecordFile& file) {
        for (const std::uint64_t number : {file.number, file.records, file.bytes}) to.number(number);
    }
    void operator()(const BucketKey& bucket) {
        to.number(bucket.length);
        to.number(bucket.ahead);
    }
    template <class List, class Visit>
    void list(const List& all, const Visit& visit) {
        to.number(std::uint64_t{all.size()});
        for (const auto& element : all) visit(element);
    }
};

struct ManifestReader {
    ArchiveReader from;

    void operator()(std::string& text) { text = from.text(); }
    void operator()(bool& truth) { truth = from.truth(); }
    template <std::integral Number>
    void operator()(Number& number) {
        number = from.number<Number>();
    }
    void operator()(RecordFile& file) {
        for (std::uint64_t* number : {&file.number, &file.records, &file.bytes}) *number = from.number<std::uint64_t>();
    }
    void operator()(BucketKey& bucket) {
        bucket.length = from.number<std::uint32_t>();
        bucket.ahead = from.number<std::uint32_t>();
    }
    template <class List, class Visit>
    void list(List& all, const Visit& visit) {
        all.resize(from.count(1));
        for (auto& element : all) visit(element);
    }
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
    ManifestWriter writer;
    writer.to.numbers(manifest_beginning.data(), manifest_beginning.size());
    write_version(manifest_format, writer.to);
    visit_parts(writer, manifest);
    return writer.to.bytes() + sha256(writer.to.bytes());
}

Manifest read_manifest(std::string_view text) try {
    if (!text.starts_with(manifest_beginning)) refuse_manifest("does not begin as one");
    if (text.size() < manifest_beginning.size() + manifest_digits) refuse_manifest("ends too early");
    const std::string_view content = text.substr(0, text.size() - manifest_digits);
    ManifestReader reader{ArchiveReader(content.substr(manifest_beginning.size()))};
    if (const std::string why = why_other_version(manifest_format, reader.from); !why.empty())
        throw UnfitCheckpoint(why, other_directory);
    if (sha256(content) != text.substr(content.size())) refuse_manifest("has another checksum");
    Manifest manifest;
    visit_parts(reader, manifest);
    reader.from.demand_end();
    return manifest;
} catch (const DamagedArchive& damage) {
    refuse_manifest(damage.what());
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
