// Any text, read as a file of queries and as a single query about a small model, ends in compiled queries or in
// diagnostics.
#include <cstddef>
#include <cstdint>

#include "model/uppaal/parse/parse.hpp"
#include "pipeline.hpp"

using namespace crowfly;

namespace {

// Something of everything a query can speak of; the seeds know these names.
constexpr const char* model_text = R"(
const int N = 3;
typedef int[0, N - 1] id_t;
typedef scalar[2] side_t;
typedef struct { int a; bool b[2]; } pair_t;
int i, j[id_t]; bool p; pair_t r; clock x, y, z[2]; chan c[id_t]; meta int m; double d;
int f(int n) { return n + i; }
bool g(side_t s) { return p; }
process Train(const id_t me) {
    clock w; int n;
    state Safe, Appr { w <= 20 }, Cross;
    commit Cross; init Safe;
    trans Safe -> Appr { sync c[me]!; assign w = 0, n++; }, Appr -> Cross, Cross -> Safe;
}
process Gate() {
    state Free, Occ; init Free;
    trans Free -> Occ { select e : id_t; sync c[e]?; };
}
process Side(side_t s) { state a; init a; }
system Train, Gate, Side;
)";

void ask(std::vector<uppaal::Query> queries) {
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("model", model_text);
    const uppaal::Document document = uppaal::read_document(file, sources, diagnostics);
    uppaal::Checker checker(document, diagnostics);
    Compiler compiler(checker.model(), diagnostics);
    if (diagnostics.has_errors()) fuzz::fail("the model is sound", diagnostics.all().back().message);
    fuzz::Journey::ask_all(checker, compiler, queries);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    Sources sources;
    Diagnostics diagnostics;
    uppaal::ParseContext context{sources, diagnostics};
    const Fragment fragment{sources.add("fuzz", text), text, {}};
    std::vector<uppaal::Query> queries = uppaal::parse_query_file(fragment, context);
    queries.push_back(uppaal::parse_query(fragment, context));
    ask(std::move(queries));
    return 0;
}
