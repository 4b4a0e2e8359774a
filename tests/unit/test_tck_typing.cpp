// Names and sorts of .tck files: every mistake has its code and its place, and its nearest legal neighbour is accepted.
#include "tck.hpp"

using namespace crowfly;

TEST_CASE("a model starts with a system line and has processes with an initial location") {
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\n") == "");
    CHECK(said_of("^process:P\nlocation:P:a{initial:}\n") == "E040");
    CHECK(said_of("") == "E040 at 1:1");
    CHECK(said_of("^sync:P@e\n") == "E040, E012 at 1:6, E012 at 1:8, E041");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\n^system:t\n") == "E010");
    CHECK(said_of("^system:s\n") == "E041");
    CHECK(said_of("system:s\nprocess:^P\nlocation:P:a\n") == "E031");
    CHECK(said_of("system:s\nprocess:^P\n") == "E031");
}

TEST_CASE("names are declared once, before they are used") {
    const std::string rest = "process:P\nlocation:P:a{initial:}\n";
    CHECK(said_of("system:s\nclock:1:n\nint:1:0:1:0:^n\n" + rest) == "E010");
    CHECK(said_of("system:s\nevent:P\nprocess:^P\nprocess:Q\nlocation:Q:a{initial:}\n") == "E010");
    CHECK(said_of("system:s\n" + rest + "location:P:^a\n") == "E010");
    CHECK(said_of("system:s\n" + rest + "process:Q\nlocation:Q:a{initial:}\n") == "");
    CHECK(said_of("system:s\nlocation:^P:b\n" + rest) == "E012");
    CHECK(said_of("system:s\n" + rest + "event:e\nedge:P:a:^b:e\n") == "E012");
    CHECK(said_of("system:s\n" + rest + "event:e\nedge:P:a:a:^f\n") == "E012");
    CHECK(said_of("system:s\n" + rest + "event:e\nedge:P:a:a:^P\n") == "E013");
    CHECK(said_of("system:s\n" + rest + "event:e\nsync:^Q@e\n") == "E012");
    CHECK(said_of("system:s\n" + rest + "event:e\nsync:P@e:^P@e\n") == "E023");
    const TckModel later("system:s\nlocation:P:b\n" + rest);
    CHECK(later.diagnostics.all().front().hint.find("declared below") != std::string::npos);
}

TEST_CASE("sizes and ranges must make sense") {
    const std::string rest = "process:P\nlocation:P:a{initial:}\n";
    CHECK(said_of("system:s\nclock:^0:x\n" + rest) == "E046");
    CHECK(said_of("system:s\nint:1:^3:2:2:i\n" + rest) == "E047");
    CHECK(said_of("system:s\nint:1:0:3:^4:i\n" + rest) == "E048");
    CHECK(said_of("system:s\nint:2:-3:-1:-2:i\n" + rest) == "");
}

TEST_CASE("clocks can be compared with numbers, alone or as a difference, and not read otherwise") {
    CHECK(said_of_guard("^x<y[0]") == "E013");
    CHECK(said_of_guard("x-y[0]<0") == "");
    CHECK(said_of_guard("^x!=3") == "E021");
    CHECK(said_of_guard("^!(x<3)") == "E021");
    CHECK(said_of_guard("^x") == "E013");
    CHECK(said_of_guard("^x+1<3") == "E013");
    CHECK(said_of_guard("^x*2<3") == "E013");
    CHECK(said_of_guard("i==0 && ^x") == "E013");
    CHECK(said_of_guard("x<(if ^x<1 then 1 else 2)") == "E078");
    CHECK(said_of_guard("l[^x]==1") == "E078");
    CHECK(said_of_updates("i=^x") == "E078");
    CHECK(said_of_updates("if ^x<1 then i=1 end") == "E078");
    CHECK(said_of_updates("x=^x-y[0]") == "E013");
    CHECK(said_of_updates("x=^y[0]-1") == "E013");
}

TEST_CASE("values are numbers, and arrays are indexed") {
    CHECK(said_of_guard("^n==0") == "E012");
    CHECK(said_of_guard("^l==0") == "E013");
    CHECK(said_of_guard("^i[0]==0") == "E019");
    CHECK(said_of_guard("^P==0") == "E013");
    CHECK(said_of_guard("^(i==0)+1==1") == "E013");
    CHECK(said_of_updates("i=^(i==0)") == "E013");
    CHECK(said_of_updates("^l=0") == "E013");
    CHECK(said_of_updates("local a[^i]") == "E044");
    CHECK(said_of_updates("local a[^0]") == "E046");
    CHECK(said_of_updates("local a; local ^a") == "E010");
    CHECK(said_of_updates("local a; if 1 then local a; a = 1 end; a = 2") == "");
    CHECK(said_of_updates("if 1 then local a; a = 1 end; ^a = 2") == "E012");
}

TEST_CASE("an edge with a weak event has no guard") {
    const std::string other = "process:Q\nlocation:Q:a{initial:}\nedge:Q:a:a:e\n";
    CHECK(said_of(one_edge("", "provided:^i==0", other + "sync:Q@e:P@e?\n")) == "E023");
    CHECK(said_of(one_edge("", "provided:", other + "sync:Q@e:P@e?\n")) == "");
    CHECK(said_of(one_edge("", "provided:i==0", other + "sync:Q@e?:P@e\n")) == "");
    const std::string others = other + "process:R\nlocation:R:a{initial:}\nedge:R:a:a:e\n";
    CHECK(said_of(one_edge("", "provided:^i==0", others + "sync:Q@e:P@e?\nsync:R@e:P@e\n")) == "E023");
    CHECK(said_of(one_edge("", "provided:^i==0", others + "sync:R@e:P@e\nsync:Q@e:P@e?\n")) == "E023");
}

TEST_CASE("attributes nobody knows are only warned about") {
    const TckModel model("system:s{made: by hand}\nprocess:P\nlocation:P:a{initial: : ^invarient: x<}\n");
    CHECK(model.said() == "");
    CHECK(model.said(Severity::warning) == "W018 at 1:10, W018");
    CHECK(model.diagnostics.all().back().hint.find("invariant") != std::string::npos);
}

TEST_CASE("one mistake does not hide the others") {
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial: : invariant: u<1}\nlocation:P:b{invariant: "
                  "v<}\nnoise\nedge:P:a:c:e\n") ==
          "E003 at 5:1, E012 at 6:10, E012 at 6:12, E012 at 3:36, E003 at 4:26");
}
