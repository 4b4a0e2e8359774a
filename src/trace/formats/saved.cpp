#include "trace/formats/saved.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "trace/measures/prices.hpp"

namespace crowfly {

struct SavedTrace::Content {
    nlohmann::json json;
};

namespace {

using Json = nlohmann::json;

// A mistake in the file, as a message for the user; thrown and caught in this file.
struct Mistake : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class... Parts>
[[noreturn]] void refuse(fmt::format_string<Parts...> text, Parts&&... parts) {
    throw Mistake(fmt::format(text, std::forward<Parts>(parts)...));
}

const Json& member(const Json& object, const char* name) {
    if (!object.is_object() || !object.contains(name)) refuse("`{}` is missing", name);
    return object[name];
}

std::string text_of(const Json& value, const char* what) {
    if (!value.is_string()) refuse("`{}` has to be a text", what);
    return value.get<std::string>();
}

std::string text(const Json& object, const char* name) { return text_of(member(object, name), name); }

std::string text_if_any(const Json& object, const char* name) {
    return object.is_object() && object.contains(name) && object[name].is_string() ? object[name].get<std::string>()
                                                                                   : "";
}

const Json& list(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_array()) refuse("`{}` has to be a list", name);
    return value;
}

std::int32_t integer(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_number_integer()) refuse("`{}` has to be a whole number", name);
    const auto number = value.get<std::int64_t>();
    if (number < INT32_MIN || number > INT32_MAX) refuse("`{}` is too large", name);
    return static_cast<std::int32_t>(number);
}

// The longest number accepted; sums of longer ones would overflow.
constexpr std::size_t most_digits = 15;

Rational fraction(const Json& object, const char* name) {
    const std::string written = text(object, name);
    if (written.size() > 2 * most_digits + 1) refuse("`{}` is too long a fraction", written);
    const std::size_t slash = written.find('/');
    if (slash == std::string::npos && written.size() > most_digits) refuse("`{}` is too large", written);
    const std::optional<Rational> value = parse_rational(written);
    if (!value) refuse("`{}` is not a fraction", written);
    return *value;
}

class Resolving {
public:
    explicit Resolving(const Network& network) : network_(network) {}

    Trace trace(const Json& json) {
        Trace trace;
        trace.initial = initial(member(json, "initial"));
        const ConcreteState* before = &trace.initial;
        const Json& steps = list(json, "steps");
        trace.steps.reserve(steps.size());
        for (const Json& item : steps) {
            number_ = trace.steps.size() + 1;
            trace.steps.push_back(step(item, *before));
            before = &trace.steps.back().state;
        }
        number_ = 0;
        trace.rest = fraction(json, "rest");
        if (json.contains("price_of_rest")) add_prices(json, trace);
        trace.ending = ending(text(json, "ending"));
        if (trace.ending != Trace::Ending::lasso) return trace;
        const std::int32_t loop = integer(json, "loop");
        if (loop < 0 || static_cast<std::size_t>(loop) >= trace.steps.size())
            refuse("the loop cannot begin after {} steps", loop);
        trace.loop = static_cast<std::size_t>(loop);
        return trace;
    }

    std::size_t number() const { return number_; }  // of the step being read

private:
    static void add_prices(const Json& json, Trace& trace) {
        TracePrices& prices = trace.prices.emplace();
        for (const Json& item : list(json, "steps")) {
            const Json& price = member(item, "price");
            prices.steps.push_back({fraction(price, "delay"), integer(price, "transition")});
        }
        prices.rest = fraction(json, "price_of_rest");
        const std::string total = text(member(json, "minimised"), "total");
        if (!total.starts_with('>') && total != to_string(prices.total()))
            refuse("the steps cost {}, not {}", to_string(prices.total()), total);
        trace.costs = shown_prices(prices, total);
    }

