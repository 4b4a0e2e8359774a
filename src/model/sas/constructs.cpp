// The sections of a file, in its order. read.cpp reads them.
#include "model/sas/constructs.hpp"

namespace crowfly::sas {

model::Constructs constructs() {
    return {
        {"begin_version", "section", "Version of the format, which is 3", ""},
        {"begin_metric", "section", "Whether operators have costs of their own", ""},
        {"begin_variable", "section", "Variable with its values, which are facts", ""},
        {"begin_mutex_group", "section", "Facts of which one holds at most. Crowfly reads past them", ""},
        {"begin_state", "section", "Initial values of the variables", ""},
        {"begin_goal", "section", "Facts that hold at the end; `goal` in queries", ""},
        {"begin_operator", "section", "Operator with preconditions, effects and a cost", ""},
        {"begin_rule", "section", "Axiom. Tasks with axioms are refused (E082)", ""},
    };
}

}  // namespace crowfly::sas
