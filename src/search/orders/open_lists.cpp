// What expands the states that an open list pops. The lists are registered in search/lists/.
#include "search/explore/exploration.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {

const SearchPlugin& search_by_list() {
    static const SearchPlugin by_list{
        {.name = "open lists",
         .description = "best first by an open list",
         .options = {},
         .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}}},
        make_method<Exploration>(),
        of_stored_states,
        0,
        1};
    return by_list;
}

}  // namespace crowfly
