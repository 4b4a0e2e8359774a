// Input nobody would write ends in messages, in little time and memory.
#include "tck.hpp"

using namespace crowfly;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

}  // namespace

TEST_CASE("deep nesting is refused") {
    constexpr std::size_t deep = 100'000;
    CHECK(said_of_guard(repeated("(", deep) + "1" + repeated(")", deep)).starts_with("E005"));
    CHECK(said_of_guard(repeated("!", deep) + "i").starts_with("E005"));
    CHECK(said_of_guard(repeated("-", deep) + "i==0").starts_with("E005"));
    CHECK(said_of_guard(repeated("l[", deep) + "0" + repeated("]", deep) + "==0").starts_with("E005"));
    CHECK(said_of_guard("i" + repeated("*i", deep) + "==0").starts_with("E005"));
    CHECK(said_of_updates(repeated("if 1 then ", deep) + "nop" + repeated(" end", deep)).starts_with("E005"));
    CHECK(said_of_updates(repeated("local a; nop;", 10) + "nop").starts_with("E010"));
    std::string locals;
    for (int i = 0; i < 10'000; ++i) locals += "local v" + std::to_string(i) + "; i=1; ";
    CHECK(said_of_updates(locals).starts_with("E005"));
}

TEST_CASE("long is not deep") {
    CHECK(said_of_guard("i" + repeated("+i", 100'000) + "==0").empty());
    CHECK(said_of_guard("i" + repeated("-i", 100'000) + "==0").empty());
    CHECK(said_of_guard("i==0" + repeated(" && x<5", 20'000)) == "");
    CHECK(said_of_updates(repeated("i=1;", 20'000)) == "");
    CHECK(said_of_updates("local a" + repeated("; nop", 20'000)) == "");
    std::string locals;
    for (int i = 0; i < 5'000; ++i) locals += "local v" + std::to_string(i) + " = 1; ";
    CHECK(said_of_updates(locals + "i=1") == "");
}

TEST_CASE("huge numbers and arrays are refused, not made") {
    const std::string rest = "process:P\nlocation:P:a{initial:}\n";
    CHECK(said_of("system:s\nint:2147483647:0:1:0:i\n" + rest).starts_with("E046"));
    CHECK(said_of("system:s\nclock:2147483647:x\n" + rest).starts_with("E046"));
    CHECK(said_of("system:s\nint:1:-2147483648:2147483647:2147483647:i\n" + rest) == "");
    CHECK(said_of("system:s\nint:1:0:2147483648:0:i\n" + rest) == "E004 at 2:9");
    CHECK(said_of_updates("local a[2000000000]").starts_with("E046"));
    CHECK(said_of_updates("local a[65536*65536*65536*65536]").starts_with("E04"));
    CHECK(said_of_updates("local a[4000000]; if 1 then local b[4000000]; nop end").starts_with("E046"));
}

TEST_CASE("many starts are refused, many weak parts are not") {
    std::string starts = "system:s\n";
    std::string weak = "system:s\nevent:e\n";
    std::string sync = "sync";
    for (int i = 0; i < 100; ++i) {
        const std::string name = "P" + std::to_string(i);
        starts += "process:" + name + "\nlocation:" + name + ":a{initial:}\nlocation:" + name + ":b{initial:}\n";
        weak += "process:" + name + "\nlocation:" + name + ":a{initial:}\nlocation:" + name + ":b\nedge:" + name +
                ":a:b:e\n";
        sync += ":" + name + "@e?";
    }
    CHECK(said_of(starts).starts_with("E049"));
    TckModel model(weak + sync + "\n");
    CHECK(model.reachable("P0.b && P99.b"));
    CHECK(model.result.statistics.explored == 1);
}

TEST_CASE("bytes that are no text, and text that stops anywhere, are only reported") {
    const std::string text =
        one_edge("", "provided: 1<=x<5 && l[i]==1 : do: local a = 1; if a then i=a else x=y[0]+1 end", "sync:P@e\n");
    REQUIRE(said_of(text) == "");
    for (std::size_t i = 0; i < text.size(); ++i) {
        const TckModel cut(text.substr(0, i));
        std::string changed = text;
        changed[i] = static_cast<char>(i * 37);
        const TckModel damaged(changed);
        CHECK(cut.diagnostics.errors() + damaged.diagnostics.errors() < 100);
    }
    CHECK(said_of(std::string("system:s\0\xFF\n{}}{::\n", 17)) != "");
}

TEST_CASE("shifting clocks without end does not overflow") {
    TckModel model(
        "system:s\nevent:e\nclock:1:x\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{labels:l}\nedge:P:a:a:e{do:" +
        repeated("x=x+100000000;", 40) + "}\nedge:P:a:a:e{do:x=x+200000000}\nedge:P:a:b:e{provided: x>=5 && x<7}\n");
    CHECK(model.reaches_labels("l"));
    CHECK_FALSE(model.reachable("false"));
}
