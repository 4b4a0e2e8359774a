// From processes that look alike to orbits: elements are made of processes and their numbers, exchanges are tried, and
// what is left becomes the tables by which states are permuted.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/alarm.hpp"
#include "network/symmetry/automorphism.hpp"
#include "network/symmetry/symmetry.hpp"

namespace crowfly {
namespace {

using namespace symmetry;

constexpr std::size_t most_edges = 20'000;      // of a network that is looked at
constexpr std::size_t most_forms = 20'000'000;  // that are made to compare

using Identities = std::map<Sort, std::map<ProcessIndex, std::int32_t>>;

// A sort tells the processes of a group apart if it knows each of them by another number.
void keep_distinct(const Groups& groups, Identities& identities) {
    for (auto& [sort, known] : identities) {
        for (const std::vector<ProcessIndex>& members : groups.members) {
            std::vector<std::int32_t> values;
            for (const ProcessIndex p : members) {
                if (const auto value = known.find(p); value != known.end()) values.push_back(value->second);
            }
            std::ranges::sort(values);
            const bool distinct = std::ranges::adjacent_find(values) == values.end();
            if (distinct && values.size() == members.size()) continue;
            for (const ProcessIndex p : members) known.erase(p);
        }
    }
}

// Processes of different groups that a sort knows by the same number are one element.
std::vector<Element> elements_of(const Network& network, const Groups& groups, const Identities& identities) {
    std::vector<ProcessIndex> parents(network.processes.size());
    std::iota(parents.begin(), parents.end(), ProcessIndex{0});
    const auto root = [&](ProcessIndex p) {
        while (parents[p] != p) p = parents[p];
        return p;
    };
    for (const auto& [sort, known] : identities) {
        std::map<std::int32_t, ProcessIndex> first;
        for (const auto& [p, value] : known) parents[root(p)] = root(first.try_emplace(value, p).first->second);
    }
    std::map<ProcessIndex, Element> elements;
    std::vector<ProcessIndex> broken;
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        if (groups.of[p] == no_group) continue;
        if (!elements[root(p)].processes.try_emplace(groups.of[p], p).second) broken.push_back(root(p));
    }
    for (const auto& [sort, known] : identities) {
        for (const auto& [p, value] : known) elements[root(p)].values.try_emplace(sort, value);
    }
    for (const ProcessIndex p : broken) elements.erase(p);
    std::vector<Element> list;
    for (auto& [p, element] : elements) list.push_back(std::move(element));
    return list;
}

// The values of scalar sets by which no process is known.
void add_scalars(const Network& network, const Places& places, const Sorts& sorts, const Identities& identities,
                 std::vector<Element>& elements) {
    std::map<Sort, std::pair<std::int32_t, std::int32_t>> ranges;
    for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
        const Slot& slot = network.slots[s];
        const Sort sort = sorts.of_values(places.slots.cell(s).family);
        const auto known = identities.find(sort);
        const bool is_free = known == identities.end() || known->second.empty();
        if (slot.kind == Slot::Kind::scalar && sort != plain && is_free) ranges[sort] = {slot.least, slot.greatest};
    }
    for (const auto& [sort, range] : ranges) {
        for (std::int32_t value = range.first; value <= range.second; ++value)
            elements.push_back({{}, {{sort, value}}});
    }
}

bool are_comparable(const Element& a, const Element& b) {
    const auto same_keys = [](const auto& x, const auto& y) {
        return std::ranges::equal(x, y, [](const auto& i, const auto& j) { return i.first == j.first; });
    };
    return same_keys(a.processes, b.processes) && same_keys(a.values, b.values);
}

// Whatever can change places with the same element can change places with each other.
std::vector<std::vector<Element>> orbits_of(const std::vector<Element>& elements, Automorphisms& automorphisms,
                                            std::size_t most_tests, std::vector<std::string>& refused) {
    std::vector<std::vector<Element>> orbits;
    std::size_t tests = 0;
    for (const Element& element : elements) {
        std::string why;
        bool is_placed = false;
        for (std::vector<Element>& orbit : orbits) {
            if (!are_comparable(orbit[0], element) || ++tests > most_tests) continue;
            const std::string reason = automorphisms.why_not(orbit[0], element);
            is_placed = reason.empty();
            if (is_placed) orbit.push_back(element);
            if (is_placed) break;
            if (why.empty()) why = reason;
        }
        if (is_placed) continue;
        if (!why.empty()) refused.push_back(why);
        orbits.push_back({element});
    }
    if (tests > most_tests) refused.emplace_back("there are too many processes to compare them all");
    std::erase_if(orbits, [](const std::vector<Element>& orbit) { return orbit.size() < 2; });
    return orbits;
}

