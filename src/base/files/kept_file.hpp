// Files of the tool's own: checkpoints and their parts, manifests of searches on disk, kept heuristics.
//
// A file consists of the beginning of its kind, the number of the format, the version of the tool, a tag, the content,
// and a checksum of all bytes before it. A file is read only by the version that wrote it. The checksum detects damage,
// not forgery. Files are replaced as a whole (replace_file.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/archive.hpp"

namespace crowfly {

// The file cannot be used: why, as the end of a sentence about the file, and what to do.
class UnfitFile : public std::runtime_error {
public:
    // `where`: the file or the directory; empty: the file that the user named.
    UnfitFile(const std::string& why, std::string hint, std::string where = "")
        : std::runtime_error(why), hint_(std::move(hint)), where_(std::move(where)) {}
    const std::string& hint() const { return hint_; }
    const std::string& where() const { return where_; }

private:
    std::string hint_, where_;
};

template <std::derived_from<UnfitFile> Error>
std::exception_ptr unfit_as(const std::string& why, const std::string& hint) {
    return std::make_exception_ptr(Error(why, hint));
}

struct FileKind {
    std::string_view beginning;  // ends with a NUL, so that no program takes the file for text
    std::uint32_t format = 0;    // raised whenever the content is written differently
    const char* why_other;       // "holds no checkpoint": about a file that begins otherwise
    const char* other_hint;
    const char* damaged = "is damaged: it";
    const char* hint;  // what to do about damage, or a file of another version
    std::exception_ptr (*unfit)(const std::string& why, const std::string& hint);  // unfit_as<…>
};

// Whether these can be the first bytes of such a file.
bool may_begin(const FileKind& kind, std::string_view first_bytes);

[[noreturn]] void refuse_damaged(const FileKind& kind, const std::string& how);

// Calls `read`, and refuses the file as damaged if `read` throws DamagedArchive.
template <class Read>
auto read_or_refuse(const FileKind& kind, const Read& read) try {
    return read();
} catch (const DamagedArchive& damage) {
    refuse_damaged(kind, damage.what());
}

// Refuses a file of another kind, format or version by its first bytes, some hundred or all of them.
void check_header(const FileKind& kind, std::string_view first_bytes);

struct KeptFile {
    std::string tag;
    ArchiveReader content;
};
// Refuses a file of another kind, format or version, and one that is damaged. The bytes must outlive the content.
KeptFile read_kept_file(const FileKind& kind, std::string_view bytes);

using WriteContent = std::function<void(ArchiveWriter&)>;

// `tag`: which files belong together; may be empty.
void write_kept_file(const FileKind& kind, std::string_view tag, const ArchiveWriter::Sink& sink,
                     const WriteContent& write);
std::string kept_file(const FileKind& kind, std::string_view tag, const WriteContent& write);

}  // namespace crowfly
