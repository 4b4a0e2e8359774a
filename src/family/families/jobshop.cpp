// Job shops: every job is a sequence of operations, each on a machine for so long, and a machine does one at a time.
// When all can be done at the earliest is what --fastest asks for. Instances are read in the format in which they are
// public: the numbers of jobs and machines, then of every job its machines, from 0 on, and durations in turn.
#include <fmt/format.h>

#include "family/numbers.hpp"
#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

constexpr std::int64_t most_jobs = 200, most_machines = 200, longest_operation = 1'000'000;

// An operation waits for its machine, and then takes as long as it takes.
std::string job_text(std::size_t job, Numbers& numbers, std::int64_t machines) {
    std::string states, edges;
    for (std::int64_t k = 1; k <= machines; ++k) {
        const std::int64_t machine = numbers.whole(fmt::format("a machine of job {}", job), 0, machines - 1);
        const std::int64_t duration = numbers.whole(fmt::format("a duration of job {}", job), 0, longest_operation);
        const std::string next = k == machines ? "done" : fmt::format("waits{}", k + 1);
        states += fmt::format("waits{0}, works{0} {{ x <= {1} }}, ", k, duration);
        edges += fmt::format("        waits{0} -> works{0} {{ guard !busy[{1}]; assign busy[{1}] = true, x = 0; }},\n",
                             k, machine);
        edges += fmt::format("        works{} -> {} {{ guard x == {}; assign busy[{}] = false; }}{}\n", k, next,
                             duration, machine, k == machines ? ";" : ",");
    }
    return fmt::format("\nprocess Job{}() {{\n    clock x;\n    state {}done;\n    init waits1;\n    trans\n{}}}\n",
                       job, states, edges);
}

std::string write_jobshop(const FamilyArguments& arguments, std::string& problem) {
    Numbers numbers(arguments.text("FILE"), problem);
    const auto jobs = static_cast<std::size_t>(numbers.whole("the number of jobs", 1, most_jobs));
    const std::int64_t machines = numbers.whole("the number of machines", 1, most_machines);
    std::string text =
        fmt::format("// A job shop with {} jobs and {} machines.\nbool busy[{}];  // which machines are\n", jobs,
                    machines, machines);
    std::vector<Member> members;
    std::vector<std::string> done;
    for (std::size_t job = 1; job <= jobs && problem.empty(); ++job) {
        text += job_text(job, numbers, machines);
        members.push_back({fmt::format("J{}", job), fmt::format("Job{}()", job)});
        done.push_back(fmt::format("J{}.done", job));
    }
    if (problem.empty() && !numbers.is_at_end()) problem = "the file goes on after the last job";
    if (!problem.empty()) return "";
    return text + system_text(members) + query_text("All jobs are done.", done, true);
}

const Registered<FamilyPlugin> registered_jobshop(
    families(), family("jobshop", "jobs that need machines one after the other, from a file: how soon can all be done?",
                       "the public instances: ft, la, abz, orb, ta",
                       {{.name = "FILE",
                         .text = "an instance: jobs, machines, then machine and duration of every operation",
                         .kind = FamilyParameter::Kind::file}},
                       write_jobshop));

}  // namespace
}  // namespace crowfly
