#include "cli/queries/progress.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/process/console.hpp"
#include "render/results/statistics.hpp"
#include "render/text.hpp"

namespace crowfly {
namespace {

constexpr std::string_view erased = "\r\x1b[K";

struct Pace {
    double first;  // seconds after the start
    double then;   // seconds between lines
};

Pace pace_of(ProgressMode mode) {
    switch (mode) {
        case ProgressMode::off: break;
        case ProgressMode::rewritten: return {1, 0.1};
        case ProgressMode::lines: return {10, 10};
        case ProgressMode::json: return {0.1, 0.1};
    }
    return {};
}

}  // namespace

ProgressMode progress_mode(std::string_view asked, bool terminal, bool json_output) {
    if (asked == "off") return ProgressMode::off;
    if (asked == "json") return ProgressMode::json;
    if (terminal) return ProgressMode::rewritten;
    return json_output ? ProgressMode::off : ProgressMode::lines;
}

ProgressObserver::ProgressObserver(ProgressMode mode, Clock clock, Sink sink, std::size_t width)
    : mode_(mode), clock_(std::move(clock)), sink_(std::move(sink)), width_(width) {}

void ProgressObserver::begin(std::size_t query, std::size_t queries) {
    query_ = query;
    queries_ = queries;
    start_ = last_time_ = clock_();
    due_ = start_ + pace_of(mode_).first;
    last_explored_ = 0;
}

void ProgressObserver::progress(const Statistics& statistics) {
    if (mode_ == ProgressMode::off) return;
    const double now = clock_();
    if (now < due_) return;
    due_ = now + pace_of(mode_).then;
    show(statistics, now);
}

void ProgressObserver::show(const Statistics& statistics, double now) {
    // A search in several rounds may start to count anew.
    const std::size_t news = statistics.explored - (statistics.explored < last_explored_ ? 0 : last_explored_);
    const double rate = now > last_time_ ? static_cast<double>(news) / (now - last_time_) : 0;
    last_time_ = now;
    last_explored_ = statistics.explored;
    const Progress progress{query_, queries_, now - start_, rate, statistics};
    if (mode_ == ProgressMode::json) return sink_(progress_json(progress));
    if (mode_ == ProgressMode::lines) return sink_(progress_line(progress) + "\n");
    sink_(fmt::format("{}{}", erased, shortened(progress_line(progress), width_ - 1)));
    drawn_ = true;
}

void ProgressObserver::end() {
    if (drawn_) sink_(erased);
    drawn_ = false;
}

void add_progress_option(CommandDeclaration& command, std::string& asked) {
    command.option("--progress", &asked, "Print the progress of a search on standard error: auto, off or json",
                   {.name = "HOW", .choices = {"auto", "off", "json"}});
}

ProgressObserver progress_on_stderr(const std::string& asked, bool json_output) {
    const auto clock = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    const auto sink = [](std::string_view text) { write(Stream::err, text); };
    const ProgressMode mode = progress_mode(asked, is_terminal(Stream::err), json_output);
    return {mode, clock, sink, mode == ProgressMode::rewritten ? terminal_width(Stream::err) : 0};
}

}  // namespace crowfly
