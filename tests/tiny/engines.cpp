#include "tiny/engines.hpp"

#include "model/uppaal/check.hpp"
#include "model/uppaal/parse.hpp"
#include "model/uppaal/read.hpp"
#include "network/compile.hpp"
#include "search/reachability.hpp"

namespace crowfly::tiny {

// ---- Loading -----------------------------------------------------------------------------------------------------------

struct Loaded::Parts {
    Sources sources;
    Diagnostics diagnostics;
    uppaal::Document document;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;
    std::string problem;

    void complain(const Diagnostics& said) {
        for (const Diagnostic& d : said.all()) {
            if (d.severity == Severity::error && problem.empty()) problem = d.message;
        }
    }
};

Loaded::Loaded(const Net& net) : parts_(std::make_unique<Parts>()) {
    Parts& p = *parts_;
    p.document = uppaal::read_document(p.sources.add("tiny.xta", to_xta(net)), p.sources, p.diagnostics);
    p.checker = std::make_unique<uppaal::Checker>(p.document, p.diagnostics, &p.sources);
    if (!p.diagnostics.has_errors()) p.compiler = std::make_unique<Compiler>(p.checker->model(), p.diagnostics);
    p.complain(p.diagnostics);
}

Loaded::~Loaded() = default;

const std::string& Loaded::problem() const { return parts_->problem; }

const crowfly::Network& Loaded::network() const { return parts_->compiler->network(); }

std::optional<crowfly::Query> Loaded::compile(const Question& question) {
    Parts& p = *parts_;
    const std::string text = to_text(question);
    Fragment fragment;
    fragment.file = p.sources.add("question", text);
    fragment.text = text;
    Diagnostics said;
    uppaal::ParseContext context{p.sources, said};
    const auto typed = p.checker->check_query(uppaal::parse_query(fragment, context), said);
    auto compiled = typed ? p.compiler->compile(*typed, said) : std::nullopt;
    if (!compiled) p.complain(said);
    return compiled;
}

// ---- Reachability ------------------------------------------------------------------------------------------------------

namespace {

// Ends a search that has looked at too many states. The limit on stored ones would not do: without abstraction each new
// zone may include the one before, so that only one is ever kept. A limit on time would not be the same everywhere.
class Patience final : public Observer {
public:
    Limits limits() const {
        Limits limits;
        limits.interrupted = &exhausted_;
        return limits;
    }

private:
    void progress(const Statistics& statistics) override { exhausted_ = statistics.explored > 2'000; }

    std::atomic<bool> exhausted_ = false;
};

SearchResult search_patiently(const Network& network, const Query& query, Reachability how) {
    how.wanted = query.kind == QueryKind::exists_eventually;
    Patience patience;
    return search(network, query.first, how, patience.limits(), patience);
}

std::optional<Answer> reach(const Network& network, const Query& query, const Reachability& how) {
    const SearchResult result = search_patiently(network, query, how);
    if (result.stop || !result.unfinished.empty()) return std::nullopt;
    Answer answer;
    answer.holds = result.found.has_value() == (query.kind == QueryKind::exists_eventually);
    if (result.found && how.order == Order::breadth_first) answer.steps = result.found->length;
    return answer;
}

bool asks_for_reachability(const Question& question) {
    return question.kind == Question::Kind::exists_eventually || question.kind == Question::Kind::always_globally;
}

const char* name_of(Abstraction abstraction) {
    switch (abstraction) {
        case Abstraction::none: return "none";
        case Abstraction::m: return "m";
        case Abstraction::m_plus: return "m_plus";
        case Abstraction::lu: return "lu";
        case Abstraction::lu_plus: return "lu_plus";
    }
    return "";
}

Engine reachability_engine(const Reachability& how) {
    const bool tells_lower_from_upper =
        how.simulation_covering || how.abstraction == Abstraction::lu || how.abstraction == Abstraction::lu_plus;
    const bool exact = how.abstraction == Abstraction::none && !how.simulation_covering;
    Engine engine;
    engine.name = std::string(name_of(how.abstraction)) + (how.simulation_covering ? ", a_LU" : ", inclusion") +
                  (how.order == Order::breadth_first ? ", breadth first" : ", depth first");
    engine.decides = [=](const Net& net, const Question& question) {
        if (!asks_for_reachability(question)) return false;
        if (has_diagonals(net) || has_diagonals(question.first)) return exact;
        return !(mentions(question.first, Claim::Kind::deadlock) && tells_lower_from_upper);
    };
    engine.answer = [=](const Network& network, const Query& query) { return reach(network, query, how); };
    return engine;
}

}  // namespace

std::vector<Engine> reachability_engines() {
    std::vector<Engine> engines;
    for (const Abstraction abstraction : {Abstraction::none, Abstraction::m, Abstraction::m_plus, Abstraction::lu, Abstraction::lu_plus}) {
        for (const bool covering : {false, true}) {
            for (const Order order : {Order::breadth_first, Order::depth_first}) {
                Reachability how;
                how.abstraction = abstraction;
                how.simulation_covering = covering;
                how.order = order;
                engines.push_back(reachability_engine(how));
            }
        }
    }
    return engines;
}

std::vector<Engine> discrete_engines() {
    std::vector<Engine> engines;
    for (const Order order : {Order::breadth_first, Order::depth_first}) {
        Reachability how;
        how.order = order;
        how.simulation_covering = false;
        how.abstraction = Abstraction::m_plus;
        engines.push_back(reachability_engine(how));
    }
    Engine counting = engines.front();
    counting.name = "counting all states";
    counting.answer = [](const Network& network, const Query& query) -> std::optional<Answer> {
        const SearchResult result = search_patiently(network, query, {});
        if (result.found || result.stop || !result.unfinished.empty()) return std::nullopt;
        Answer answer;
        answer.discrete_states = result.statistics.stored;
        return answer;
    };
    engines.push_back(counting);
    return engines;
}

// ---- Wrong on purpose --------------------------------------------------------------------------------------------------

// Bounds that tell lower from upper comparisons keep what can happen, but not what cannot.
Engine lu_for_deadlock() {
    Reachability how;
    how.simulation_covering = false;
    Engine engine = reachability_engine(how);
    engine.name = "deadlock with lu_plus";
    engine.decides = [](const Net&, const Question& question) { return asks_for_reachability(question); };
    return engine;
}

Engine forgets_a_step() {
    Engine engine = reachability_engine({});
    engine.name = "forgets a step";
    const auto answer = engine.answer;
    engine.answer = [answer](const Network& network, const Query& query) {
        std::optional<Answer> result = answer(network, query);
        if (result && result->steps && *result->steps > 2) --*result->steps;
        return result;
    };
    return engine;
}

}  // namespace crowfly::tiny
