// Whether everything stays as it is when two elements change places: every location and every edge becomes one that is
// there, with the same bounds on clocks; ranges and kinds of channels are the same; the order in which processes act
// together does not matter; and the formulas say the same.
#pragma once

#include <string>
#include <vector>

#include "network/symmetry/commutation.hpp"
#include "network/symmetry/forms.hpp"

namespace crowfly::symmetry {

class Automorphisms {
public:
    Automorphisms(Pieces& pieces, const Places& places, const Sorts& sorts, const Formulas& formulas);

    // Why these two cannot change places, or "".
    std::string why_not(const Element& first, const Element& second);

private:
    std::string why_not(const Exchange& exchange);
    void check_cells(const Exchange& exchange) const;
    void check_moved(const Exchange& exchange, Forms& forms);
    void check_locations(const Exchange& exchange, Forms& forms);
    void check_locations(ProcessIndex p, const Exchange& exchange, Forms& forms);
    Form changed_edge(EdgeIndex e, const Exchange& exchange, Forms& forms);
    void check_edges(const Exchange& exchange, Forms& forms);
    void check_order(const Exchange& exchange);
    void check_broadcasts(const Exchange& exchange);
    void check_vectors(const Exchange& exchange) const;
    std::vector<std::int32_t> parts_of(const Transition& transition, const Exchange& exchange) const;

    Pieces& pieces_;
    const Places& places_;
    const Sorts& sorts_;
    const Formulas& formulas_;
    Commutation commutation_;
    FormTable table_;
    Exchange identity_;
    std::vector<Form> locations_, edges_, sorted_edges_;
    Form network_ = 0;
    std::vector<Form> asked_;     // per formula
    std::string not_understood_;  // nothing can change places
};

}  // namespace crowfly::symmetry
