// Iterative broadening (Ginsberg, Harvey: Iterative broadening, 1992): beam search with twice the width, until
// something is found or nothing was cut off.
#include <fmt/format.h>

#include "search/kernels/beam.hpp"
#include "search/methods/make_method.hpp"

namespace crowfly {
namespace {

template <class Space>
class Broadening : public BeamSearch<Space, Broadening<Space>> {
    using Base = BeamSearch<Space, Broadening<Space>>;
    friend Base;
    friend GuidedSearch<Space, Broadening<Space>, BeamLayers>;

public:
    using Base::Base;

private:
    bool begin_round() {
        if (!this->has_cut()) return false;
        this->begin_anew(2 * this->width_);
        return true;
    }

    void report() {
        this->result_.strategies = {fmt::format("iterative broadening with h = {}, last width {}: {} states",
                                                to_string(this->options_.guidance.heuristic), this->width_,
                                                this->result_.statistics.explored)};
    }
};

const Registered<SearchPlugin> broadening(
    searches(),
    {{.name = "broadening",
      .description = "iterative broadening: beam search, repeated with twice the width until no state is cut off",
      .options = beam_options(100),
      .properties = {{"complete", "yes"},
                     {"shortest", "no"},
                     {"memory", "some tens of layers, and the ancestors of the beam"}}},
     make_general_method<Broadening>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