// The tables by which states are permuted.
class Tables {
public:
    Tables(const Network& network, const Places& places, const Sorts& sorts,
           const std::vector<std::vector<Element>>& orbits)
        : network_(network), places_(places), sorts_(sorts), orbits_(orbits) {
        for (std::uint32_t o = 0; o < orbits.size(); ++o) {
            for (std::uint32_t e = 0; e < orbits[o].size(); ++e) {
                for (const auto& [group, process] : orbits[o][e].processes) processes_[process] = {o, e};
                for (const auto& [sort, value] : orbits[o][e].values) values_[{sort, value}] = {o, e};
            }
        }
    }

    // Nothing: an array has more dimensions than tables have.
    std::optional<Symmetry> make() {
        for (const std::vector<Element>& orbit : orbits_) {
            Symmetry::Orbit& made = result_.orbits.emplace_back();
            for (const Element& element : orbit) {
                made.names.push_back(element.name(network_));
                made.elements.emplace_back();
                for (const auto& [group, process] : element.processes) made.elements.back().push_back(process);
            }
        }
        const auto of_slots = [&](std::uint32_t f, std::size_t d) { return sorts_.of_slots(f, d); };
        const auto of_clocks = [&](std::uint32_t f, std::size_t d) { return sorts_.of_clocks(f, d); };
        if (!add_cells(places_.slots, of_slots, result_.slots, &result_.matrices)) return std::nullopt;
        if (!add_cells(places_.clocks, of_clocks, result_.clocks, nullptr)) return std::nullopt;
        add_holders();
        return std::move(result_);
    }

private:
    // A cell with the coordinates that are elements taken out.
    struct Key {
        std::uint32_t family;
        std::vector<std::int32_t> at;
        std::vector<std::int64_t> orbits;  // per coordinate, or -1
        auto operator<=>(const Key&) const = default;
    };

    template <class SortOf>
    bool add_cells(const Coordinates& coordinates, const SortOf& sort_of, std::vector<Symmetry::Row>& rows,
                   std::vector<Symmetry::Matrix>* matrices) {
        std::map<Key, std::map<std::vector<std::uint32_t>, std::uint32_t>> cells;
        for (std::uint32_t c = 0; c < coordinates.size(); ++c) {
            const Cell& cell = coordinates.cell(c);
            Key key{cell.family, cell.at, {}};
            std::vector<std::uint32_t> numbers;
            for (std::size_t d = 0; d < cell.at.size(); ++d) {
                const auto element = coordinates.family(cell.family).is_process(d)
                                         ? find(processes_, static_cast<ProcessIndex>(cell.at[d]))
                                         : find(values_, std::pair{sort_of(cell.family, d), cell.at[d]});
                key.orbits.push_back(element ? std::int64_t{element->orbit} : -1);
                if (!element) continue;
                key.at[d] = 0;
                numbers.push_back(element->number);
            }
            if (!numbers.empty()) cells[key][numbers] = c;
        }
        for (const auto& [key, members] : cells) {
            if (!add_table(key, members, rows, matrices)) return false;
        }
        return true;
    }

    template <class Map, class MapKey>
    static std::optional<Symmetry::Element> find(const Map& map, const MapKey& key) {
        const auto found = map.find(key);
        return found == map.end() ? std::nullopt : std::optional(found->second);
    }

