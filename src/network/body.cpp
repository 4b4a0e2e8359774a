#include "network/body.hpp"

#include <cassert>

#include "network/machine.hpp"

namespace crowfly::compile {

std::uint32_t Frame::take(std::uint32_t cells, std::uint32_t& locals) {
    if (next_ < blocks_.size() && blocks_[next_].cells >= cells) return blocks_[next_++].first;
    const Block fresh{locals, cells};
    locals += cells;
    if (next_ < blocks_.size()) {
        blocks_[next_] = fresh;
    } else {
        blocks_.push_back(fresh);
    }
    ++next_;
    return fresh.first;
}

namespace {

bool is_unary(OpCode op) {
    return op == OpCode::negate || op == OpCode::logical_not || op == OpCode::to_bool || op == OpCode::absolute;
}

bool is_binary(OpCode op) { return op >= OpCode::add && op <= OpCode::bit_or; }

bool is_jump(OpCode op) { return op >= OpCode::jump && op <= OpCode::or_jump; }

}  // namespace

// Evaluated by the machine itself, so that folding cannot disagree with running.
std::optional<std::int32_t> compute(OpCode op, std::int32_t left, std::int32_t right) {
    Bytecode scratch;
    scratch.instructions = {{OpCode::push, left, 0, 0}};
    if (is_binary(op)) scratch.instructions.push_back({OpCode::push, right, 0, 0});
    scratch.instructions.push_back({op, 0, 0, 0});
    scratch.instructions.push_back({OpCode::stop, 0, 0, 0});
    scratch.spans.resize(scratch.instructions.size());
    Machine machine(scratch);
    return machine.run({0}) ? std::optional(machine.result()) : std::nullopt;
}

bool Body::fold(OpCode op) {
    const std::size_t arity = is_unary(op) ? 1 : is_binary(op) ? 2 : 0;
    if (arity == 0 || code_.size() < barrier_ + arity) return false;
    const std::size_t first = code_.size() - arity;
    if (code_[first].op != OpCode::push || code_.back().op != OpCode::push) return false;
    const auto value = compute(op, code_[first].a, code_.back().a);
    if (!value) return false;  // the fault is left for run time
    code_.resize(first + 1);
    spans_.resize(first + 1);
    code_[first].a = *value;
    return true;
}

void Body::emit(OpCode op, Span span, std::int32_t a, std::int32_t b, std::int32_t c) {
    if (op == OpCode::check_range) {
        const auto value = constant();
        if (value && *value >= a && *value <= b) return;
    }
    if (fold(op)) return;
    code_.push_back({op, a, b, c});
    spans_.push_back(span);
}

std::size_t Body::jump(OpCode op, Span span) {
    code_.push_back({op, 0, 0, 0});
    spans_.push_back(span);
    return code_.size() - 1;
}

void Body::bind_label(std::size_t jump) {
    code_[jump].a = static_cast<std::int32_t>(code_.size());
    barrier_ = code_.size();
}

std::size_t Body::label() {
    barrier_ = code_.size();
    return code_.size();
}

void Body::jump_back(std::size_t label, Span span, Loop loop) {
    const OpCode op = loop == Loop::finite ? OpCode::next_round : OpCode::jump_back;
    code_.push_back({op, static_cast<std::int32_t>(label), 0, 0});
    spans_.push_back(span);
}

// Compared before it is incremented: the largest integer has no successor.
std::size_t Body::count_up(std::int32_t counter, std::int32_t greatest, std::size_t label, Span span) {
    emit(OpCode::load_local, span, counter);
    push(greatest, span);
    emit(OpCode::greater_equal, span);
    const std::size_t exhausted = jump(OpCode::jump_if_not_zero, span);
    emit(OpCode::load_local, span, counter);
    push(1, span);
    emit(OpCode::add, span);
    emit(OpCode::store_local, span, counter);
    jump_back(label, span, Loop::finite);
    return exhausted;
}

std::optional<std::int32_t> Body::constant() const {
    if (code_.size() <= barrier_ || code_.back().op != OpCode::push) return std::nullopt;
    return code_.back().a;
}

std::int32_t Body::take_constant() {
    assert(constant());
    const std::int32_t value = code_.back().a;
    code_.pop_back();
    spans_.pop_back();
    return value;
}

void Body::block(Code code, std::string reason, Span span) {
    if (!obstacle_) obstacle_ = Obstacle{code, std::move(reason), span};
}

Program Body::install(Bytecode& code) {
    if (code_.empty()) return {};
    if (code_.size() == 1 && code_[0].op == OpCode::push && code_[0].a != 0) return {};
    const std::uint32_t entry = code.next_instruction();
    for (Instruction in : code_) {
        if (is_jump(in.op)) in.a += static_cast<std::int32_t>(entry);
        code.instructions.push_back(in);
    }
    code.spans.insert(code.spans.end(), spans_.begin(), spans_.end());
    code.instructions.push_back({OpCode::stop, 0, 0, 0});
    code.spans.push_back(spans_.back());
    return {entry};
}

}  // namespace crowfly::compile
