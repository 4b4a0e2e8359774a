#include "search/disk/disk_search.hpp"

#include <optional>
#include <type_traits>

#include "search/disk/own_search.hpp"
#include "search/disk/shared_search.hpp"
#include "search/methods/known_forms.hpp"
#include "search/methods/width.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// `manifest`: of the search that is gone on with, or null.
template <class Space>
SearchResult run_on_disk(Space& space, const SearchTask& task, DiskFolder& folder, const CheckpointKey& key,
                         const Manifest* manifest) {
    if constexpr (!std::is_same_v<Space, ZoneSpace>) {  // shared zones are wide
        if (task.options.disk->is_shared) return SharedSearch<Space>(space, task, folder, key).run(manifest);
    }
    return OwnSearch<Space>(space, task, folder, key).run(manifest);
}

SearchResult search_in_folder(const Network& network, const Formula& formula, const SearchOptions& options,
                              const Limits& limits, Observer& observer) {
    std::optional<DiskFolder> folder;
    std::optional<Manifest> manifest;
    CheckpointKey key = checkpoint_key(network, formula, options);
    if (options.disk->is_shared) key.options += " share";
    try {
        folder.emplace(options.disk->folder, options.disk->is_shared);
        if (options.disk->every > 0) folder->sync_before_replacing();
        if (const auto text = folder->manifest()) manifest = read_manifest(*text);
    } catch (const DiskTrouble& trouble) {
        SearchResult result;
        result.unfinished = trouble.what();
        return result;
    }
    if (manifest) demand_same_question(manifest->key, key);
    Goal target = goal_of(network, formula, options.wanted, options.guidance, form_of(options));
    if (options.tasks) target.tasks = options.tasks;
    Predicate goal(network, formula);
    if (!options.abstraction) {
        const SearchTask task{target, goal, options, limits, observer};
        DiscreteSpace space(network, Layout(network, options.compared), options.compress, options.symmetry,
                            options.compared);
        return run_on_disk(space, task, *folder, key, manifest ? &*manifest : nullptr);
    }
    // Processes that share a directory write the same zones from the start.
    const bool wide =
        options.disk->is_shared || calls_for_wide_zones(network, {&formula}) || (manifest && manifest->is_wide);
    return search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
        const SearchTask task{target, goal, options, given, watching};
        BasicZoneSpace<B> space(network, Layout(network, options.compared), use_of(formula), *options.abstraction,
                                options.compress, false, options.symmetry, options.compared);
        const bool fits = manifest && manifest->is_wide == (sizeof(B) > sizeof(zone::Bound));
        return run_on_disk(space, task, *folder, key, fits ? &*manifest : nullptr);
    });
}

}  // namespace

SearchResult search_on_disk(const Network& network, const Formula& formula, const SearchOptions& options,
                            const Limits& limits, Observer& observer) {
    try {
        return search_in_folder(network, formula, options, limits, observer);
    } catch (const UnfitCheckpoint& unfit) {
        throw UnfitCheckpoint(unfit.what(), unfit.hint(), options.disk->folder);
    }
}

}  // namespace crowfly
