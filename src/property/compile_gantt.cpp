#include "property/compile.hpp"

#include <fmt/format.h>

#include <cctype>
#include <functional>

#include "network/compile/expressions.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_entries = 5000;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Without parentheses around the whole.
std::string_view bare(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0) return at > 0 && at + 1 == text.size() ? bare(text.substr(1, at - 1)) : text;
    }
    return text;
}

// The text with names replaced by their values, members of processes and records excepted, and blanks run together.
std::string with_values(std::string_view text, const BinderValues& values) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (is_word(text[at]) && end < text.size() && is_word(text[end])) ++end;
        const std::string_view word = text.substr(at, end - at);
        const bool is_member = !result.empty() && result.back() == '.';
        std::string shown(word);
        for (const auto& [symbol, value] : values) {
            if (symbol->name == word && !is_member) shown = std::to_string(value);
        }
        if (std::isspace(static_cast<unsigned char>(word[0])) == 0)
            result += shown;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
        at = end;
    }
    return result;
}

class GanttCompiler {
public:
    GanttCompiler(const Compiler& compiler, Diagnostics& diagnostics)
        : compiler_(compiler), diagnostics_(diagnostics),
          context_(compiler.context(), {compiler.shared_network(), &compiler.network().code}, diagnostics) {}

    GanttChart run(const model::Gantt& gantt) {
        for (const model::GanttLane& lane : gantt) for_each_value(lane.parameters, 0, [&] { add_lane(lane); });
        return std::move(chart_);
    }

private:
    // Calls `visit` with each combination of values of the symbols from `first` on.
    void for_each_value(const std::vector<const model::Symbol*>& symbols, std::size_t first,
                        const std::function<void()>& visit) {
        if (first == symbols.size()) return visit();
        const compile::Shape* range = compile::shape_of(context_, *symbols[first]->type);
        if (range == nullptr) return;
        compile::ScopedBinding binder(context_, symbols[first], {compile::Binding::Kind::value, range->least, range});
        for (std::int64_t value = range->least; value <= range->greatest && entries_ <= most_entries; ++value) {
            binder.set(static_cast<std::int32_t>(value));
            values_.emplace_back(symbols[first], static_cast<std::int32_t>(value));
            for_each_value(symbols, first + 1, visit);
            values_.pop_back();
        }
    }

    void add_lane(const model::GanttLane& lane) {
        std::vector<std::int32_t> arguments;
        for (const auto& [symbol, value] : values_) arguments.push_back(value);
        chart_.lanes.push_back({lane.name, {}});
        if (!arguments.empty()) chart_.lanes.back().name += fmt::format("({})", fmt::join(arguments, ", "));
        for (const model::GanttEntry& entry : lane.entries) for_each_value(entry.binders, 0, [&] { add_entry(entry); });
    }

    void add_entry(const model::GanttEntry& entry) {
        if (++entries_ > most_entries) return miss(fmt::format("it has more than {} conditions", most_entries));
        const std::string text = with_values(bare(entry.query.text), values_);
        std::optional<Property> property = compile_property(compiler_, entry.query, diagnostics_, values_);
        if (!property) return;
        auto& asks = std::get<property::Extremum>(property->asks);
        if (property->obstacle) return miss(fmt::format("`{}`: {}", text, property->obstacle->reason));
        if (asks.measures.empty() || asks.measures[0].clock != 0)
            return miss(fmt::format("the colour of `{}` is a clock", text));
        chart_.lanes.back().entries.push_back({text, std::move(asks)});
    }

    void miss(std::string why) {
        if (chart_.problem.empty()) chart_.problem = std::move(why);
    }

    const Compiler& compiler_;
    Diagnostics& diagnostics_;
    compile::Context context_;
    BinderValues values_;
    GanttChart chart_;
    std::size_t entries_ = 0;
};

}  // namespace

GanttChart compile_gantt(const Compiler& compiler, const model::Gantt& gantt, Diagnostics& diagnostics) {
    return GanttCompiler(compiler, diagnostics).run(gantt);
}

}  // namespace crowfly
