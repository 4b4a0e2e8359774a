#include "cli/files/heuristic_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/alarm.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/kept_files.hpp"
#include "cli/files/output.hpp"

namespace crowfly {
namespace {

constexpr const char* those_that_can_be_kept = "mas, pdb, cegar and scp can be kept, alone or as parts of another one";

[[noreturn]] void refuse_unreadable(int error) {
    throw UnfitHeuristic(fmt::format("cannot be read: {}", std::strerror(error)),
                         error == ENOENT ? "make it with --save-heuristic" : "");
}

// Of a file whose header does not fit no more is read.
std::string bytes_of_file(const std::string& path) {
    constexpr std::size_t bytes_between_polls = std::size_t{1} << 20U;
    const InputFile file(path);
    struct stat status {};
    if (file.descriptor() == -1 || fstat(file.descriptor(), &status) != 0) refuse_unreadable(errno);
    if (!S_ISREG(status.st_mode)) throw UnfitHeuristic("is no regular file", "name one that --save-heuristic wrote");
    std::string bytes, buffer(bytes_between_polls, '\0');
    for (;;) {
        poll();
        const ssize_t count = ::read(file.descriptor(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse_unreadable(errno);
        if (count == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
        check_header(heuristics_file, bytes);
    }
}

}  // namespace

void HeuristicFiles::declare(CommandDeclaration& command) {
    command.option("--save-heuristic", file_name_into(save_, "--save-heuristic"),
                   "Write the abstractions of --heuristic mas, pdb, cegar or scp to a file", {.name = "FILE"});
    command.option("--load-heuristic", file_name_into(load_, "--load-heuristic"),
                   "Read abstractions from such a file. A file of another model, query or heuristic is refused",
                   {.name = "FILE"});
}

void HeuristicFiles::settle(const std::vector<HeuristicSpec>& heuristics, const std::string& against) const {
    if (!are_asked_for()) return;
    if (!save_.empty() && !load_.empty())
        throw UsageError("--load-heuristic",
                         "a heuristic that is loaded need not be saved; leave out --save-heuristic");
    if (!against.empty()) throw UsageError(option(), against);
    if (heuristics.empty())
        throw UsageError(option(),
                         fmt::format("there is no heuristic to {}; choose one, for example by --heuristic mas",
                                     save_.empty() ? "load" : "save"));
    std::string why;
    for (const HeuristicSpec& heuristic : heuristics) {
        why = why_not_kept(heuristic);
        if (why.empty()) return;
    }
    throw UsageError(option(), fmt::format("{}; {}", why, those_that_can_be_kept));
}

bool HeuristicFiles::can_save(Session& session) const {
    return save_.empty() || can_replace(save_, heuristics_file, session);
}

bool HeuristicFiles::open(Session& session) {
    if (!save_.empty()) {
        saved_ = std::make_shared<SavedHeuristics>([this, &session](const std::string& file) {
            if (!could_not_be_written_) could_not_be_written_ = !write_file(save_, file, session);
        });
        kept_ = saved_;
    }
    if (load_.empty()) return true;
    try {
        kept_ = std::make_shared<LoadedHeuristics>(bytes_of_file(load_));
        return true;
    } catch (const UnfitHeuristic& unfit) {
        report(unfit, session.command_line, session.diagnostics);
        return false;
    }
}

bool HeuristicFiles::is_saved(Session& session) const {
    if (save_.empty() || could_not_be_written_) return !could_not_be_written_;
    if (saved_ && saved_->size() > 0) return true;
    session.diagnostics.add(Code::nothing_to_save, session.command_line,
                            fmt::format("no heuristic was built, so `{}` is not written", save_));
    return false;
}

void HeuristicFiles::report(const UnfitHeuristic& unfit, Span where, Diagnostics& diagnostics) const {
    diagnostics.add(Code::unfit_heuristic, where, fmt::format("`{}` {}", load_, unfit.what()), unfit.hint());
}

}  // namespace crowfly
