// What is shown of a search under way. Searches call often; here it is decided when that becomes a line.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cli/interface/declaration.hpp"
#include "search/settings/limits.hpp"

namespace crowfly {

enum class ProgressMode {
    off,
    rewritten,  // one line of a terminal, ten times a second, once the search has taken a second
    lines,      // a line every ten seconds, for logs
    json,       // an object per line, ten times a second
};

// `asked` is auto, off or json. With --json nobody reads along, unless at a terminal.
ProgressMode progress_mode(std::string_view asked, bool terminal, bool json_output);

class ProgressObserver final : public Observer {
public:
    using Clock = std::function<double()>;               // seconds since whenever, never going back
    using Sink = std::function<void(std::string_view)>;  // standard error

    // A rewritten line is cut to `width` columns, for one that wraps cannot be erased.
    ProgressObserver(ProgressMode mode, Clock clock, Sink sink, std::size_t width);

    void begin(std::size_t query, std::size_t queries);  // the search for the next query starts
    void progress(const Statistics& statistics) override;
    void end();  // erases the line

private:
    void show(const Statistics& statistics, double now);

    ProgressMode mode_;
    Clock clock_;
    Sink sink_;
    std::size_t width_;
    std::size_t query_ = 1;
    std::size_t queries_ = 1;
    double start_ = 0;
    double due_ = 0;  // when the next line is
    double last_time_ = 0;
    std::size_t last_explored_ = 0;
    bool drawn_ = false;
};

// `--progress HOW`, and the observer that shows it on standard error.
void add_progress_option(CommandDeclaration& command, std::string& asked);
ProgressObserver progress_on_stderr(const std::string& asked, bool json_output);

}  // namespace crowfly
