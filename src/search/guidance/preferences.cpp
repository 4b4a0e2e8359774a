#include "search/guidance/preferences.hpp"

#include "search/settings/settings.hpp"

namespace crowfly {
namespace {

using Kind = PluginOption::Kind;

Declaration declare_useless() {
    return {
        .name = "useless",
        .description = "useless transitions come last: without them h is no greater than after them (Wehrle 2011)",
        .options = {
            {.name = "plain", .text = "only the edges of the transition are removed", .kind = Kind::flag},
            {.name = "reads",
             .text =
                 "the edges that are removed because they read a variable that the transition sets: by guards, or all",
             .kind = Kind::choice,
             .choices = {"guards", "all"},
             .otherwise = "guards"},
            {.name = "exact", .text = "h is computed every time", .kind = Kind::flag}}};
}

Declaration declare_contexts() {
    return {
        .name = "contexts",
        .description = "transitions that interfere with the previous one come first (Wehrle 2011)",
        .options = {{.name = "plain", .text = "the goal counts less than the previous transition", .kind = Kind::flag},
                    {.name = "clocks", .text = "clocks count as variables", .kind = Kind::flag}}};
}

Declaration declare_helpful() {
    return {.name = "helpful",
            .description = "helpful actions: transitions of the relaxed plan have their own open list",
            .options = {{.name = "boost",
                         .text = "the number of extra turns of this list after a new least h",
                         .kind = Kind::number,
                         .least = 0,
                         .most = 999'999,
                         .otherwise = "1000",
                         .wrong = "`helpful` has no option `boost={}`; write for example boost=1000"}}};
}

std::string apply_useless(const Spec& spec, Preference& into) {
    const bool plain = is_set(spec, "plain");
    if (plain && spec.options.contains("reads"))
        return "`useless(plain)` removes no edges that read a variable; leave out one of `plain` and `reads`";
    const bool all = value_of(spec, preferences()[0], "reads") == "all";
    into.useless = true;
    into.removal = plain ? Removal::plain : all ? Removal::updates : Removal::guards;
    into.exact = is_set(spec, "exact");
    return {};
}

std::string apply(const Spec& spec, Preference& into) {
    if (spec.name == "useless") return apply_useless(spec, into);
    if (spec.name == "contexts") {
        into.contexts = true;
        into.exact_contexts = is_set(spec, "plain");
        into.clocks = is_set(spec, "clocks");
    } else {
        into.helpful = true;
        into.boost = static_cast<std::uint32_t>(std::stoul(value_of(spec, preferences()[2], "boost")));
    }
    return {};
}

Vocabulary vocabulary() {
    Vocabulary result{"there is no `{}` to prefer by", {}};
    for (const Declaration& declared : preferences()) result.plugins.push_back(&declared);
    return result;
}

}  // namespace

const std::vector<Declaration>& preferences() {
    static const std::vector<Declaration> all{declare_useless(), declare_contexts(), declare_helpful()};
    return all;
}

const Declaration& preference() {
    static const Declaration declared{.name = "prefer",
                                      .description = "transitions that are generated first",
                                      .options = {{.name = "order",
                                                   .text = "the preference that decides first",
                                                   .kind = Kind::choice,
                                                   .choices = {"useless", "contexts"},
                                                   .otherwise = "useless"}},
                                      .combines = true};
    return declared;
}

std::optional<Preference> parse_preference(const std::string& text, std::string& problem) {
    const std::optional<Spec> spec = parse_arguments_of(preference(), text, vocabulary(), problem);
    if (!spec) return std::nullopt;
    Preference result;
    result.contexts_decide = value_of(*spec, preference(), "order") == "contexts";
    for (const Spec& part : spec->parts) {
        problem = apply(part, result);
        if (!problem.empty()) return std::nullopt;
    }
    return result;
}

}  // namespace crowfly
