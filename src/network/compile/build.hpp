// The stages of building a network, in the order compile.cpp runs them.
#pragma once

#include "network/compile/context.hpp"

namespace crowfly::compile {

// ---- variables.cpp
void bind_global_constants(Context& context);
void allocate_global_variables(Context& context);
void bind_process_constants(Context& context, const model::Template& of);
void allocate_process_variables(Context& context, const model::Template& of);
void allocate_meta_variables(Context& context);  // of the system and all processes; they come last

// ---- processes.cpp
std::uint64_t count_processes(Context& context);  // 0 after an error
void make_processes(Context& context);  // from the system line: processes with their locations and bound parameters

// ---- edges.cpp
void compile_process(Context& context, ProcessIndex process, const model::Template& of);
void compile_global_updates(Context& context);
void index_by_source(Network& network, const Process& process);  // of the process whose edges were added last

// ---- weights.cpp
void compile_weights(Context& context);

// ---- transitions.cpp
void set_channel_priorities(Context& context);
void enumerate_transitions(Context& context);
// Null, or the edge at which the limit on their number was exceeded: then there are none.
const Edge* enumerate_transitions(Network& network);
void note_features(Network& network);

// ---- vectors.cpp
void enumerate_vectors(Context& context);
void check_starts(Context& context);  // reports too many initial states

// ---- clock_bounds.cpp
void compute_clock_bounds(Network& network);

// ---- bounds.cpp
void tighten_bounds(Network& network);

}  // namespace crowfly::compile
