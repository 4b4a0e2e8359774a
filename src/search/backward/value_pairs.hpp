// Which values of two variables may occur together (mutual exclusion): what the projection of a factored system onto
// the two variables reaches. Only variables that one label moves, or tests, together are projected. All other pairs may
// occur, and so may those of variables for which there was no time left.
#pragma once

#include <span>
#include <vector>

#include "base/files/parts.hpp"
#include "search/backward/backward_labels.hpp"

namespace crowfly {

class ValuePairs {
public:
    // Of these variables. System and labels are needed only here.
    ValuePairs(const FactoredSystem& system, const BackwardLabels& labels, const std::vector<bool>& projected);

    // Whether the value of this variable in a state may occur with those of the others.
    bool allows(std::span<const Value> state, VariableIndex variable) const {
        for (const Table& table : tables_[variable]) {
            if (!reached_[table.first + state[variable] * table.step + state[table.other] * table.other_step])
                return false;
        }
        return true;
    }
    void parts(auto& each) { each(reached_); }

private:
    // Of a pair of variables: the bit of two values.
    struct Table {
        VariableIndex other = 0;
        std::size_t first = 0, step = 0, other_step = 0;
    };

    std::vector<std::vector<Table>> tables_;  // per variable
    std::vector<bool> reached_;
};

}  // namespace crowfly
