#include "property/premise.hpp"

#include <deque>

#include "property/compile.hpp"

namespace crowfly {
namespace {

using model::Expr;

// Finds p and closes it with `exists` for each `forall` around it.
class PremiseFinder {
public:
    // Null: there is no premise.
    const Expr* find(const Expr& expr) {
        if (expr.kind == Expr::Kind::quantifier && expr.quantifier == Quantifier::forall) return below_forall(expr);
        if (expr.kind != Expr::Kind::binary || expr.op != Op::imply) return nullptr;
        span = expr.operands.front()->span;
        return expr.operands.front();
    }

    Span span;
    std::vector<std::string> indices;

private:
    const Expr* below_forall(const Expr& expr) {
        indices.push_back(expr.symbol->name);
        const Expr* inner = find(*expr.operands.front());
        if (inner == nullptr) return nullptr;
        Expr& exists = exprs_.emplace_back(expr);
        exists.quantifier = Quantifier::exists;
        exists.operands = {inner};
        return &exists;
    }

    std::deque<Expr> exprs_;
};

}  // namespace

std::optional<Premise> compile_premise(const Compiler& compiler, const model::Query& query) {
    PremiseFinder finder;
    const Expr* premise = nullptr;
    if (query.kind == QueryKind::always_globally) premise = finder.find(*query.first);
    if (query.kind == QueryKind::leads_to) premise = query.first;
    if (premise == nullptr) return std::nullopt;
    model::Query reached;
    reached.kind = QueryKind::exists_eventually;
    reached.first = premise;
    reached.span = query.span;
    Diagnostics ignored;  // the query as a whole reports the same
    std::optional<Property> property = compile_property(compiler, reached, ignored);
    if (!property) return std::nullopt;
    return Premise{std::move(*property), query.kind == QueryKind::leads_to ? premise->span : finder.span,
                   std::move(finder.indices)};
}

}  // namespace crowfly
