// Scopes: what names mean. Scopes nest: built-ins, global declarations, the system section, then a template, a
// function, its blocks, and the binder of a select or quantifier. The innermost declaration is found first.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"
#include "model/uppaal/check/builtins.hpp"

namespace crowfly::uppaal {

struct Entity {
    enum class Kind : std::uint8_t {
        variable,  // symbol
        type,      // type
        function,  // function
        process,   // instance
        number,    // builtin
        math,      // builtin
    };

    Kind kind{};
    Span span;
    const model::Symbol* symbol = nullptr;
    const model::Type* type = nullptr;
    const model::Function* function = nullptr;
    const model::Instance* instance = nullptr;
    const Builtin* builtin = nullptr;
    bool used = false;
    bool matters_unused = false;  // whether an unused name is reported: not for parameters, binders and built-ins
};

class Scope {
public:
    enum class Level : std::uint8_t { builtin, global, system, process, function, binder };

    Scope(Level level, Scope* outer) : level_(level), outer_(outer) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    Level level() const { return level_; }
    Scope* outer() const { return outer_; }

    // Returns the entity that has the name already, or null after adding this one.
    const Entity* declare(const std::string& name, Entity entity);

    Entity* find_here(const std::string& name);
    Entity* find(const std::string& name);  // in this scope or an enclosing one

    // The visible names of entities of the wanted kinds: candidates for "did you mean".
    std::vector<std::string> names(const std::function<bool(const Entity&)>& wanted) const;

    struct Unused {
        const std::string* name;
        const Entity* entity;
    };
    std::vector<Unused> unused() const;  // of this scope alone, in the order of the text

private:
    Level level_;
    Scope* outer_;
    std::unordered_map<std::string, Entity> entities_;
};

}  // namespace crowfly::uppaal
