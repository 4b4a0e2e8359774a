// Every declaration has one line, as TChecker's documentation writes it. parse_lines.cpp reads them.
#include "model/tck/constructs.hpp"

namespace crowfly::tck {

model::Constructs constructs() {
    return {
        {"system", "declaration", "The name of the system, in the first line", "system:NAME"},
        {"clock", "declaration", "Array of clocks; the size 1 makes a single clock", "clock:SIZE:NAME"},
        {"int", "declaration", "Array of bounded integers", "int:SIZE:LEAST:GREATEST:INITIAL:NAME"},
        {"process", "declaration", "Process", "process:NAME"},
        {"event", "declaration", "Event, which edges carry", "event:NAME"},
        {"location", "declaration", "Location of a process", "location:PROCESS:NAME{initial:}"},
        {"edge", "declaration", "Edge of a process", "edge:PROCESS:SOURCE:TARGET:EVENT{provided: x>=1 : do: x=0}"},
        {"sync", "declaration", "Vector of events that occur together; `?` marks a part that joins if it can",
         "sync:PROCESS@EVENT:PROCESS@EVENT?"},
        {"initial", "location attribute", "The process may begin here", "initial:"},
        {"labels", "location attribute", "Names that `--reach` asks for", "labels: error, done"},
        {"invariant", "location attribute", "Condition that holds as long as the process is here", "invariant: x<=5"},
        {"committed", "location attribute", "No time passes, and the next transition leaves a committed location",
         "committed:"},
        {"urgent", "location attribute", "No time passes here", "urgent:"},
        {"provided", "edge attribute", "Condition under which the edge is enabled", "provided: x>=1 && i==0"},
        {"do", "edge attribute", "Statements that run when the edge is taken", "do: x=0; i=i+1"},
        {"local", "statement", "Variable or array of the statements", "local n = 2"},
        {"if then else end", "statement", "Runs statements by a condition", "if i==0 then i=1 else i=2 end"},
        {"while do end", "statement", "Repeats statements as long as a condition holds", "while i<3 do i=i+1 end"},
        {"nop", "statement", "Does nothing", "nop"},
    };
}

}  // namespace crowfly::tck
