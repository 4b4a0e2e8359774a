// Beam search, see search/kernels/beam.hpp: the memory per layer is bounded, and so a goal may be missed.
#include <fmt/format.h>

#include "search/kernels/beam.hpp"
#include "search/methods/make_method.hpp"

namespace crowfly {
namespace {

template <class Space>
class PlainBeam : public BeamSearch<Space, PlainBeam<Space>> {
    using Base = BeamSearch<Space, PlainBeam<Space>>;
    friend Base;
    friend GuidedSearch<Space, PlainBeam<Space>, BeamLayers>;

public:
    using Base::Base;

private:
    static bool begin_round() { return false; }

    void explore() {
        Base::explore();
        if (this->found_ == no_node && this->has_cut() && !this->ledger_.has_ended())
            this->ledger_.end(fmt::format("a beam of {} states found nothing; a wider one may", this->width_));
    }

    void report() {
        this->result_.strategies = {fmt::format("beam search of width {} with h = {}: {} states", this->width_,
                                                to_string(this->options_.guidance.heuristic),
                                                this->result_.statistics.explored)};
    }
};

const Registered<SearchPlugin> beam(
    searches(),
    {{.name = "beam",
      .description = "beam search: breadth first over the best states of each layer, such as beam(width=1000)",
      .options = beam_options(1000),
      .properties = {{"complete", "no"},
                     {"shortest", "no"},
                     {"memory", "some tens of layers, and the ancestors of the beam"}}},
     make_general_method<PlainBeam>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
