// --help, the same for all commands: what it does, how it is called, its options by what they are about, examples.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace crowfly {

class Help final : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace crowfly
