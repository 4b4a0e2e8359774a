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

// The values of an option, each with a description.
using DescribedValues = std::vector<std::pair<std::string, std::string>>;

// The sections of the help, as questions that a user has.
namespace question {
inline constexpr const char* input = "Which model and which queries?";
inline constexpr const char* order = "Which state is expanded next?";
inline constexpr const char* best = "Which trace is best?";
inline constexpr const char* decision = "How is the query decided?";
inline constexpr const char* store = "How are states stored?";
inline constexpr const char* abstraction = "How are abstractions built and kept?";
inline constexpr const char* work = "How many threads and processes search?";
inline constexpr const char* end = "When does it end?";
inline constexpr const char* traces = "Which traces are written, and how?";
inline constexpr const char* output = "How is the answer printed?";
inline constexpr const char* without_effect = "Which options have no effect?";
}  // namespace question

// How the values of an option are called, and which there are.
struct ValueRules {
    std::string name = {};                  // in help: FILE; without one the choices are shown
    std::vector<std::string> choices = {};  // all values there are
    // Values that shells offer, without excluding others, and values that help describes, which are offered as well.
    // Functions, for only help and completions need them.
    std::function<std::vector<std::string>()> offered = {};
    std::function<DescribedValues()> described = {};
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
    std::string sentence;  // or several; the first can stand alone
    std::string section;   // of the help: a question; hidden if there is none
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
    std::vector<std::string> essential;      // the options of the short help, eight at most; of the tool, commands
    std::vector<std::string> examples;       // four command lines that run in the folder of the project
    std::string footer;                      // paragraphs after the options in help
    std::string version_text;                // what its version option prints; "": the version line of the tool
    std::string section;                     // of the next option
    std::vector<OptionDeclaration> options;  // all but --help, which every command has
    std::function<void()> settle;            // called when all options have been read; may throw UsageError
    bool keeps_unknown = false;              // options it does not have are no mistake …
    std::vector<std::string> unknown;        // … and stand here
    std::vector<std::unique_ptr<CommandDeclaration>> commands;
};

inline const std::vector<std::string> help_names{"-h", "--help"};
inline const std::string help_sentence = "Print the short help (-h), or the names of all options (--help), and exit";

}  // namespace crowfly
