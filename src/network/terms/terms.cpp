#include "network/terms/terms.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_steps = 20'000;  // of one program; longer ones stay a call
constexpr int deepest = 300;                // nested branches
constexpr std::int32_t most_cells = 64;     // that an assignment with a computed index may write

bool is_unary(OpCode op) { return op >= OpCode::negate && op <= OpCode::absolute; }
bool is_binary(OpCode op) { return op >= OpCode::add && op <= OpCode::bit_or; }
bool is_jump(OpCode op) { return op >= OpCode::jump && op <= OpCode::or_jump; }

// Executes one program symbolically. Every function returns false if the program cannot be taken apart.
class Reader {
public:
    Reader(TermGraph& graph, const Bytecode& code, const std::vector<bool>& is_input)
        : graph_(graph), code_(code), is_input_(is_input), path_(graph.constant(1)) {}

    // `splits`: branches that do not meet again before their function ends are followed up to there, and joined then.
    // That takes apart returns from within branches and loops that end in every case, but may take exponentially many
    // steps.
    bool run(Program program, bool splits) {
        splits_ = splits;
        return run(program.entry, no_join) && !has_failed_;
    }

    // The term of a condition: the result is a single number, and nothing is written.
    std::optional<TermId> value() {
        if (!state_.slots.empty() || !clocks_.empty() || state_.stack.size() != 1) return std::nullopt;
        TermId value = state_.stack[0];
        while (!evaluated_.empty()) {
            value = graph_.choice(evaluated_.back(), value, value);
            evaluated_.pop_back();
        }
        return value;
    }

    Effect effect() const {
        Effect effect;
        for (const auto& [slot, value] : state_.slots)
            effect.assignments.push_back({static_cast<std::uint32_t>(slot), value});
        effect.clocks = clocks_;
        effect.evaluated = evaluated_;
        return effect;
    }

private:
    using Cells = std::map<std::int32_t, TermId>;
    struct State {
        std::vector<TermId> stack;
        Cells slots;   // that have been written
        Cells locals;  // that have been written
    };
    // The start of a branch, and what replaces the condition on its stack.
    struct Branch {
        std::uint32_t entry;
        std::optional<TermId> kept = {};
    };
    struct Extent {
        std::int64_t first;
        std::int64_t last;
    };
    // Where a branch may have to be followed once more.
    struct Mark {
        std::uint32_t pc;
        State state;
        TermId path;
        std::size_t evaluated, clocks;
        int depth;
    };
    static constexpr std::uint32_t no_join = std::numeric_limits<std::uint32_t>::max();

    TermId pop() {
        const TermId top = state_.stack.back();
        state_.stack.pop_back();
        return top;
    }
    void push(TermId term) { state_.stack.push_back(term); }

    bool run(std::uint32_t pc, std::uint32_t join);
    bool jump(const Instruction& in, std::uint32_t& pc);
    bool splits_at(const Instruction& in) const;
    bool split(const Instruction& in, std::uint32_t pc);
    bool go_back(const Mark& mark);
    bool fails_surely(TermId address) const;
    bool fork(TermId condition, const Branch& then, const Branch& otherwise, std::uint32_t join);
    bool follow(const Branch& branch, TermId path, std::uint32_t join, State& from_to);
    bool merge(TermId condition, State& then, State& otherwise);
    bool merge_cells(TermId condition, const Cells& then, const Cells& otherwise, bool are_slots, Cells& into,
                     bool& differs);
    bool step(const Instruction& in);
    bool step_memory(const Instruction& in);
    bool step_clocks(const Instruction& in);
    bool step_cells(const Instruction& in);

    void note(TermId term);  // records that the term is evaluated at this point
    std::optional<TermId> local(std::int32_t cell) const;
    TermId slot(std::int32_t cell) const;
    std::optional<TermId> load(TermId address);
    std::optional<TermId> load_cell(Address at);
    bool store(TermId address, TermId value);
    bool store_cell(Address at, TermId value);
    std::optional<Extent> extent(TermId address) const;

