// Plug-ins declare themselves: a static object in the file of the plug-in adds it to the registry of its kind, and the
// command line, its help and `crowfly list` read nothing else. So adding one edits no list. The build must not drop
// files that nobody calls, which is why the core is an object library.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/plugins/options.hpp"

namespace crowfly {

struct Vocabulary;  // spec.hpp

struct Declaration {
    struct Note {
        std::string name, text;
    };
    // How many parts it is made of, and of which plug-ins; null: of others of its own kind.
    struct Parts {
        std::size_t least = 1;
        std::size_t most = std::numeric_limits<std::size_t>::max();
        Vocabulary (*vocabulary)() = nullptr;
    };

    std::string name;                        // as typed on the command line
    std::string description;                 // one line
    std::vector<PluginOption> options = {};  // in its parentheses, and those of the command line that it obeys
    std::vector<Note> properties = {};       // its guarantees: shortest, yes
    bool combines = false;                   // it is made of others, its parts: max(dL,hamming)
    Parts parts = {};
    std::vector<std::string> also_called = {};  // in the literature: A* for astar; messages and help know these names

    // One that is written in its parentheses; nullptr: there is none.
    const PluginOption* option(std::string_view called) const {
        const auto found = std::find_if(options.begin(), options.end(), [&](const PluginOption& o) {
            return o.name == called && o.kind != PluginOption::Kind::outer;
        });
        return found == options.end() ? nullptr : &*found;
    }

    bool has(std::string_view property) const {
        return std::any_of(properties.begin(), properties.end(),
                           [&](const Note& n) { return n.name == property && n.text == "yes"; });
    }
};

// `Plugin` is a Declaration with whatever its kind needs besides.
template <class Plugin>
class Registry {
public:
    void add(Plugin plugin) {
        assert(find(plugin.name) == nullptr);
        // Sorted, for nobody knows the order in which static objects of several files come to life.
        const auto place = std::lower_bound(all_.begin(), all_.end(), plugin,
                                            [](const Plugin& a, const Plugin& b) { return a.name < b.name; });
        all_.insert(place, std::move(plugin));
    }

    const std::vector<Plugin>& all() const { return all_; }

    const Plugin* find(std::string_view name) const {
        const auto found = std::find_if(all_.begin(), all_.end(), [&](const Plugin& p) { return p.name == name; });
        return found == all_.end() ? nullptr : &*found;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const Plugin& plugin : all_) result.push_back(plugin.name);
        return result;
    }

private:
    std::vector<Plugin> all_;
};

template <class Plugin>
struct Registered {
    Registered(Registry<Plugin>& registry, Plugin plugin) { registry.add(std::move(plugin)); }
};

}  // namespace crowfly
