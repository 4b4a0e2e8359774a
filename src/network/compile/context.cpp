#include "network/compile/context.hpp"

#include <fmt/format.h>

#include "base/alarm.hpp"

namespace crowfly::compile {

Context::Context(const Context& of, std::shared_ptr<const Bytecode> code, Diagnostics& to)
    : model(of.model), diagnostics(&to), finished(&of), scratch(of.scratch), cells(of.cells), unrolled(of.unrolled),
      rounds(of.rounds) {
    network.code = extension_of(std::move(code));
}

const Binding* Context::find(const model::Symbol* symbol) const {
    if (const auto local = locals.find(symbol); local != locals.end()) return &local->second;
    if (process != no_process) {
        if (const Binding* own = find_in(process, symbol)) return own;
    }
    const Bindings& all = finished != nullptr ? finished->globals : globals;
    const auto global = all.find(symbol);
    return global == all.end() ? nullptr : &global->second;
}

const Binding* Context::find_in(ProcessIndex owner, const model::Symbol* symbol) const {
    const Bindings& own = (finished != nullptr ? *finished : *this).per_process[owner];
    const auto found = own.find(symbol);
    return found == own.end() ? nullptr : &found->second;
}

std::optional<ProcessIndex> Context::find_process(const model::Instance* instance,
                                                  const std::vector<std::int32_t>& arguments) const {
    const auto& all = (finished != nullptr ? *finished : *this).process_of;
    const auto found = all.find({instance, arguments});
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

const FunctionCode* Context::find_function(const FunctionKey& key) const {
    if (const auto known = functions.find(key); known != functions.end()) return &known->second;
    return finished != nullptr ? finished->find_function(key) : nullptr;
}

std::optional<const Shape*> Context::find_global_shape(const Shapes::key_type& key) const {
    if (const auto known = global_shapes.find(key); known != global_shapes.end()) return known->second;
    return finished != nullptr ? finished->find_global_shape(key) : std::nullopt;
}

bool Context::is_global(const model::Function& function) const {
    return (finished != nullptr ? *finished : *this).global_functions.contains(&function);
}

// A function of the network that a property compiles again, for another process, keeps its frame.
Frame& Context::frame_of(const model::Function& function) {
    const auto [own, is_new] = function_frames.try_emplace(&function);
    if (is_new && finished != nullptr) {
        const auto known = finished->function_frames.find(&function);
        if (known != finished->function_frames.end()) own->second = known->second;
    }
    return own->second;
}

std::int32_t Context::add_obstacle(const Obstacle& obstacle) {
    network.obstacles.push_back(obstacle);
    return static_cast<std::int32_t>(network.obstacles.size() - 1);
}

bool Context::may_unroll(Span span) {
    poll();
    if (++unrolled <= max_unrolled) return true;
    if (unrolled == max_unrolled + 1) {
        report(Code::system_too_large, span,
               fmt::format("quantifiers over clocks and clocks with a computed index stand for more than {} conditions",
                           max_unrolled),
               "let them range over fewer values");
    }
    return false;
}

void Context::enter_process(ProcessIndex index) {
    process = index;
    process_shapes.clear();
}

}  // namespace crowfly::compile
