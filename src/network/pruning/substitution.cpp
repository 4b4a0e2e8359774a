#include "network/pruning/substitution.hpp"

namespace crowfly {
namespace {

bool is_jump(OpCode op) { return op >= OpCode::jump && op <= OpCode::or_jump; }

// The end of the program: in expressions and updates the only `stop` is the last instruction.
std::uint32_t end_of(const Bytecode& code, Program program) {
    std::uint32_t pc = program.entry;
    while (code.instruction(pc).op != OpCode::stop) ++pc;
    return pc + 1;
}

bool may_reach_by_address(const Instruction& in, std::uint32_t slot) {
    switch (in.op) {
        case OpCode::load_indexed: {
            const std::int64_t first = cell_of(in.a);
            return region_of(in.a) == Region::state && slot >= first && slot < first + in.c;
        }
        case OpCode::load_at:
        case OpCode::copy_cells:
        case OpCode::equal_cells:
        case OpCode::check_cells:
        case OpCode::call: return true;
        default: return false;
    }
}

}  // namespace

bool is_replaceable(const Bytecode& code, Program program, std::uint32_t slot) {
    if (!program) return true;
    const std::uint32_t end = end_of(code, program);
    for (std::uint32_t pc = program.entry; pc < end; ++pc) {
        if (may_reach_by_address(code.instruction(pc), slot)) return false;
    }
    return true;
}

bool may_read(const Bytecode& code, Program program, std::uint32_t slot) {
    if (!program) return false;
    const std::uint32_t end = end_of(code, program);
    for (std::uint32_t pc = program.entry; pc < end; ++pc) {
        const Instruction& in = code.instruction(pc);
        if ((in.op == OpCode::load_state && static_cast<std::uint32_t>(in.a) == slot) || may_reach_by_address(in, slot))
            return true;
    }
    return false;
}

Program replace(Bytecode& code, Program program, const SlotValues& values) {
    if (!program) return program;
    const std::uint32_t end = end_of(code, program);
    const std::uint32_t entry = code.next_instruction();
    const std::size_t mark = code.instructions.size();
    bool changed = false;
    for (std::uint32_t pc = program.entry; pc < end; ++pc) {
        Instruction in = code.instruction(pc);
        if (is_jump(in.op)) in.a += static_cast<std::int32_t>(entry - program.entry);
        const auto value = in.op == OpCode::load_state ? values.find(static_cast<std::uint32_t>(in.a)) : values.end();
        if (value != values.end()) in = {OpCode::push, value->second, 0, 0};
        changed |= value != values.end();
        code.instructions.push_back(in);
        code.spans.push_back(Span(code.span(pc)));
    }
    if (changed) return {entry};
    code.instructions.resize(mark);
    code.spans.resize(mark);
    return program;
}

}  // namespace crowfly
