// The syntax tree of a .tck file: lines of the form `keyword:field:field{attributes}`, with expressions and statements
// inside attributes. Names are not resolved.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/messages/source.hpp"
#include "model/operators.hpp"

namespace crowfly::tck {

// ---- Lines ----------------------------------------------------------------------------------------------------------

struct Word {
    std::string text;
    Span span;
};

// One process of a `sync` line: `P@e`, or `P@e?` if it is weak.
struct Part {
    Word process, event;
    bool weak = false;
    Span span;
};

struct Attribute {
    Word key;
    Span value;  // trimmed; may be empty
};

struct Declaration {
    enum class Kind : std::uint8_t { system, clock, integer, process, event, location, edge, sync };

    Kind kind{};
    std::vector<Word> fields;
    std::vector<std::int32_t> numbers;  // the fields that are numbers, in order
    std::vector<Part> parts;            // sync
    std::vector<Attribute> attributes;
    Span span;  // all of it
};

struct Document {
    FileId file{};
    std::vector<Declaration> declarations;  // those that could be parsed
};

// ---- Attributes -----------------------------------------------------------------------------------------------------

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Expr {
    enum class Kind : std::uint8_t {
        number,       // number
        name,         // name
        index,        // name; operands: index
        negation,     // -x
        inversion,    // !x
        binary,       // op; operands: left, right. Arithmetic and comparisons
        chain,        // a < b < c: op, second; operands: a, b, c
        conjunction,  // operands: any number
        conditional,  // operands: condition, then, otherwise
    };

    Kind kind{};
    Op op{};
    Op second{};
    std::int32_t number = 0;
    std::string name;
    std::vector<ExprPtr> operands;
    std::uint32_t depth = 1;
    Span span;
};

struct Statement {
    enum class Kind : std::uint8_t { assign, nothing, local, if_, while_ };

    Kind kind{};
    Word name;       // local
    ExprPtr size;    // local: of an array
    ExprPtr target;  // assign
    ExprPtr value;   // assign, local: null if it has none; the condition of if_ and while_
    std::vector<Statement> body, otherwise;
    Span span;
};

}  // namespace crowfly::tck
