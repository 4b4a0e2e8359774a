#include "base/files/kept_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/sha256.hpp"
#include "base/version.hpp"

namespace crowfly {
namespace {

constexpr std::size_t checksum_digits = 64;

[[noreturn]] void refuse(const FileKind& kind, const std::string& why, const char* hint) {
    std::rethrow_exception(kind.unfit(why, hint));
}

// As the end of a sentence about the file, or "".
std::string why_other_version(std::uint32_t format, ArchiveReader& from) {
    const auto found = from.number<std::uint32_t>();
    if (found != format) return fmt::format("has format {}, and this version reads format {}", found, format);
    const std::string_view writer = from.text();
    if (writer == version) return "";
    // What is damaged may be anything.
    const bool is_version =
        writer.size() < 20 && std::ranges::all_of(writer, [](char c) { return c > ' ' && c < 127; });
    return fmt::format("was saved by {}, and this is Crowfly {}",
                       is_version ? fmt::format("Crowfly {}", writer) : "another version", version);
}

// Reads on at the tag.
ArchiveReader after_version(const FileKind& kind, std::string_view bytes) {
    if (!bytes.starts_with(kind.beginning)) refuse(kind, kind.why_other, kind.other_hint);
    ArchiveReader from(bytes.substr(kind.beginning.size()));
    const std::string why = why_other_version(kind.format, from);
    if (!why.empty()) refuse(kind, why, kind.hint);
    return from;
}

}  // namespace

bool may_begin(const FileKind& kind, std::string_view first_bytes) {
    return kind.beginning.substr(0, first_bytes.size()) == first_bytes.substr(0, kind.beginning.size());
}

void refuse_damaged(const FileKind& kind, const std::string& how) {
    refuse(kind, fmt::format("{} {}", kind.damaged, how), kind.hint);
}

void check_header(const FileKind& kind, std::string_view first_bytes) {
    read_or_refuse(kind, [&] { after_version(kind, first_bytes); });
}

KeptFile read_kept_file(const FileKind& kind, std::string_view bytes) {
    check_header(kind, bytes);  // first, because another version may have another checksum
    return read_or_refuse(kind, [&] {
        ArchiveReader::demand(bytes.size() >= checksum_digits, "ends too early");
        const std::string_view checked = bytes.substr(0, bytes.size() - checksum_digits);
        ArchiveReader::demand(sha256(checked) == bytes.substr(checked.size()), "does not match its checksum");
        ArchiveReader from = after_version(kind, checked);
        std::string tag(from.text());
        return KeptFile{std::move(tag), from};
    });
}

void write_kept_file(const FileKind& kind, std::string_view tag, const ArchiveWriter::Sink& sink,
                     const WriteContent& write) {
    Sha256 checksum;
    ArchiveWriter writer([&](std::string_view bytes) {
        checksum.add(bytes);
        sink(bytes);
    });
    writer.numbers(kind.beginning.data(), kind.beginning.size());
    writer.number(kind.format);
    writer.text(version);
    writer.text(tag);
    write(writer);
    writer.flush();
    sink(checksum.digits());
}

std::string kept_file(const FileKind& kind, std::string_view tag, const WriteContent& write) {
    std::string file;
    write_kept_file(
        kind, tag, [&](std::string_view bytes) { file += bytes; }, write);
    return file;
}

}  // namespace crowfly