    TermGraph& graph_;
    const Bytecode& code_;
    const std::vector<bool>& is_input_;
    State state_;
    TermId path_;  // the condition under which this point is reached
    std::vector<TermId> evaluated_;
    std::vector<Effect::ClockAssignment> clocks_;
    std::size_t steps_ = 0;  // since the first jump
    bool has_jumped_ = false;
    int depth_ = 0;
    bool splits_ = false;
    bool has_failed_ = false;  // with splits: what is followed ends in a fault for certain
};

bool Reader::run(std::uint32_t pc, std::uint32_t join) {
    while (pc != join) {
        const Instruction& in = code_.instruction(pc);
        // Straight-line code is taken apart whatever its length: its terms are no more than its instructions.
        has_jumped_ = has_jumped_ || is_jump(in.op) || in.op == OpCode::call;
        if (has_jumped_ && ++steps_ > most_steps) return false;
        if (pc % 256 == 0 || steps_ % 256 == 255) poll();
        if (in.op == OpCode::stop) return join == no_join;  // a return from within a branch is not supported
        if (is_jump(in.op)) {
            if (splits_ && join == no_join && splits_at(in)) {
                const Mark mark{pc, state_, path_, evaluated_.size(), clocks_.size(), depth_};
                if (!jump(in, pc)) return go_back(mark) && split(in, mark.pc);
            } else if (!jump(in, pc)) {
                return false;
            }
            if (has_failed_) return true;
            continue;
        }
        if (!step(in)) return false;
        if (has_failed_) return true;
        ++pc;
    }
    return true;
}

// The operators `and` and `or` are joined where they end: nothing returns from within them.
bool Reader::splits_at(const Instruction& in) const {
    const bool is_statement = in.op == OpCode::jump_if_zero || in.op == OpCode::jump_if_not_zero;
    return is_statement && !graph_.value(state_.stack.back());
}

bool Reader::go_back(const Mark& mark) {
    state_ = mark.state;
    path_ = mark.path;
    evaluated_.resize(mark.evaluated);
    clocks_.resize(mark.clocks);
    depth_ = mark.depth;
    has_failed_ = false;
    return steps_ <= most_steps;
}

bool Reader::split(const Instruction& in, std::uint32_t pc) {
    const TermId condition = pop();
    const Branch jumping{static_cast<std::uint32_t>(in.a)};
    const Branch staying{pc + 1};
    return in.op == OpCode::jump_if_zero ? fork(condition, staying, jumping, no_join)
                                         : fork(condition, jumping, staying, no_join);
}

// An index that is a constant is still part of a term if it is not one of the array.
bool Reader::fails_surely(TermId address) const {
    const Term& term = graph_[address];
    return term.kind == Term::Kind::index && graph_.value(term.operands[0]) && graph_.value(term.operands[1]);
}

// Where the branches of a conditional jump meet again depends on what the compiler makes of conditions: with a second
// branch that begins at the target, the first one ends in a jump over it.
bool Reader::jump(const Instruction& in, std::uint32_t& pc) {
    const auto target = static_cast<std::uint32_t>(in.a);
    const std::uint32_t next = pc + 1;
    if (in.op == OpCode::jump || in.op == OpCode::jump_back || in.op == OpCode::next_round) {
        pc = target;
        return true;
    }
    const TermId condition = pop();
    const bool keeps = in.op == OpCode::and_jump || in.op == OpCode::or_jump;
    const bool if_zero = in.op == OpCode::jump_if_zero || in.op == OpCode::and_jump;
    if (const auto known = graph_.value(condition)) {
        const bool jumps = (*known == 0) == if_zero;
        if (jumps && keeps) push(condition);
        pc = jumps ? target : next;
        return true;
    }
    Branch jumping{target};
    if (keeps) jumping.kept = if_zero ? graph_.constant(0) : condition;
    std::uint32_t join = target;
    const Instruction& before = code_.instruction(target - 1);
    if (!keeps && before.op == OpCode::jump && before.a > in.a) join = static_cast<std::uint32_t>(before.a);
    if (!keeps && (before.op == OpCode::next_round || before.op == OpCode::jump_back)) {
        if (code_.instruction(target).op != OpCode::logical_not) return false;
        join = target + 1;  // of a loop that ends before its range is exhausted
    }
    pc = join;
    return if_zero ? fork(condition, {next}, jumping, join) : fork(condition, jumping, {next}, join);
}

