#include <doctest/doctest.h>

#include "base/messages/diagnostic.hpp"

using namespace crowfly;

TEST_CASE("the nearest name is offered, a distant one is not") {
    const std::vector<std::string> names{"Train", "Gate", "train_count", "x"};
    CHECK(did_you_mean("Trian", names) == "did you mean `Train`?");
    CHECK(did_you_mean("train", names) == "did you mean `Train`?");
    CHECK(did_you_mean("Gat", names) == "did you mean `Gate`?");
    CHECK(did_you_mean("train_cuont", names) == "did you mean `train_count`?");
    CHECK(did_you_mean("Bridge", names).empty());
    CHECK(did_you_mean("Train", {"Train"}).empty());
    CHECK(did_you_mean("anything", {}).empty());
    // One slip in three letters, not more: `cos` is no misspelt `foo`.
    CHECK(did_you_mean("foo", {"cos"}).empty());
    CHECK(did_you_mean("cso", {"cos"}) == "did you mean `cos`?");
    CHECK(did_you_mean("y", {"x"}).empty());
    CHECK(did_you_mean("X", {"x"}) == "did you mean `x`?");
    CHECK(did_you_mean("go", {"gp"}).empty());
    CHECK(did_you_mean("go", {"go1"}) == "did you mean `go1`?");
    CHECK(did_you_mean("gaurd", {"invariant", "guard"}) == "did you mean `guard`?");
    // The nearest, and of those the first.
    CHECK(did_you_mean("sendd", {"sender", "send"}) == "did you mean `send`?");
    CHECK(did_you_mean("sen1", {"sen2", "sen3"}) == "did you mean `sen2`?");
}

TEST_CASE("past the limit errors are counted, not kept") {
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < Diagnostics::limit + 50; ++i) diagnostics.add(Code::syntax_error, {}, "no");
    CHECK(diagnostics.all().size() == Diagnostics::limit);
    CHECK(diagnostics.errors() == Diagnostics::limit + 50);
    CHECK(diagnostics.suppressed() == 50);
}

TEST_CASE("warnings never hide an error, nor does handing diagnostics on") {
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < Diagnostics::limit + 50; ++i) diagnostics.add(Code::no_effect, {}, "hm");
    diagnostics.add(Code::syntax_error, {}, "no");
    CHECK(diagnostics.has_errors());
    CHECK(diagnostics.all().back().message == "no");
    for (std::size_t i = 0; i < Diagnostics::limit + 50; ++i) diagnostics.add(Code::syntax_error, {}, "no");
    Diagnostics whole;
    whole.append(diagnostics);
    CHECK(whole.errors() == diagnostics.errors());
    CHECK(whole.suppressed() == diagnostics.suppressed());
}

TEST_CASE("positions count characters, not bytes, and lines lose their breaks") {
    Sources sources;
    const FileId file = sources.add("f", "ab\r\n\xC3\xA9x\nlast");
    CHECK(sources.position(file, 0).column == 1);
    CHECK(sources.position(file, 6).line == 2);
    CHECK(sources.position(file, 6).column == 2);  // behind é, which has two bytes
    CHECK(sources.line(file, 1) == "ab");
    CHECK(sources.line(file, 3) == "last");
    CHECK(sources.line(file, 4).empty());
    CHECK(sources.position(file, 1000).line == 3);
}

TEST_CASE("the innermost described region names the element") {
    Sources sources;
    const FileId file = sources.add("f", std::string(100, ' '));
    sources.describe({file, 0, 100}, "template P");
    sources.describe({file, 10, 20}, "template P, edge A -> B, guard");
    CHECK(sources.element({file, 12, 14}) == "template P, edge A -> B, guard");
    CHECK(sources.element({file, 15, 25}) == "template P");
}

TEST_CASE("a fragment maps its text to the file") {
    Fragment fragment;
    fragment.text = "x < 5 && y";  // from `x &lt; 5 &amp;&amp; y` at byte 40
    fragment.pieces = {{0, 40}, {3, 46}, {7, 54}, {8, 59}};
    CHECK(fragment.origin(0) == 40);
    CHECK(fragment.origin(2) == 42);
    CHECK(fragment.origin(4) == 47);
    CHECK(fragment.origin(9) == 60);
}
