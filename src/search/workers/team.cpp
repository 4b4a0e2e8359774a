#include "search/workers/team.hpp"

#include <fmt/format.h>

#include "search/methods/known_forms.hpp"
#include "search/methods/width.hpp"
#include "search/workers/best_first_worker.hpp"
#include "search/workers/gathered.hpp"
#include "search/workers/layered_worker.hpp"
#include "search/workers/ownership_choice.hpp"
#include "search/workers/ranks.hpp"
#include "search/workers/report.hpp"
#include "search/workers/team_observer.hpp"
#include "search/workers/thread_team.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// The heuristic of the leader, built before there are threads: what it looks up is then shared by all of them. Null,
// and `result` tells why: that exceeds the limits.
std::unique_ptr<Heuristic> build_first(const Goal& goal, const HeuristicSpec& spec, const Budget& budget,
                                       Observer& observer, SearchResult& result) {
    goal.tasks->keep_tables();
    std::unique_ptr<Heuristic> built;
    end_at_limits(result.unfinished, [&] {
        BuildBudget building(budget, result.statistics, observer);
        built = build_heuristic(goal, spec, building);
        if (!built) result.unfinished = building.exceeded();
    });
    budget.clock(result.statistics);
    result.statistics.heuristic_seconds = result.statistics.seconds;
    return built;
}

Goal goal_for(const Network& network, const Formula& formula, const SearchOptions& options) {
    Goal goal = goal_of(network, formula, options.wanted, options.guidance, form_of(options));
    goal.tasks = options.tasks;
    return goal;
}

// What one worker does, whatever carries its messages. `make(use)` makes a space and uses it. `built`: its heuristic,
// if there is one already.
template <class Make>
WorkerResult work(const Network& network, const Formula& formula, const SearchOptions& options, Transport& transport,
                  const Ownership& ownership, const Limits& limits, Observer& observer,
                  std::unique_ptr<Heuristic> built, const Make& make) {
    Predicate goal(network, formula);
    TeamObserver all(observer, transport);
    const SearchTask task{goal_for(network, formula, options), goal, options, limits, all};
    return make([&]<class Space>(Space& space) {
        if (options.search == "bfs") return LayeredWorker<Space>(space, task, transport, ownership).run();
        return BestFirstWorker<Space>(space, task, transport, ownership, std::move(built)).run();
    });
}

// Of ranks: every one chooses for itself, and alike. Threads pass states on by pointers, which costs less than a
// choice.
template <class Make>
Ownership choose_ownership(const Network& network, std::size_t workers, const Make& make) {
    std::optional<OwnershipChoice> choice;
    make([&](auto& space) {
        choice.emplace(network, space.layout(), workers);
        choice->walk(space);
        return WorkerResult{};
    });
    return choice->choose();
}

template <class Make>
SearchResult gather(std::vector<WorkerResult> workers, const SearchOptions& options, const Make& make) {
    Gathered gathered(std::move(workers));
    const auto find_path = [&](auto& space) {
        gathered.find_path(space);
        return WorkerResult{};
    };
    if (gathered.has_links()) make(find_path);
    return gathered.result(options);
}

// Whether ranks go on from a search with bounds of 64 bits. A follower that cannot read the checkpoint fails later,
// where the others learn of it.
bool goes_on_wide(Cluster* ranks) {
    if (ranks == nullptr || !ranks->files) return false;
    try {
        return ranks->files->resumes_wide();
    } catch (const UnfitCheckpoint&) {
        if (ranks->self() == 0) throw;
        return false;
    }
}

