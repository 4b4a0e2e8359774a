#include "cli/options/verifyta_options.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "base/commit.hpp"
#include "base/version.hpp"

namespace crowfly {
namespace {

struct NamedOrder {
    std::string_view search, shown;
};

constexpr std::array<NamedOrder, 3> orders{
    {{"bfs", "breadth first"}, {"dfs", "depth first"}, {"rdfs", "random depth first"}}};

// Automatic, none, difference, local, lower and upper bounds.
constexpr std::array<std::optional<Abstraction>, 5> extrapolations{std::nullopt, Abstraction::none, Abstraction::m,
                                                                   Abstraction::m_plus, Abstraction::lu_plus};

// Options of UPPAAL 5 with a value that change no answer of Crowfly.
struct NotedOption {
    std::string_view name, value, sentence, reason;
};

constexpr std::string_view not_statistical = "Crowfly answers no statistical queries";
constexpr std::string_view no_licence = "Crowfly needs no licence";
constexpr std::array<NotedOption, 5> noted_options{
    {{"--alpha", "X", "Probability of false negatives in statistical queries", not_statistical},
     {"--beta", "X", "Probability of false positives in statistical queries", not_statistical},
     {"--epsilon", "X", "Uncertainty of the probabilities in statistical queries", not_statistical},
     {"--lease", "HOURS", "Duration of a licence of UPPAAL", no_licence},
     {"--key", "KEY", "Key of a licence of UPPAAL", no_licence}}};

// The best trace is found breadth first, whatever order is asked for.
const NamedOrder& order_of(const VerifytaOptions& options) {
    return orders[options.traces > 0 ? 0 : static_cast<std::size_t>(options.order)];
}

void add_number(CommandDeclaration& command, const std::string& name, int& value, std::uint64_t greatest,
                const std::string& help) {
    command.option(name, &value, help, {.name = "N", .range = NumberRange{0, greatest}});
}

void add_search(CommandDeclaration& command, VerifytaOptions& options) {
    command.begin_section(question::order);
    add_number(command, "-t,--diagnostic", options.traces, 2, "Generate traces: 0 some, 1 shortest, 2 fastest");
    add_number(command, "-o,--search-order", options.order, 6, "0 breadth first, 1 depth first, 2 random depth first");
    add_number(command, "-n,--extrapolation", options.extrapolation, 4,
               "0 automatic, 1 none, 2 difference, 3 local, 4 lower and upper bounds");
    command.option("-r,--seed", &options.seed, "Seed of the random order", {.name = "N"});
}

void add_output(CommandDeclaration& command, VerifytaOptions& options) {
    command.begin_section(question::output);
    command.option("-f", &options.prefix, "Write the traces of -t to PREFIX-1.xtr and so on, numbered like the queries",
                   {.name = "PREFIX"});
    command.option("-X", &options.xml_prefix, "Not supported: use -f", {.name = "PREFIX"});
    command.option("--trace-text", &options.trace_text, "Not supported: -t0 without -f shows traces as text",
                   {.name = "PREFIX"});
    command.flag("-q", &options.quiet, "Do not print the options");
    command.flag("--strict", &options.strict,
                 "Answer unknown if a verdict depends on a trace that could not be replayed (no option of verifyta)");
    command.flag("-u,--summary", &options.summary, "Print the numbers of each search");
}

void add_ignored(CommandDeclaration& command, VerifytaOptions& options) {
    command.begin_section(question::without_effect);
    add_number(command, "-S,--statespace-consumption", options.reduction, 2, "How many states to leave out of memory");
    command.option("-H,--hashtable-size", &options.ignored_number, "How large a table for -Z is", {.name = "N"});
    command.flag("-A", &options.ignored, "Approximate by convex hulls");
    command.flag("-C", &options.whole_matrices, "Store zones as whole matrices");
    command.flag("-T", &options.reuse, "Use the states of the last query for the next");
    command.flag("-Z", &options.ignored, "Approximate by bit-state hashing");
    command.flag("-s", &options.ignored, "Show no progress");
    command.flag("-y", &options.ignored, "Show symbolic traces");
    for (const NotedOption& option : noted_options) {
        command.option(std::string{option.name}, &options.ignored_text, std::string{option.sentence},
                       {.name = std::string{option.value}});
    }
}

// verifyta compiles instead of verifying if the variable is set. Verdicts in the client's .if file would be taken for a
// compiled model.
bool is_to_compile() {
    const char* value = std::getenv("UPPAAL_COMPILE_ONLY");
    return value != nullptr && *value != '\0';
}

}  // namespace

void add_verifyta_options(CommandDeclaration& command, VerifytaOptions& options) {
    command.argument("MODEL", &options.model, "A model file; only calls about a licence do without");
    command.argument("QUERY", &options.queries,
                     "A file of queries, or a query. Without it, the queries of the model or of the .q file beside it");
    add_search(command, options);
    add_output(command, options);
    add_ignored(command, options);
    command.keeps_unknown = true;  // verifyta has many more options; they are refused by name
}

std::string unsupported(const VerifytaOptions& options, const std::vector<std::string>& rest) {
    if (!rest.empty()) return fmt::format("`{}` is not supported by `crowfly verifyta`", rest.front());
    if (is_to_compile()) {
        return "`crowfly verifyta` does not write UPPAAL's intermediate format, which the environment variable "
               "UPPAAL_COMPILE_ONLY asks for";
    }
    if (!options.trace_text.empty()) {
        return "`--trace-text` is not supported by `crowfly verifyta`: `-t0` without `-f` shows traces as text on "
               "standard error";
    }
    if (static_cast<std::size_t>(options.order) >= orders.size()) {
        return fmt::format("the search order {} is not supported by `crowfly verifyta`: it has 0, 1 and 2",
                           options.order);
    }
    if (!options.xml_prefix.empty())
        return "traces in XML are not supported by `crowfly verifyta`: `-f` writes some that UPPAAL's simulator loads";
    return {};
}

bool asks_for_licence_only(const VerifytaOptions& options, const CommandDeclaration& given) {
    return options.model.empty() && (given.is_given("--key") || given.is_given("--lease"));
}

std::vector<std::string> without_effect(const CommandDeclaration& given) {
    std::vector<std::string> notes;
    for (const NotedOption& option : noted_options) {
        if (given.is_given(std::string{option.name}))
            notes.push_back(fmt::format("`{}` has no effect: {}", option.name, option.reason));
    }
    return notes;
}

std::string verifyta_version() {
    constexpr std::size_t shown = 8;
    std::string text = fmt::format("crowfly {}, compatible with UPPAAL 5.0.0", version);
    if (!commit().empty()) text += fmt::format(" ({})", commit().substr(0, shown));
    return text;
}

verifyta::Options options_of(const VerifytaOptions& options) {
    return {.traces = static_cast<verifyta::Traces>(options.traces + 1),
            .order = orders[static_cast<std::size_t>(options.order)].shown,
            .reduction = static_cast<verifyta::Reduction>(options.reduction),
            .reuse = options.reuse,
            .whole_matrices = options.whole_matrices,
            .seed = options.seed};
}

SearchConfig config_of(const VerifytaOptions& options) {
    constexpr std::array objectives{Objective::any, Objective::any, Objective::shortest, Objective::fastest};
    SearchConfig config;
    config.search = order_of(options).search;
    config.settings.search = order_of(options).search;
    config.settings.seed = options.seed;
    config.settings.extrapolation = extrapolations[static_cast<std::size_t>(options.extrapolation)];
    config.settings.objective = objectives[static_cast<std::size_t>(options.traces + 1)];
    return config;
}

}  // namespace crowfly
