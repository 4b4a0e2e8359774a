// The parts of a circuit, in the order of the header. read.cpp reads them.
#include "model/aiger/constructs.hpp"

namespace crowfly::aiger {

model::Constructs constructs() {
    return {
        {"aag, aig", "header", "Circuit as text, or in binary form, with the numbers of its parts", "aag 1 0 1 2 0"},
        {"inputs", "part", "Inputs, which may have any value in every step", ""},
        {"latches", "part", "Latches with their next value, and with an initial value other than 0 if there is one",
         ""},
        {"outputs", "part", "Outputs. They are the queries of a circuit without bad states", ""},
        {"bad states", "part", "Literals that must never hold. Each is a query", ""},
        {"constraints", "part", "Literals that hold in every step", ""},
        {"justice properties", "part", "Literals that hold again and again on a run. Such queries are refused", ""},
        {"fairness constraints", "part",
         "Literals that hold again and again on every run. They are read for justice properties", ""},
        {"and gates", "part", "Conjunctions of two literals", ""},
        {"symbols", "part", "Names of inputs, latches, outputs and properties", "l0 busy"},
        {"comments", "part", "Text after a line `c`", ""},
    };
}

}  // namespace crowfly::aiger