bool Reader::fork(TermId condition, const Branch& then, const Branch& otherwise, std::uint32_t join) {
    poll();
    if (++depth_ > deepest) return false;
    const TermId never = graph_.constant(0);
    const TermId before = path_;
    State first = state_;
    State second = std::move(state_);
    const TermId not_so = graph_.operation(OpCode::logical_not, condition);
    if (!follow(then, graph_.choice(before, condition, never), join, first)) return false;
    const bool first_failed = std::exchange(has_failed_, false);
    if (!follow(otherwise, graph_.choice(before, not_so, never), join, second)) return false;
    const bool second_failed = std::exchange(has_failed_, false);
    path_ = before;
    --depth_;
    if (!first_failed && !second_failed) return merge(condition, first, second);
    state_ = std::move(first_failed ? second : first);
    has_failed_ = first_failed && second_failed;
    return true;
}

bool Reader::follow(const Branch& branch, TermId path, std::uint32_t join, State& from_to) {
    path_ = path;
    state_ = std::move(from_to);
    if (branch.kept) push(*branch.kept);
    const std::size_t clocks = clocks_.size();
    if (!run(branch.entry, join) || clocks_.size() != clocks) return false;
    from_to = std::move(state_);
    return true;
}

bool Reader::merge(TermId condition, State& then, State& otherwise) {
    if (then.stack.size() != otherwise.stack.size()) return false;
    bool differs = false;
    State merged;
    for (std::size_t i = 0; i < then.stack.size(); ++i) {
        const bool same = then.stack[i] == otherwise.stack[i];
        differs |= !same;
        merged.stack.push_back(same ? then.stack[i] : graph_.choice(condition, then.stack[i], otherwise.stack[i]));
    }
    if (!merge_cells(condition, then.slots, otherwise.slots, true, merged.slots, differs)) return false;
    if (!merge_cells(condition, then.locals, otherwise.locals, false, merged.locals, differs)) return false;
    state_ = std::move(merged);
    if (!differs) note(condition);
    return true;
}

// A local that only one branch has written is undefined afterwards.
bool Reader::merge_cells(TermId condition, const Cells& then, const Cells& otherwise, bool are_slots, Cells& into,
                         bool& differs) {
    const auto add = [&](std::int32_t cell, TermId a, TermId b) {
        differs |= a != b;
        into[cell] = a == b ? a : graph_.choice(condition, a, b);
    };
    for (const auto& [cell, value] : then) {
        const auto other = otherwise.find(cell);
        if (other != otherwise.end())
            add(cell, value, other->second);
        else if (are_slots)
            add(cell, value, graph_.slot(cell));
    }
    for (const auto& [cell, value] : otherwise) {
        if (are_slots && !then.contains(cell)) add(cell, graph_.slot(cell), value);
    }
    return true;
}

void Reader::note(TermId term) {
    if (graph_.may_fault(term)) evaluated_.push_back(graph_.choice(path_, term, graph_.constant(0)));
}

bool Reader::step(const Instruction& in) {
    if (is_unary(in.op)) {
        push(graph_.operation(in.op, pop()));
        return true;
    }
    if (is_binary(in.op)) {
        const TermId right = pop();
        push(graph_.operation(in.op, pop(), right));
        return true;
    }
    switch (in.op) {
        case OpCode::push: push(graph_.constant(in.a)); return true;
        case OpCode::pop: note(pop()); return true;
        case OpCode::duplicate: push(state_.stack.back()); return true;
        case OpCode::check_range: push(graph_.check(in.a, in.b, pop())); return true;
        case OpCode::call: return run(code_.function(static_cast<std::uint32_t>(in.a)), no_join);
        case OpCode::charge: note(graph_.check(0, std::numeric_limits<std::int32_t>::max(), pop())); return true;
        case OpCode::set_clock:
        case OpCode::copy_clock:
        case OpCode::shift_clock: return step_clocks(in);
        case OpCode::copy_cells:
        case OpCode::equal_cells:
        case OpCode::clear_cells:
        case OpCode::check_cells: return step_cells(in);
        case OpCode::fault: return false;
        default: return step_memory(in);
    }
}

