#include "model/uppaal/check/scope.hpp"

#include <algorithm>

namespace crowfly::uppaal {

const Entity* Scope::declare(const std::string& name, Entity entity) {
    const auto [at, added] = entities_.try_emplace(name, entity);
    return added ? nullptr : &at->second;
}

Entity* Scope::find_here(const std::string& name) {
    const auto at = entities_.find(name);
    return at == entities_.end() ? nullptr : &at->second;
}

Entity* Scope::find(const std::string& name) {
    for (Scope* scope = this; scope != nullptr; scope = scope->outer_) {
        if (Entity* entity = scope->find_here(name)) return entity;
    }
    return nullptr;
}

std::vector<std::string> Scope::names(const std::function<bool(const Entity&)>& wanted) const {
    std::vector<std::string> found;
    for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
        for (const auto& [name, entity] : scope->entities_) {
            if (wanted(entity)) found.push_back(name);
        }
    }
    std::sort(found.begin(), found.end());  // so that the hint does not depend on the order of the table
    return found;
}

std::vector<Scope::Unused> Scope::unused() const {
    std::vector<Unused> found;
    for (const auto& [name, entity] : entities_) {
        if (entity.matters_unused && !entity.used) found.push_back({&name, &entity});
    }
    std::sort(found.begin(), found.end(),
              [](const Unused& a, const Unused& b) { return a.entity->span.begin < b.entity->span.begin; });
    return found;
}

}  // namespace crowfly::uppaal
