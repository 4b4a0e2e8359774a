// Fischer's mutual exclusion protocol: a process that wants to enter writes its id within 2 time units, and then waits
// until all other writes must be over. Waiting at least 2 instead of more than 2 time units lets two processes in. The
// two variants of Hoffmann et al. differ in the query: B names two of the processes, A has an observer that counts the
// processes in the critical section.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

// The variants: how long to wait, and whether there is an observer.
std::string contender(bool broken, bool observed) {
    return fmt::format(R"(
process Contender(const int[1, N] me) {{
    clock x;
    state idle, req {{ x <= 2 }}, wait, cs;
    init idle;
    trans
        idle -> req {{ guard id == 0; assign x = 0; }},
        req -> wait {{ guard x <= 2; assign id = me, x = 0; }},
        wait -> cs {{ guard id == me && x {} 2; {}}},
        wait -> req {{ guard id == 0; assign x = 0; }},
        cs -> idle {{ {}assign id = 0; }};
}}
)",
                       broken ? ">=" : ">", observed ? "sync enter!; " : "", observed ? "sync leave!; " : "");
}

constexpr const char* observer = R"(
process Observer() {
    state none, one, both;
    init none;
    trans
        none -> one { sync enter?; },
        one -> both { sync enter?; },
        one -> none { sync leave?; };
}
)";

std::string write_fischer(const FamilyArguments& arguments, std::string&) {
    const std::size_t size = arguments.number("N");
    const bool broken = arguments.has("--broken"), observed = arguments.text("--variant") == "A";
    std::string text = fmt::format("// Fischer's mutual exclusion of {} processes{}.\n", size,
                                   broken ? " that do not wait long enough" : "");
    text += fmt::format("const int N = {};\nint[0, N] id = 0;  // who is next; 0: anybody\n", size);
    if (observed) text += "chan enter, leave;\n";
    text += contender(broken, observed);
    std::vector<Member> members = numbered_members("P", "Contender", 1, size);
    if (observed) {
        text += observer;
        members.push_back({"Obs", "Observer()"});
    }
    const std::vector<std::string> error =
        observed ? std::vector<std::string>{"Obs.both"} : std::vector<std::string>{"P1.cs", "P2.cs"};
    return text + system_text(members) + query_text("Two are in the critical section.", error, broken);
}

const Registered<FamilyPlugin> registered_fischer(
    families(),
    family("fischer", "mutual exclusion by time: a process waits until nobody else can still claim the turn",
           "Wehrle (F), Hoffmann et al. (FA, FB)",
           {{.name = "N", .text = "the number of processes", .least = 2, .most = 500},
            {.name = "--broken",
             .text = "wait at least 2 time units instead of more than 2, so that two get in",
             .kind = FamilyParameter::Kind::flag},
            {.name = "--variant",
             .text = "how the error is asked for: A by an observer, B by naming two processes",
             .kind = FamilyParameter::Kind::choice,
             .choices = {"A", "B"},
             .otherwise = "B"}},
           write_fischer));

}  // namespace
}  // namespace crowfly