bool Reader::step_memory(const Instruction& in) {
    std::optional<TermId> loaded;
    switch (in.op) {
        case OpCode::load_state: loaded = slot(in.a); break;
        case OpCode::load_local: loaded = local(in.a); break;
        case OpCode::load_at: loaded = load(pop()); break;
        case OpCode::load_indexed:
            loaded = graph_.index({OpCode::index, in.b, in.c, 1}, graph_.constant(in.a), pop());
            if (!splits_ || !fails_surely(*loaded)) loaded = load(*loaded);
            break;
        case OpCode::index: {
            const TermId index = pop();
            loaded = graph_.index(in, pop(), index);
            break;
        }
        case OpCode::offset: loaded = graph_.offset(in.a, pop()); break;
        case OpCode::store_state: return store_cell(address(Region::state, in.a), pop());
        case OpCode::store_local: return store_cell(address(Region::locals, in.a), pop());
        case OpCode::store_at: {
            const TermId value = pop();
            return store(pop(), value);
        }
        case OpCode::store_at_keep: {
            const TermId value = pop();
            if (!store(pop(), value)) return false;
            loaded = value;
            break;
        }
        default: return false;
    }
    if (loaded && splits_ && fails_surely(*loaded)) {
        note(*loaded);
        has_failed_ = true;
    }
    if (loaded) push(*loaded);
    return loaded.has_value();
}

bool Reader::step_clocks(const Instruction& in) {
    TermId value = graph_.constant(0);
    if (in.op != OpCode::copy_clock) value = graph_.check(0, std::numeric_limits<std::int32_t>::max(), pop());
    const auto source = in.op == OpCode::set_clock ? std::optional(0) : graph_.value(pop());
    const auto clock = graph_.value(pop());
    if (!clock || !source) return false;
    note(value);
    clocks_.push_back({static_cast<ClockIndex>(*clock), static_cast<ClockIndex>(*source), value});
    return true;
}

bool Reader::step_cells(const Instruction& in) {
    const std::int32_t count = in.op == OpCode::copy_cells || in.op == OpCode::equal_cells ? in.a : in.c;
    if (count > most_cells) return false;
    if (in.op == OpCode::clear_cells) {
        for (std::int32_t i = 0; i < count; ++i) state_.locals[in.a + i] = graph_.constant(in.b);
        return true;
    }
    const auto right = graph_.value(pop());
    const auto left = in.op == OpCode::check_cells ? right : graph_.value(pop());
    if (!left || !right) return false;
    TermId same = graph_.constant(1);
    for (std::int32_t i = 0; i < count; ++i) {
        const auto cell = load_cell(*right + i);
        if (!cell) return false;
        if (in.op == OpCode::check_cells) {
            note(graph_.check(in.a, in.b, *cell));
        } else if (in.op == OpCode::copy_cells) {
            if (!store_cell(*left + i, *cell)) return false;
        } else if (const auto other = load_cell(*left + i)) {
            same = graph_.choice(same, graph_.operation(OpCode::equal, *other, *cell), graph_.constant(0));
        } else {
            return false;
        }
    }
    if (in.op == OpCode::equal_cells) push(same);
    return true;
}

TermId Reader::slot(std::int32_t cell) const {
    const auto written = state_.slots.find(cell);
    return written == state_.slots.end() ? graph_.slot(cell) : written->second;
}

std::optional<TermId> Reader::local(std::int32_t cell) const {
    const auto written = state_.locals.find(cell);
    if (written != state_.locals.end()) return written->second;
    const auto at = static_cast<std::size_t>(cell);
    return at < is_input_.size() && is_input_[at] ? std::optional(graph_.input(cell)) : std::nullopt;
}