// `search(options, limits, observer, is_wide, make)` in the spaces that the options ask for; wide ones have bounds of
// 64 bits.
template <class Search>
SearchResult search_in_space(const Network& network, const Formula& formula, const SearchOptions& asked,
                             const Limits& limits, Observer& observer, const Search& search) {
    const Budget budget(limits);
    SearchOptions options = asked;
    if (!options.tasks) options.tasks = make_task_cache();
    SearchResult result;
    if (!options.abstraction) {
        result = search(options, limits, observer, false, [&](const auto& use) {
            DiscreteSpace space(network, Layout(network, options.compared), options.compress, options.symmetry,
                                options.compared);
            return use(space);
        });
    } else {
        const bool wide = calls_for_wide_zones(network, {&formula}) || goes_on_wide(options.ranks.get());
        result = search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
            return search(options, given, watching, sizeof(B) > sizeof(zone::Bound), [&](const auto& use) {
                BasicZoneSpace<B> space(network, Layout(network, options.compared), use_of(formula),
                                        *options.abstraction, options.compress, options.hull, options.symmetry,
                                        options.compared);
                return use(space);
            });
        });
    }
    budget.close(result.statistics);
    return result;
}

}  // namespace

std::string why_not_by_workers(const Settings& settings) {
    const Guidance& guidance = settings.guidance;
    const bool is_among = settings.search == "bfs" || settings.search == "greedy" || settings.search == "astar" ||
                          settings.search == "wastar";
    if (!is_among) return fmt::format("is for --search bfs, greedy, astar and wastar, not for {}", settings.search);
    if (guidance.lazy) return "is not for lazy estimates";
    if (guidance.preference.any()) return "cannot be used with --prefer";
    if (guidance.search.options.contains("local")) return "cannot be used with local exploration";
    if (settings.objective != Objective::any && settings.objective != Objective::shortest)
        return fmt::format("cannot be used with {}", option_of(settings));
    if (settings.store) return "cannot be used with --store";
    if (settings.checkpoints) return "cannot be used with --checkpoint and --resume";
    if (settings.time == TimeSemantics::local) return "cannot be used with local time";
    return "";
}

SearchResult search_by_threads(const Network& network, const Formula& formula, const SearchOptions& options,
                               const Limits& limits, Observer& observer, const WrapTransport& wrap) {
    const auto search = [&](const SearchOptions& own, const Limits& given, Observer& watching, bool, const auto& make) {
        ThreadTeam team(own.threads, given, watching, wrap);
        std::unique_ptr<Heuristic> built;
        SearchResult building;
        if (own.search != "bfs") {
            const Budget budget(given);
            built = build_first(goal_for(network, formula, own), own.guidance.heuristic, budget, watching, building);
            if (!built) return building;
        }
        const Ownership ownership(Layout(network, own.compared), own.threads);
        SearchResult result = gather(team.run([&](Transport& transport, const Limits& left, Observer& told) {
            std::unique_ptr<Heuristic> leaders = transport.self() == 0 ? std::move(built) : nullptr;
            return work(network, formula, own, transport, ownership, left, told, std::move(leaders), make);
        }),
                                     own, make);
        result.statistics.heuristic_seconds += building.statistics.heuristic_seconds;
        return result;
    };
    return search_in_space(network, formula, options, limits, observer, search);
}

SearchResult search_by_ranks(const Network& network, const Formula& formula, const SearchOptions& options,
                             const Limits& limits, Observer& observer) {
    return search_in_space(
        network, formula, options, limits, observer,
        [&](const SearchOptions& own, const Limits& given, Observer& watching, bool is_wide, const auto& make) {
            Cluster& ranks = *own.ranks;
            ranks.begin_search();
            const auto begin = [&] {
                if (ranks.files) ranks.files->begin(checkpoint_key(network, formula, own), is_wide);
            };
            if (ranks.self() == 0) begin();  // what it throws is told to the user
            const std::vector<WorkerResult> all = report_to_leader(ranks, [&] {
                if (ranks.self() != 0) begin();
                const Ownership ownership = choose_ownership(network, ranks.size(), make);
                return work(network, formula, own, ranks, ownership, given, watching, nullptr, make);
            });
            if (ranks.self() == 0) return gather(all, own, make);
            SearchResult result;
            result.unfinished = answered_elsewhere;
            return result;
        });
}

}  // namespace crowfly
