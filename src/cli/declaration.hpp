// What a command takes on its command line, declared once: the parser, --help, manual pages, completions and messages
// about mistakes read these declarations.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace crowfly {

// A value that makes no sense: "--time: `5x` is not a duration; write for example 60s". Thrown while the command line
// is read, by functions that take values and by `CommandDeclaration::settle`.
class UsageError : public std::runtime_error {
public:
    UsageError(const std::string& option, const std::string& why) : std::runtime_error(option + ": " + why) {}
};

// Where a value goes. Numbers are converted before; a function gets the text, or all texts if there are several.
// Whatever is pointed to must outlive the parsing.
using ValueTarget = std::variant<std::monostate, bool*, int*, std::uint64_t*, std::string*, std::optional<std::string>*,
                                 std::vector<std::string>*, std::function<void(const std::string&)>,
                                 std::function<void(const std::vector<std::string>&)>>;

struct NumberRange {
    std::uint64_t least = 0;
    std::optional<std::uint64_t> most = {};
};

// How the values of an option are called, and which there are.
struct ValueRules {
    std::string name = {};                  // in help: FILE; without one the choices are shown
    std::vector<std::string> choices = {};  // all values there are
    std::vector<std::string> offered = {};  // values that shells offer, without excluding others
    std::optional<NumberRange> range = {};  // of a number
    std::string otherwise = {};             // the default, as help shows it
    std::string needs = {};                 // an option that must be there, too
    bool required = false;
    char separator = '\0';    // between several values in one word
    bool one_a_time = false;  // each value has the option's name before it, which may be repeated
};

struct OptionDeclaration {
    enum class Kind : std::uint8_t { argument, flag, value, version };

    bool takes_several() const;  // values
    std::string name() const;    // the long one, if there is one

    Kind kind = Kind::flag;
    std::vector<std::string> names;  // "-o", "--output"; "MODEL" of an argument
    ValueTarget target;
    std::string sentence;  // its first line can stand alone
    std::string section;   // of the help; hidden if there is none
    ValueRules rules;
    bool given = false;  // known when a command settles its options
};

// A command, or the tool itself with its commands.
struct CommandDeclaration {
    CommandDeclaration(std::string called, std::string described);

    CommandDeclaration& command(const std::string& called, const std::string& described);

    // The options declared from here on are listed under this title.
    void begin_section(const std::string& title) { section = title; }

    void argument(const std::string& called, ValueTarget target, const std::string& sentence, ValueRules rules = {});
    void option(const std::string& names, ValueTarget target, const std::string& sentence, ValueRules rules);
    void flag(const std::string& names, ValueTarget target, const std::string& sentence);
    void version(const std::string& names);               // prints the version and exits
    void hide_last() { options.back().section.clear(); }  // from help

    bool is_given(const std::string& option) const;
    std::vector<std::string> long_names() const;
    bool is_tool() const { return name.empty(); }

    std::string name;  // "check"; "" of the tool
    std::string description;
    std::string footer;                      // after the options in help
    std::string version_text;                // what its version option prints; "": the version line of the tool
    std::string section;                     // of the next option
    std::vector<OptionDeclaration> options;  // all but --help, which every command has
    std::function<void()> settle;            // called when all options have been read; may throw UsageError
    bool keeps_unknown = false;              // options it does not have are no mistake …
    std::vector<std::string> unknown;        // … and stand here
    std::vector<std::unique_ptr<CommandDeclaration>> commands;
};

inline const std::vector<std::string> help_names{"-h", "--help"};
inline const std::string help_sentence = "Print this help and exit";

}  // namespace crowfly
