#include "symbolic/diagrams/bdd.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <functional>
#include <limits>
#include <set>
#include <thread>
#include <unordered_set>

#include <fmt/format.h>

#include "symbolic/alarm_watch.hpp"
#include "symbolic/diagrams/diagram_library.hpp"

#include <bdd.h>

// Its interface for C is used: its classes for C++, which replace some names, know nothing of limits.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_makeset
#undef bdd_anodecount

// Where operations keep what must not be collected as garbage. BuDDy's headers for others do not show it.
extern "C" int* bddrefstack;

namespace crowfly::symbolic {
namespace {

constexpr const char* node_limit_reason = "node limit";

// A node of BuDDy's table, and its share of the caches.
constexpr std::size_t bytes_per_node = 20 + 20;

constexpr int late_signal = SIGUSR2;
constexpr std::int64_t longest_growth = 4000;  // milliseconds

constexpr int spare_variables = 64;
constexpr int large_table = 6'000'000;  // nodes
constexpr int least_free = 40;          // percent after a collection, else a large table grows

std::mutex table_mutex;

// What the hooks know of the operation that is going on.
struct Going {
    std::jmp_buf end;
    volatile std::sig_atomic_t inside = 0;
    volatile std::sig_atomic_t steady = 0;    // no memory is being allocated: the table does not grow
    std::atomic<std::int64_t> collected = 0;  // when garbage was last collected, in milliseconds
    const char* failed = nullptr;
    std::size_t peak = 0;
    std::size_t collections = 0;
};
Going going;

const char* reason_for(int error) {
    if (error == BDD_MEMORY) return memory_limit_reason;
    return error == BDD_NODENUM ? node_limit_reason : bdd_errstring(error);
}

void fail(int error) {
    if (going.failed == nullptr) going.failed = reason_for(error);
    if (going.inside) std::longjmp(going.end, 1);
}

void end_if_late() {
    const Alarm* alarm = Alarm::of_this_thread();
    if (alarm == nullptr || !alarm->rings() || going.inside == 0) return;
    going.failed = time_limit_reason;
    std::longjmp(going.end, 1);
}

// An operation may take very long without making a node. Then the watch sends this signal to its thread. What the
// operation leaves behind is freed with the table, and not used before.
void end_by_signal(int) {
    if (going.inside == 0 || going.steady == 0) return;
    going.failed = time_limit_reason;
    std::longjmp(going.end, 1);
}

std::int64_t milliseconds() {
    using namespace std::chrono;
    return duration_cast<std::chrono::milliseconds>(steady_clock::now().time_since_epoch()).count();
}

// Called before and after garbage is collected, which is often enough to end an operation that takes long. An operation
// that was left in the middle leaves nothing behind but nodes that the next collection frees.
void collecting(int before, bddGbcStat*) {
    going.steady = 0;
    going.collected = milliseconds();
    going.peak = std::max(going.peak, static_cast<std::size_t>(bdd_getnodenum()));
    end_if_late();
    if (before != 0) return;
    ++going.collections;
    // Collecting garbage forgets all results that are cached. So the table grows each time, until it is large.
    if (bdd_getallocnum() >= large_table) bdd_setminfreenodes(least_free);
}

// An operation may count an entry of this stack as used before it sets it. If garbage is collected in between, whatever
// the memory held before is taken for a node. So it is cleared each time BuDDy has allocated it.
void clear_stack() { std::fill_n(bddrefstack, 2 * bdd_varnum() + 4, 0); }

// Otherwise BuDDy tells it on standard output.
void grown(int, int) {}

[[noreturn]] void raise() {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, late_signal);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    poll();
    throw LimitReached(going.failed == nullptr ? node_limit_reason : going.failed);
}

// No object with a destructor may be made between setjmp() and the end of the operation: they are all in here.
template <class Calculation>
std::int32_t guarded(Calculation calculate) {
    if (going.failed != nullptr) raise();
    volatile std::int32_t result = 0;
    if (setjmp(going.end) == 0) {
        going.steady = 1;
        going.inside = 1;
        result = calculate();
    }
    going.inside = 0;
    if (going.failed != nullptr) raise();
    return result;
}

}  // namespace

Bdd::Bdd(std::int32_t id) : id_(bdd_addref(id)) {}
Bdd::Bdd(const Bdd& other) : id_(bdd_addref(other.id_)) {}
Bdd& Bdd::operator=(const Bdd& other) {
    bdd_addref(other.id_);
    bdd_delref(std::exchange(id_, other.id_));
    return *this;
}
Bdd::~Bdd() {
    if (id_ > 1 && bdd_isrunning() != 0) bdd_delref(id_);
}

