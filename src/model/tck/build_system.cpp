// Declarations: names, processes with their locations and edges, and synchronisation vectors. Attributes are checked
// once all names are known, since only the lines themselves have to be in order.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/tck/building.hpp"
#include "model/tck/parse.hpp"

namespace crowfly::tck {
namespace {

using Kind = Declaration::Kind;

struct PlacedEdge {
    const Declaration* written = nullptr;
    std::uint32_t process = 0;
    std::uint32_t event = 0;
    std::uint32_t source = 0;
    std::uint32_t target = 0;
};

struct PlacedLocation {
    const Declaration* written = nullptr;
    std::uint32_t process = 0;
    std::uint32_t number = 0;
};

struct ResolvedPart {
    std::uint32_t process = 0;
    std::uint32_t event = 0;
    bool weak = false;
};

struct ResolvedSync {
    const Declaration* written = nullptr;
    std::vector<ResolvedPart> parts;
};

class System {
public:
    explicit System(Context& context) : c(context) {}

    void build(const Document& document) {
        note_names(document);
        check_first(document);
        for (const Declaration& d : document.declarations) declare(d);
        if (c.processes.empty() && !document.declarations.empty()) {
            c.report(Code::no_processes, document.declarations.front().span, "the system has no processes",
                     "add `process:NAME`");
        }
        for (const PlacedLocation& location : locations_) build_location(location);
        check_initials();
        make_channels();
        make_vectors();
        for (const PlacedEdge& edge : edges_) build_edge(edge);
        for (const ProcessFacts& process : c.processes) add_process(process);
    }

private:
    // ---- Names

    void note_names(const Document& document) {
        for (const Declaration& d : document.declarations) {
            if (d.kind == Kind::location) c.declared_somewhere.insert(d.fields[0].text + ":" + d.fields[1].text);
            const bool is_name =
                d.kind == Kind::clock || d.kind == Kind::integer || d.kind == Kind::process || d.kind == Kind::event;
            if (is_name) c.declared_somewhere.insert(d.fields.back().text);
        }
    }

    void check_first(const Document& document) const {
        const auto& all = document.declarations;
        if (all.empty() || all.front().kind != Kind::system) {
            c.report(Code::missing_system, all.empty() ? Span{document.file, 0, 0} : all.front().span,
                     "the model does not start with a system line", "write `system:NAME` first");
        }
    }

    // False: the name is taken, and an error was reported.
    bool declare_name(const Word& name, Entity entity) {
        entity.span = name.span;
        const auto [first, added] = c.names.try_emplace(name.text, entity);
        if (added) return true;
        c.report(Code::duplicate_name, name.span,
                 fmt::format("`{}` is already declared {}, as {}", name.text, c.on_line(first->second.span),
                             what_it_is(first->second.kind)),
                 "rename one of the two");
        return false;
    }