    bool add_table(const Key& key, const std::map<std::vector<std::uint32_t>, std::uint32_t>& members,
                   std::vector<Symmetry::Row>& rows, std::vector<Symmetry::Matrix>* matrices) const {
        std::vector<std::uint32_t> orbits;
        for (const std::int64_t orbit : key.orbits) {
            if (orbit >= 0) orbits.push_back(static_cast<std::uint32_t>(orbit));
        }
        std::vector<std::uint32_t> cells;
        for (const auto& [numbers, cell] : members) cells.push_back(cell);
        std::size_t size = 1;
        for (const std::uint32_t orbit : orbits) size *= orbits_[orbit].size();
        if (cells.size() != size || orbits.size() > (matrices == nullptr ? 1 : 2)) return false;
        if (orbits.size() == 1)
            rows.push_back({orbits[0], std::move(cells)});
        else
            matrices->push_back({orbits[0], orbits[1], std::move(cells)});
        return true;
    }

    void add_holders() {
        std::map<Sort, std::uint32_t> known;
        for (std::uint32_t s = 0; s < network_.slots.size(); ++s) {
            const Sort sort = sorts_.of_values(places_.slots.cell(s).family);
            if (sort == plain) continue;
            const auto [entry, is_new] = known.try_emplace(sort, static_cast<std::uint32_t>(result_.values.size()));
            if (is_new && !add_values(sort)) {
                known.erase(entry);
                continue;
            }
            result_.holders.push_back({s, entry->second});
        }
    }

    bool add_values(Sort sort) {
        std::vector<std::int32_t> numbers;
        for (const auto& [key, element] : values_) {
            if (key.first == sort) numbers.push_back(key.second);
        }
        if (numbers.empty()) return false;
        Symmetry::Values& values = result_.values.emplace_back();
        values.least = numbers.front();
        values.elements.resize(static_cast<std::size_t>(numbers.back() - numbers.front()) + 1);
        values.of.resize(orbits_.size());
        for (const std::int32_t number : numbers) {
            const Symmetry::Element element = values_.at({sort, number});
            values.elements[static_cast<std::size_t>(number - values.least)] = element;
            std::vector<std::int32_t>& of = values.of[element.orbit];
            of.resize(orbits_[element.orbit].size());
            of[element.number] = number;
        }
        return true;
    }

    const Network& network_;
    const Places& places_;
    const Sorts& sorts_;
    const std::vector<std::vector<Element>>& orbits_;
    std::map<ProcessIndex, Symmetry::Element> processes_;
    std::map<std::pair<Sort, std::int32_t>, Symmetry::Element> values_;
    Symmetry result_;
};

}  // namespace

std::optional<Symmetry> find_symmetry(const Network& network, const Formulas& formulas,
                                      std::vector<std::string>& why_not) {
    why_not.clear();
    if (network.edges.size() > most_edges) {
        why_not.emplace_back("the network is too large to look for like processes");
        return std::nullopt;
    }
    const bool has_scalars = network.features.scalars;
    if (!has_scalars && !may_have_like_processes(network)) {
        why_not.emplace_back("no two processes are alike");
        return std::nullopt;
    }
    Pieces pieces(network);
    if (pieces.are_too_many()) {
        why_not.emplace_back("the network is too large to look for like processes");
        return std::nullopt;
    }
    const Groups groups = find_groups(pieces);
    if (!has_scalars && groups.members.empty()) {
        why_not.emplace_back("no two processes are alike");
        return std::nullopt;
    }
    Places places{{network, groups, slot_names(network)},
                  {network, groups, clock_names(network)},
                  {network, groups, channel_names(network)}};
    const Sorts sorts(pieces, groups, places, formulas);
    Identities identities = sorts.identities();
    keep_distinct(groups, identities);
    std::vector<Element> elements = elements_of(network, groups, identities);
    add_scalars(network, places, sorts, identities, elements);
    Automorphisms automorphisms(pieces, places, sorts, formulas);
    const std::size_t most_tests = most_forms / (network.edges.size() + network.locations.size() + 1);
    const std::vector<std::vector<Element>> orbits = orbits_of(elements, automorphisms, most_tests, why_not);
    if (orbits.empty()) {
        if (why_not.empty()) why_not.emplace_back("no two processes are alike");
        return std::nullopt;
    }
    std::optional<Symmetry> found = Tables(network, places, sorts, orbits).make();
    if (found)
        found->refused = why_not;
    else
        why_not.emplace_back("an array is indexed by more than two identities");
    return found;
}

}  // namespace crowfly