Bdd operator&(const Bdd& a, const Bdd& b) {
    return Bdd(guarded([x = a.id_, y = b.id_] { return bdd_apply(x, y, bddop_and); }));
}
Bdd operator|(const Bdd& a, const Bdd& b) {
    return Bdd(guarded([x = a.id_, y = b.id_] { return bdd_apply(x, y, bddop_or); }));
}
Bdd operator^(const Bdd& a, const Bdd& b) {
    return Bdd(guarded([x = a.id_, y = b.id_] { return bdd_apply(x, y, bddop_xor); }));
}
Bdd operator-(const Bdd& a, const Bdd& b) {
    return Bdd(guarded([x = a.id_, y = b.id_] { return bdd_apply(x, y, bddop_diff); }));
}
Bdd operator!(const Bdd& a) {
    return Bdd(guarded([x = a.id_] { return bdd_not(x); }));
}
Bdd choice(const Bdd& condition, const Bdd& then, const Bdd& otherwise) {
    return Bdd(guarded([c = condition.id_, t = then.id_, o = otherwise.id_] { return bdd_ite(c, t, o); }));
}
Bdd exists(const Bdd& set, const Bdd& variables) {
    return Bdd(guarded([s = set.id_, v = variables.id_] { return bdd_exist(s, v); }));
}
Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables) {
    return Bdd(guarded([x = a.id_, y = b.id_, v = variables.id_] { return bdd_appex(x, y, bddop_and, v); }));
}
Bdd simplified(const Bdd& set, const Bdd& care) {
    if (care.is_false()) return {};
    return Bdd(guarded([s = set.id_, c = care.id_] { return bdd_simplify(s, c); }));
}
Bdd cofactor(const Bdd& function, const Bdd& literals) {
    return Bdd(guarded([f = function.id_, l = literals.id_] { return bdd_restrict(f, l); }));
}
Bdd one_of(const Bdd& set, const Bdd& variables) {
    return Bdd(guarded([s = set.id_, v = variables.id_] { return bdd_satoneset(s, v, 0); }));
}

BddNode node_of(std::int32_t id) { return {bdd_var(id), bdd_low(id), bdd_high(id)}; }

std::size_t nodes_of(const Bdd& set) { return static_cast<std::size_t>(bdd_nodecount(set.id())); }

std::size_t nodes_of(std::span<const Bdd> sets) {
    std::vector<BDD> ids;
    for (const Bdd& set : sets) ids.push_back(set.id());
    return ids.empty() ? 0 : static_cast<std::size_t>(bdd_anodecount(ids.data(), static_cast<int>(ids.size())));
}

// BuDDy's own function for this uses freed memory in the second table that a program makes.
std::vector<VariableNumber> support_of(const Bdd& function) {
    std::unordered_set<BDD> seen;
    std::set<VariableNumber> variables;
    std::vector<BDD> waiting{function.id()};
    while (!waiting.empty()) {
        const BDD at = waiting.back();
        waiting.pop_back();
        if (at <= 1 || !seen.insert(at).second) continue;
        variables.insert(bdd_var(at));
        waiting.push_back(bdd_low(at));
        waiting.push_back(bdd_high(at));
    }
    return {variables.begin(), variables.end()};
}

double assignments_of(const Bdd& set, const Bdd& variables) { return bdd_satcountset(set.id(), variables.id()); }

Renaming::Renaming(std::span<const std::pair<VariableNumber, VariableNumber>> pairs) {
    bddPair* made = bdd_newpair();
    if (made == nullptr) throw LimitReached(memory_limit_reason);
    for (const auto& [from, to] : pairs) bdd_setpair(made, from, to);
    pairs_ = made;
}
Renaming::~Renaming() {
    if (pairs_ != nullptr && bdd_isrunning() != 0) bdd_freepair(static_cast<bddPair*>(pairs_));
}
Bdd renamed(const Bdd& set, const Renaming& renaming) {
    return Bdd(guarded([s = set.id_, p = static_cast<bddPair*>(renaming.pairs_)] { return bdd_replace(s, p); }));
}

// ---- The table ------------------------------------------------------------------------------------------------------