std::optional<TermId> Reader::load_cell(Address at) {
    switch (region_of(at)) {
        case Region::state: return slot(cell_of(at));
        case Region::constants: return graph_.constant(code_.constant(static_cast<std::uint32_t>(cell_of(at))));
        case Region::locals: return local(cell_of(at));
    }
    return std::nullopt;
}

// Reading a cell of an array that has been written yields the written value, not that of the state.
std::optional<TermId> Reader::load(TermId address) {
    if (const auto at = graph_.value(address)) return load_cell(*at);
    const std::optional<Extent> where = extent(address);
    if (!where || region_of(static_cast<Address>(where->first)) == Region::locals) return std::nullopt;
    for (const auto& [cell, value] : state_.slots) {
        if (cell >= where->first && cell <= where->last) return std::nullopt;
    }
    return graph_.load(address);
}

bool Reader::store_cell(Address at, TermId value) {
    note(value);
    (region_of(at) == Region::state ? state_.slots : state_.locals)[cell_of(at)] = value;
    return true;
}

// With a computed index every element that may be meant becomes a choice.
bool Reader::store(TermId address, TermId value) {
    if (const auto at = graph_.value(address)) return store_cell(*at, value);
    const std::optional<Extent> where = extent(address);
    if (!where || where->last - where->first >= most_cells) return false;
    if (region_of(static_cast<Address>(where->first)) != Region::state) return false;
    note(address);
    note(value);
    for (std::int64_t cell = where->first; cell <= where->last; ++cell) {
        const auto at = static_cast<std::int32_t>(cell);
        const TermId is_meant = graph_.operation(OpCode::equal, address, graph_.constant(at));
        state_.slots[at] = graph_.choice(is_meant, value, slot(at));
    }
    return true;
}

std::optional<Reader::Extent> Reader::extent(TermId address) const {
    const Term& term = graph_[address];
    if (term.kind == Term::Kind::constant) return Extent{term.a, term.a};
    if (term.kind != Term::Kind::index && term.kind != Term::Kind::offset) return std::nullopt;
    std::optional<Extent> base = extent(term.operands[0]);
    if (!base) return std::nullopt;
    if (term.kind == Term::Kind::offset) return Extent{base->first + term.a, base->last + term.a};
    return Extent{base->first, base->last + (std::int64_t{term.b} - 1) * term.c};
}

}  // namespace

Terms::Terms(const Network& network, Effort effort)
    : network_(network), effort_(effort), is_input_(network.code.locals) {
    for (const Select& select : network.selects) is_input_[select.local] = true;
}

TermId Terms::bound(const Bound& bound, const Footprint& footprint) {
    return bound.is_constant() ? graph_.constant(bound.least) : value(network_.code, bound.program, footprint);
}

TermId Terms::value(const Bytecode& code, Program program, const Footprint& footprint) {
    if (!program) return graph_.constant(1);
    for (const bool splits : {false, true}) {
        if (splits && effort_ == Effort::joining) break;
        Reader reader(graph_, code, is_input_);
        if (!reader.run(program, splits)) continue;
        if (const auto value = reader.value()) return *value;
    }
    const auto known = std::ranges::find(codes_, &code);
    const TermId call = graph_.call(program, static_cast<std::int32_t>(known - codes_.begin()));
    if (known == codes_.end()) codes_.push_back(&code);
    calls_.try_emplace(call, Call{&code, footprint});
    return call;
}

Effect Terms::effect(Program program, const Footprint& footprint) {
    Effect effect;
    if (program) {
        effect.call = program;
        for (const bool splits : {false, true}) {
            if (splits && effort_ == Effort::joining) break;
            Reader reader(graph_, network_.code, is_input_);
            if (!reader.run(program, splits)) continue;
            effect = reader.effect();
            break;
        }
    }
    effect.footprint = footprint;
    return effect;
}

}  // namespace crowfly