    std::vector<std::string> names_of(Entity::Kind kind) const {
        std::vector<std::string> names;
        if (c.diagnostics.errors() >= Diagnostics::limit) return names;
        for (const auto& [name, entity] : c.names) {
            if (entity.kind == kind) names.push_back(name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    std::optional<std::uint32_t> find(const Word& name, Entity::Kind kind) {
        const std::string_view noun = kind == Entity::Kind::process ? "process" : "event";
        const auto found = c.names.find(name.text);
        if (found != c.names.end() && found->second.kind == kind) return found->second.number;
        if (found != c.names.end()) {
            c.report(Code::type_mismatch, name.span,
                     fmt::format("`{}` is {}, not {}", name.text, what_it_is(found->second.kind), what_it_is(kind)));
        } else {
            c.report(Code::unknown_name, name.span, fmt::format("there is no {} `{}`", noun, name.text),
                     c.about(name.text, name.text, names_of(kind)));
        }
        return std::nullopt;
    }

    std::optional<std::uint32_t> find_location(std::uint32_t process, const Word& name) {
        const ProcessFacts& facts = c.processes[process];
        const auto found = facts.locations.find(name.text);
        if (found != facts.locations.end()) return found->second;
        std::vector<std::string> names;
        for (const auto& [known, number] : facts.locations) names.push_back(known);
        std::sort(names.begin(), names.end());
        c.report(Code::unknown_name, name.span,
                 fmt::format("process `{}` has no location `{}`", facts.of->name, name.text),
                 c.about(name.text, facts.of->name + ":" + name.text, names));
        return std::nullopt;
    }

    // ---- Declarations

    void declare(const Declaration& d) {
        const bool may_have_attributes = d.kind == Kind::location || d.kind == Kind::edge;
        if (!may_have_attributes) check_attributes(d, {});
        switch (d.kind) {
            case Kind::system: return declare_system(d);
            case Kind::clock: return declare_variable(d, Entity::Kind::clock);
            case Kind::integer: return declare_variable(d, Entity::Kind::integer);
            case Kind::process: return declare_process(d);
            case Kind::event: return declare_event(d);
            case Kind::location: return declare_location(d);
            case Kind::edge: return declare_edge(d);
            case Kind::sync: return declare_sync(d);
        }
    }

    void declare_system(const Declaration& d) {
        if (system_ != nullptr) {
            c.report(Code::duplicate_name, d.span,
                     fmt::format("there is a system line already, {}", c.on_line(system_->span)),
                     "remove one of the two");
        }
        system_ = &d;
    }

    void check_attributes(const Declaration& d, const std::vector<std::string>& known) const {
        for (const Attribute& attribute : d.attributes) {
            if (std::find(known.begin(), known.end(), attribute.key.text) != known.end()) continue;
            c.report(
                Code::unknown_attribute, attribute.key.span,
                fmt::format("`{}` is not an attribute of `{}` and is ignored", attribute.key.text, keyword(d.kind)),
                did_you_mean(attribute.key.text, known));
        }
    }

    void declare_variable(const Declaration& d, Entity::Kind kind) {
        const Word& name = d.fields.back();
        const std::int32_t size = d.numbers[0];
        if (size < 1) {
            c.report(Code::bad_array_size, d.fields[0].span, fmt::format("an array cannot have {} elements", size),
                     "a single one has size 1");
            return;
        }
        model::Symbol symbol;
        symbol.kind = model::Symbol::Kind::variable;
        symbol.scope = model::Symbol::Scope::global;
        symbol.name = name.text;
        symbol.span = name.span;
        symbol.type = kind == Entity::Kind::clock ? c.clock_type : integer_range(d, symbol);
        if (symbol.type == nullptr) return;
        if (size > 1) symbol.type = c.make_array(symbol.type, c.make_constant(size, d.fields[0].span), name.span);
        const model::Symbol* made = c.model.make(std::move(symbol));
        if (declare_name(name, {kind, 0, made, {}})) c.model.variables.push_back(made);
    }

    // The type of `int:SIZE:LEAST:GREATEST:INITIAL:NAME`; null: an error was reported.
    const model::Type* integer_range(const Declaration& d, model::Symbol& symbol) {
        const std::int32_t least = d.numbers[1], greatest = d.numbers[2], initial = d.numbers[3];
        if (least > greatest) {
            c.report(Code::empty_range, join(d.fields[1].span, d.fields[2].span),
                     fmt::format("the range [{},{}] is empty", least, greatest), "the least value comes first");
            return nullptr;
        }
        if (initial < least || initial > greatest) {
            c.report(Code::value_out_of_range, d.fields[3].span,
                     fmt::format("the initial value {} is outside the range [{},{}]", initial, least, greatest));
            return nullptr;
        }
        symbol.initialiser =
            model::Initialiser{c.make_constant(initial, d.fields[3].span), {}, d.numbers[0] > 1, d.fields[3].span};
        return c.make_range(c.make_constant(least, d.fields[1].span), c.make_constant(greatest, d.fields[2].span),
                            d.fields[1].span);
    }

    void declare_process(const Declaration& d) {
        const Word& name = d.fields[0];
        if (!declare_name(name, {Entity::Kind::process, static_cast<std::uint32_t>(c.processes.size()), nullptr, {}}))
            return;
        model::Template made;
        made.name = name.text;
        made.span = name.span;
        ProcessFacts facts;
        facts.of = c.model.make(std::move(made));
        model::Instance instance;
        instance.name = name.text;
        instance.of = facts.of;
        instance.span = name.span;
        facts.instance = c.model.make(std::move(instance));
        c.processes.push_back(std::move(facts));
    }

    void declare_event(const Declaration& d) {
        const Entity entity{Entity::Kind::event, static_cast<std::uint32_t>(events_.size()), nullptr, {}};
        if (declare_name(d.fields[0], entity)) events_.push_back(&d.fields[0]);
    }

    void declare_location(const Declaration& d) {
        check_attributes(d, {"initial", "labels", "invariant", "committed", "urgent"});
        const auto process = find(d.fields[0], Entity::Kind::process);
        if (!process) return;
        ProcessFacts& facts = c.processes[*process];
        const auto number = static_cast<std::uint32_t>(facts.of->locations.size());
        const auto [first, added] = facts.locations.try_emplace(d.fields[1].text, number);
        if (!added) {
            c.report(Code::duplicate_name, d.fields[1].span,
                     fmt::format("process `{}` has a location `{}` already, {}", facts.of->name, d.fields[1].text,
                                 c.on_line(facts.of->locations[first->second].span)),
                     "rename one of the two");
            return;
        }
        model::Location location;
        location.name = d.fields[1].text;
        location.span = d.fields[1].span;
        facts.of->locations.push_back(std::move(location));
        locations_.push_back({&d, *process, number});
    }

    void declare_edge(const Declaration& d) {
        check_attributes(d, {"provided", "do"});
        const auto process = find(d.fields[0], Entity::Kind::process);
        if (!process) return;
        const auto source = find_location(*process, d.fields[1]);
        const auto target = find_location(*process, d.fields[2]);
        const auto event = find(d.fields[3], Entity::Kind::event);
        if (source && target && event) edges_.push_back({&d, *process, *event, *source, *target});
    }

    void declare_sync(const Declaration& d) {
        ResolvedSync sync{&d, {}};
        std::unordered_set<std::uint32_t> seen;
        bool fine = true;
        for (const Part& part : d.parts) {
            const auto process = find(part.process, Entity::Kind::process);
            const auto event = find(part.event, Entity::Kind::event);
            fine = fine && process && event;
            if (process && !seen.insert(*process).second) {
                c.report(Code::bad_synchronisation, part.process.span,
                         fmt::format("`{}` is in this synchronisation twice", part.process.text),
                         "a process takes part with one edge at a time");
                fine = false;
            }
            if (process && event) sync.parts.push_back({*process, *event, part.weak});
        }
        if (fine) syncs_.push_back(std::move(sync));
    }

    // ---- Locations

    void build_location(const PlacedLocation& placed) {
        ProcessFacts& process = c.processes[placed.process];
        model::Location& location = process.of->locations[placed.number];
        std::vector<const model::Expr*> invariants;
        bool initial = false;
        for (const Attribute& attribute : placed.written->attributes) {
            const std::string& key = attribute.key.text;
            initial = initial || key == "initial";
            location.urgent = location.urgent || key == "urgent";
            location.committed = location.committed || key == "committed";
            if (key == "labels") add_labels(attribute.value, location.labels);
            if (key == "invariant") add_condition(attribute.value, invariants);
        }
        location.invariant = conjunction_of(c, invariants);
        if (!initial) return;
        if (process.has_initial) {
            process.of->also_initial.push_back(placed.number);
        } else {
            process.of->initial = placed.number;
        }
        process.has_initial = true;
    }

    void add_labels(Span value, std::vector<std::string>& labels) const {
        std::string_view rest = c.sources.text(value);
        constexpr std::string_view blanks = " \t\r\n\f\v";
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            std::string_view label = rest.substr(0, comma);
            rest.remove_prefix(std::min(comma + 1, rest.size()));
            label.remove_prefix(std::min(label.find_first_not_of(blanks), label.size()));
            label = label.substr(0, label.find_last_not_of(blanks) + 1);
            if (!label.empty() && std::find(labels.begin(), labels.end(), label) == labels.end())
                labels.emplace_back(label);
        }
    }

    void add_condition(Span value, std::vector<const model::Expr*>& conditions) {
        if (value.empty()) return;
        const ExprPtr parsed = parse_condition(value, c.sources, c.diagnostics);
        const model::Expr* condition = parsed ? build_condition(c, *parsed) : nullptr;
        if (condition != nullptr) conditions.push_back(condition);
    }

    void check_initials() const {
        for (const ProcessFacts& process : c.processes) {
            if (process.has_initial) continue;
            c.report(Code::missing_initial_location, process.of->span,
                     fmt::format("process `{}` has no initial location", process.of->name),
                     process.of->locations.empty() ? fmt::format("add `location:{}:NAME{{initial:}}`", process.of->name)
                                                   : "give one of its locations the attribute `initial:`");
        }
    }

    // ---- Edges and what they do together

    // Only events that synchronise need a channel; an edge with any other event is internal.
    void make_channels() {
        channels_.assign(events_.size(), nullptr);
        for (const ResolvedSync& sync : syncs_) {
            for (const ResolvedPart& part : sync.parts) {
                bool& weak = synchronised_[{part.process, part.event}];
                weak = weak || part.weak;
                if (channels_[part.event] != nullptr) continue;
                model::Symbol symbol;
                symbol.kind = model::Symbol::Kind::variable;
                symbol.scope = model::Symbol::Scope::global;
                symbol.name = events_[part.event]->text;
                symbol.span = events_[part.event]->span;
                symbol.type = c.channel_type;
                channels_[part.event] = c.model.make(std::move(symbol));
                c.model.variables.push_back(channels_[part.event]);
            }
        }
    }

    void make_vectors() {
        for (const ResolvedSync& sync : syncs_) {
            model::Vector vector;
            vector.span = sync.written->span;
            for (const ResolvedPart& part : sync.parts) {
                vector.parts.push_back({c.processes[part.process].instance, channels_[part.event], part.weak});
            }
            c.model.vectors.push_back(std::move(vector));
        }
    }

    void build_edge(const PlacedEdge& placed) {
        model::Template& of = *c.processes[placed.process].of;
        const auto synchronised = synchronised_.find({placed.process, placed.event});
        const bool joins = synchronised != synchronised_.end();
        model::Edge edge;
        edge.source = placed.source;
        edge.target = placed.target;
        edge.span = placed.written->span;
        std::vector<const model::Expr*> guards;
        for (const Attribute& attribute : placed.written->attributes) {
            if (attribute.value.empty()) continue;
            if (attribute.key.text == "provided") {
                edge.guard_span = attribute.value;
                if (joins && synchronised->second) refuse_guard(placed, attribute);
                add_condition(attribute.value, guards);
            } else if (attribute.key.text == "do") {
                edge.update_span = attribute.value;
                add_updates(of, attribute.value, edge);
            }
        }
        edge.guard = conjunction_of(c, guards);
        if (joins) {
            edge.sync = model::Sync::join;
            edge.sync_span = placed.written->fields[3].span;
            model::Expr* channel = c.make(model::Expr::Kind::symbol, edge.sync_span, c.channel_type);
            channel->symbol = channels_[placed.event];
            edge.channel = channel;
        }
        of.edges.push_back(std::move(edge));
    }

    void refuse_guard(const PlacedEdge& placed, const Attribute& attribute) const {
        const auto& fields = placed.written->fields;
        c.report(Code::bad_synchronisation, attribute.value,
                 fmt::format("`{}@{}?` is weak, so this edge must not have a guard", fields[0].text, fields[3].text),
                 "whether a weak process takes part depends on its location alone; move the guard to another edge, or "
                 "leave out the `?`");
    }

    void add_updates(model::Template& of, Span value, model::Edge& edge) {
        const auto statements = parse_statements(value, c.sources, c.diagnostics);
        if (!statements) return;
        for (const model::Expr* update : build_updates(c, of, *statements, value)) edge.updates.push_back(update);
    }

    void add_process(const ProcessFacts& process) {
        c.model.templates.push_back(process.of);
        c.model.instances.push_back(process.instance);
        c.model.system.push_back({process.instance, 0, process.of->span});
    }

    Context& c;
    const Declaration* system_ = nullptr;
    std::vector<const Word*> events_;
    std::vector<PlacedLocation> locations_;
    std::vector<PlacedEdge> edges_;
    std::vector<ResolvedSync> syncs_;
    std::vector<const model::Symbol*> channels_;  // per event; null: it does not synchronise
    // Process and event: whether it is weak in some vector.
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> synchronised_;
};

}  // namespace

void build_system(Context& c, const Document& document) { System(c).build(document); }

}  // namespace crowfly::tck