    template <class Elements>
    std::size_t named(const Elements& elements, const std::string& name, std::string_view kind) const {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (elements[i].name == name) return i;
        }
        refuse("the model has no {} `{}`", kind, name);
    }

    ProcessIndex process(const std::string& name) const {
        return static_cast<ProcessIndex>(named(network_.processes, name, "process"));
    }

    std::uint32_t location(ProcessIndex process, const std::string& name) const {
        for (std::uint32_t i = 0; i < network_.processes[process].locations.count; ++i) {
            if (network_.location(process, i).name == name) return i;
        }
        refuse("`{}` has no location `{}`", network_.processes[process].name, name);
    }

    void set_variables(const Json& values, std::vector<std::int32_t>& slots) const {
        for (const Json& item : values) {
            const std::size_t slot = named(network_.slots, text(item, "name"), "variable");
            const std::int32_t value = integer(item, "value");
            if (slot < network_.processes.size())
                refuse("`{}` is a process, not a variable", network_.slots[slot].name);
            if (value < network_.slots[slot].least || value > network_.slots[slot].greatest)
                refuse("`{}` cannot be {}", network_.slots[slot].name, value);
            slots[slot] = value;
        }
    }

    void set_clocks(const Json& values, std::vector<Rational>& clocks) const {
        for (const Json& item : values)
            clocks[named(network_.clocks, text(item, "name"), "clock")] = fraction(item, "value");
    }

    ConcreteState initial(const Json& json) const {
        ConcreteState state;
        for (const Slot& slot : network_.slots) state.slots.push_back(slot.initial);
        for (const Clock& clock : network_.clocks) state.clocks.emplace_back(clock.initial);
        for (const Json& item : list(json, "locations")) {
            const ProcessIndex p = process(text(item, "process"));
            state.slots[p] = static_cast<std::int32_t>(location(p, text(item, "location")));
        }
        set_variables(list(json, "variables"), state.slots);
        set_clocks(list(json, "clocks"), state.clocks);
        return state;
    }

    Step step(const Json& json, const ConcreteState& before) const {
        Step step{{fraction(json, "delay"), firing(list(json, "edges"))}, before};
        for (std::size_t c = 1; c < before.clocks.size(); ++c) step.state.clocks[c] += step.move.delay;
        for (const Participant& p : step.move.firing.participants) {
            step.state.slots[network_.edges[p.edge].process] = static_cast<std::int32_t>(network_.edges[p.edge].target);
        }
        set_variables(list(json, "changed"), step.state.slots);
        set_clocks(list(json, "clocks"), step.state.clocks);
        step.state.time = fraction(json, "time");
        return step;
    }

    Firing firing(const Json& edges) const {
        Firing firing;
        for (const Json& item : edges) firing.participants.push_back(participant(item));
        if (firing.participants.empty()) refuse("`edges` is empty");
        const std::string sync = text_if_any(edges[0], "synchronisation");
        if (!sync.empty()) {
            const bool marked = sync.ends_with('!') || sync.ends_with('?');
            firing.channel = static_cast<ChannelIndex>(
                named(network_.channels, marked ? sync.substr(0, sync.size() - 1) : sync, "channel"));
        }
        firing.transition = transition(firing);
        return firing;
    }

    Participant participant(const Json& json) const {
        Participant result;
        result.edge = edge(json);
        const Edge& found = network_.edges[result.edge];
        const Json& selects = list(json, "selects");
        for (std::uint32_t i = 0; i < found.selects.count; ++i) {
            const std::string& name = network_.selects[found.selects.first + i].name;
            if (i >= selects.size() || text(selects[i], "name") != name)
                refuse("the select value of `{}` is missing", name);
            result.selects.push_back(integer(selects[i], "value"));
        }
        return result;
    }

    EdgeIndex edge(const Json& json) const {
        const ProcessIndex p = process(text(json, "process"));
        const std::uint32_t source = location(p, text(json, "source"));
        const std::uint32_t target = location(p, text(json, "target"));
        std::int32_t parallel = json.contains("parallel") ? integer(json, "parallel") : 0;
        const std::string name = text_if_any(json, "name");
        std::optional<EdgeIndex> namesake;  // found where edges have been reordered since
        for (const std::uint32_t e : network_.processes[p].edges) {
            const Edge& edge = network_.edges[e];
            if (edge.source != source || edge.target != target) continue;
            const bool has_name = name.empty() || edge.name == name;
            if (parallel-- == 0 && has_name) return e;
            if (has_name && !name.empty() && !namesake) namesake = e;
        }
        if (namesake) return *namesake;
        refuse("`{}` has no such edge from `{}` to `{}`", network_.processes[p].name, text(json, "source"),
               text(json, "target"));
    }

    // The transition that these edges may belong to; the replayer does not rely on it.
    std::uint32_t transition(const Firing& firing) const {
        const std::vector<Participant>& edges = firing.participants;
        for (std::uint32_t i = 0; i < network_.transitions.size(); ++i) {
            const Transition& t = network_.transitions[i];
            if (t.edge != edges[0].edge) continue;
            if (t.kind != Transition::Kind::binary || (edges.size() > 1 && t.partner == edges[1].edge)) return i;
        }
        return 0;
    }

    static Trace::Ending ending(const std::string& name) {
        if (name == "reached") return Trace::Ending::reached;
        if (name == "lasso") return Trace::Ending::lasso;
        if (name == "waits-forever") return Trace::Ending::waits_forever;
        if (name == "stuck") return Trace::Ending::stuck;
        refuse("`{}` is no ending of a trace", name);
    }

    const Network& network_;
    std::size_t number_ = 0;
};

}  // namespace

std::optional<SavedTrace> SavedTrace::parse(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    SavedTrace saved;
    saved.file_ = file;
    auto content = std::make_shared<Content>();
    try {
        content->json = Json::parse(sources.text(file));
        const std::string schema = text_if_any(content->json, "schema");
        if (schema != "crowfly-trace/1" && schema != "crowfly-walk/1")
            refuse("it is not of the schema crowfly-trace/1 or crowfly-walk/1");
        if (member(content->json, "initial").is_null()) refuse("it has no states: the walk could not begin");
        const Json& model = member(content->json, "model");
        saved.model = text_if_any(model, "path");
        saved.sha256 = text_if_any(model, "sha256");
        const Json& query = member(content->json, "query");
        saved.query = text_if_any(query, "text");
        saved.verdict = text_if_any(query, "verdict");
    } catch (const Json::parse_error& error) {
        const auto at = static_cast<std::uint32_t>(error.byte == 0 ? 0 : error.byte - 1);
        diagnostics.add(Code::bad_trace, {file, at, at}, "this is not JSON");
        return std::nullopt;
    } catch (const Mistake& mistake) {
        diagnostics.add(Code::bad_trace, {file, 0, 0}, mistake.what());
        return std::nullopt;
    }
    saved.content_ = std::move(content);
    return saved;
}

std::optional<Trace> SavedTrace::resolve(const Network& network, Diagnostics& diagnostics) const {
    Resolving resolving(network);
    const auto report = [&](std::string_view what) {
        const std::string where = resolving.number() == 0 ? "" : fmt::format("step {}: ", resolving.number());
        diagnostics.add(Code::bad_trace, {file_, 0, 0}, fmt::format("{}{}", where, what));
    };
    try {
        Trace trace = resolving.trace(content_->json);
        trace.error = text_if_any(content_->json, "error");
        return trace;
    } catch (const Mistake& mistake) {
        report(mistake.what());
    } catch (const std::overflow_error&) {
        report("the clock values are fractions too long to compute with");
    }
    return std::nullopt;
}

}  // namespace crowfly
