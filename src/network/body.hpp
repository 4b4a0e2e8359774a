// A piece of bytecode under construction: emits instructions, folds constants, records the footprint.
#pragma once

#include <optional>
#include <vector>

#include "network/network.hpp"

namespace crowfly::compile {

// Local cells for one kind of bodies. Bodies that never run inside one another share a frame: each starts at its
// beginning, and takes the same cells in the same order.
class Frame {
public:
    void restart() { next_ = 0; }
    std::uint32_t take(std::uint32_t cells, std::uint32_t& locals);

private:
    struct Block {
        std::uint32_t first;
        std::uint32_t cells;
    };
    std::vector<Block> blocks_;
    std::size_t next_ = 0;
};

// One operator on constants (unary ones ignore `right`); nothing if it would fault.
std::optional<std::int32_t> compute(OpCode op, std::int32_t left, std::int32_t right);

class Body {
public:
    explicit Body(bool constant = false) : constant_(constant) {}

    // A constant body may not read the state: its value must be known at compile time.
    bool is_constant() const { return constant_; }

    void push(std::int32_t value, Span span) { emit(OpCode::push, span, value); }
    void emit(OpCode op, Span span, std::int32_t a = 0, std::int32_t b = 0, std::int32_t c = 0);
    std::size_t jump(OpCode op, Span span);  // forward: bind_label() closes it
    void bind_label(std::size_t jump);
    std::size_t label();                              // backward: a place to jump back to
    enum class Loop : std::uint8_t { open, finite };  // whether it is known to terminate
    void jump_back(std::size_t label, Span span, Loop loop = Loop::open);
    // The end of a loop over a range: increments the local cell and jumps back, unless it has reached `greatest`.
    // Returns the forward jump that is taken then.
    std::size_t count_up(std::int32_t counter, std::int32_t greatest, std::size_t label, Span span);

    // The constant on top of the stack, if that is all the last instruction does; take_constant() removes it.
    std::optional<std::int32_t> constant() const;
    std::int32_t take_constant();
    bool empty() const { return code_.empty(); }

    // Between begin and end, what is emitted may or may not be executed.
    void begin_maybe() { ++maybe_; }
    void end_maybe() { --maybe_; }
    bool certain() const { return maybe_ == 0; }

    void block(Code code, std::string reason, Span span);  // only the first reason is kept
    const std::optional<Obstacle>& obstacle() const { return obstacle_; }

    Footprint footprint;

    // Appends the body to the code and returns its start. A body that is the constant true needs no code.
    Program install(Bytecode& code);

private:
    bool fold(OpCode op);

    bool constant_;
    int maybe_ = 0;
    std::size_t barrier_ = 0;  // instructions before this one must not be folded: there is a jump to it
    std::vector<Instruction> code_;
    std::vector<Span> spans_;
    std::optional<Obstacle> obstacle_;
};

}  // namespace crowfly::compile