Diagrams::Diagrams(std::size_t variables, const Limits& limits) : only_(table_mutex, std::defer_lock) {
    using namespace std::chrono_literals;
    while (!only_.try_lock()) {
        poll();
        std::this_thread::sleep_for(10ms);
    }
    going.failed = nullptr;
    going.inside = 0;
    going.peak = going.collections = 0;
    std::size_t most = limits.nodes == 0 ? std::numeric_limits<int>::max() / 2 : limits.nodes;
    if (limits.bytes != 0) most = std::min(most, limits.bytes / bytes_per_node);
    most = std::max<std::size_t>(most, 2 * (variables + spare_variables) + 100);
    used_ = static_cast<VariableNumber>(variables);
    // Many questions are small, and a table takes time to be made.
    const std::size_t few = std::clamp<std::size_t>(500 * variables, 10'000, 200'000);
    const auto first = static_cast<int>(std::min(most, few));
    bdd_init(first, std::max(first / 4, 5'000));
    bdd_error_hook(fail);
    bdd_gbc_hook(collecting);
    bdd_resize_hook(grown);
    bdd_setmaxnodenum(std::max(static_cast<int>(most), bdd_getallocnum() + 1));
    bdd_setmaxincrease(4'000'000);
    bdd_setminfreenodes(100);
    bdd_setcacheratio(4);
    bdd_setvarnum(static_cast<int>(variables) + spare_variables);
    clear_stack();
    std::signal(late_signal, end_by_signal);
    if (const Alarm* alarm = Alarm::of_this_thread()) watch_ = std::jthread(watch, pthread_self(), std::cref(*alarm));
}

Diagrams::~Diagrams() {
    if (watch_.joinable()) {
        watch_.request_stop();
        watch_.join();
    }
    bdd_done();
}

// Looks now and then whether the time is up.
void Diagrams::watch(std::stop_token stop, pthread_t owner, const Alarm& alarm) {
    act_while_ringing(stop, alarm, [&] {
        if (going.inside == 0) return;
        // By now a table that had to grow has grown.
        if (milliseconds() - going.collected > longest_growth) going.steady = 1;
        pthread_kill(owner, late_signal);
    });
}

// BuDDy must not collect garbage while it adds variables, when its stack has just been allocated.
VariableNumber Diagrams::add_variable() {
    constexpr int needed = 2 * spare_variables;
    if (used_ == bdd_varnum()) {
        if (bdd_getallocnum() - bdd_getnodenum() <= needed) guarded([] { return bdd_gbc(), 0; });
        if (bdd_getallocnum() - bdd_getnodenum() <= needed) throw LimitReached(node_limit_reason);
        bdd_extvarnum(spare_variables);
        clear_stack();
    }
    return used_++;
}

Bdd Diagrams::literal(VariableNumber variable, bool value) {
    return Bdd(value ? bdd_ithvar(variable) : bdd_nithvar(variable));
}

Bdd Diagrams::variables(std::span<const VariableNumber> variables) {
    std::vector<VariableNumber> sorted(variables.begin(), variables.end());
    if (sorted.empty()) return all();
    return Bdd(guarded([&] { return bdd_makeset(sorted.data(), static_cast<int>(sorted.size())); }));
}

std::vector<std::pair<VariableNumber, bool>> Diagrams::values_of(const Bdd& cube) {
    std::vector<std::pair<VariableNumber, bool>> result;
    for (BDD at = cube.id(); at > 1;) {
        const bool value = bdd_low(at) == 0;
        result.emplace_back(bdd_var(at), value);
        at = value ? bdd_high(at) : bdd_low(at);
    }
    return result;
}

void Diagrams::sift(std::span<const std::pair<VariableNumber, VariableNumber>> pairs) {
    bdd_clrvarblocks();
    for (const auto& [first, second] : pairs) bdd_intaddvarblock(first, second, BDD_REORDER_FIXED);
    // BuDDy cannot end a reordering halfway: where the table may not grow it writes behind its end. So the limit is
    // looked at afterwards.
    const int most = bdd_setmaxnodenum(0);
    bdd_reorder(BDD_REORDER_SIFT);
    if (most != 0 && bdd_getallocnum() >= most && going.failed == nullptr) going.failed = node_limit_reason;
    if (going.failed == nullptr) bdd_setmaxnodenum(most);
    poll();
    if (going.failed != nullptr) raise();
}

int Diagrams::place_of(VariableNumber variable) { return bdd_var2level(variable); }

Diagrams::Use Diagrams::use() const {
    const auto nodes = static_cast<std::size_t>(bdd_getnodenum());
    bddStat statistics{};
    bdd_stats(&statistics);
    return {nodes, std::max(nodes, going.peak), going.collections,
            static_cast<std::size_t>(bdd_getallocnum()) * bytes_per_node,
            static_cast<std::size_t>(statistics.cachesize)};
}

std::string diagram_library() {
    const int version = bdd_versionnum();  // 24: release 2.4
    return fmt::format("BuDDy {}.{}", version / 10, version % 10);
}

}  // namespace crowfly::symbolic
