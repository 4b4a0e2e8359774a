// Law: whatever an expression is, compiled code computes what a direct evaluation of the same text computes, or both
// fail. The expressions are random; so is the split between constants (folded by the compiler) and variables (read when
// run).
#include <optional>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "network/machine.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Sample {
    std::string text;
    std::optional<std::int64_t> value;  // nothing: evaluating it is a fault
};

constexpr std::int64_t lowest = INT32_MIN;
constexpr std::int64_t highest = INT32_MAX;

std::optional<std::int64_t> checked(std::int64_t v) {
    return v < lowest || v > highest ? std::nullopt : std::optional(v);
}

class Generator {
public:
    Generator(std::uint64_t seed, const std::vector<std::int32_t>& values) : rng_(seed), values_(values) {}

    Sample make(int depth) {
        if (depth == 0 || rng_.below(6) == 0) return leaf();
        switch (rng_.below(4)) {
            case 0: return logical(make(depth - 1), make(depth - 1));
            case 1: return choice(make(depth - 1), make(depth - 1), make(depth - 1));
            case 2: return compare(make(depth - 1), make(depth - 1));
            default: return arithmetic(make(depth - 1), make(depth - 1));
        }
    }

private:
    Sample leaf() {
        const auto i = rng_.below(values_.size());
        if (rng_.below(2) == 0) return {fmt::format("v{}", i), values_[i]};
        if (rng_.below(2) == 0) return {fmt::format("c{}", i), values_[i]};
        if (rng_.below(2) == 0) return {fmt::format("a[{}]", i), values_[i]};
        const auto number = static_cast<std::int32_t>(rng_.below(9)) - 4;
        return {fmt::format("({})", number), number};
    }

    static Sample arithmetic(const Sample& l, const Sample& r, std::size_t which) {
        static constexpr const char* names[] = {"+", "-", "*", "/", "%", "<?", ">?", "&", "|", "^", "<<", ">>"};
        Sample result{fmt::format("({} {} {})", l.text, names[which], r.text), std::nullopt};
        if (!l.value || !r.value) return result;
        const std::int64_t a = *l.value;
        const std::int64_t b = *r.value;
        switch (which) {
            case 0: result.value = checked(a + b); break;
            case 1: result.value = checked(a - b); break;
            case 2: result.value = checked(a * b); break;
            case 3:
                if (b != 0) result.value = checked(a / b);
                break;
            case 4:
                if (b != 0) result.value = checked(a % b);
                break;
            case 5: result.value = std::min(a, b); break;
            case 6: result.value = std::max(a, b); break;
            case 7: result.value = a & b; break;
            case 8: result.value = a | b; break;
            case 9: result.value = a ^ b; break;
            case 10:
                if (b >= 0 && b < 32) result.value = checked(a * (std::int64_t{1} << b));
                break;
            default:
                if (b >= 0 && b < 32) result.value = a >> b;
                break;
        }
        return result;
    }
    Sample arithmetic(const Sample& l, const Sample& r) { return arithmetic(l, r, rng_.below(12)); }

    Sample compare(const Sample& l, const Sample& r) {
        static constexpr const char* names[] = {"<", "<=", "==", "!=", ">=", ">"};
        const auto which = rng_.below(6);
        Sample result{fmt::format("({} {} {})", l.text, names[which], r.text), std::nullopt};
        if (!l.value || !r.value) return result;
        const bool table[] = {*l.value<*r.value, *l.value <= *r.value, *l.value == *r.value, *l.value != *r.value,
                                       *l.value >= *r.value, *l.value> *
                              r.value};
        result.value = table[which] ? 1 : 0;
        return result;
    }

    Sample logical(const Sample& l, const Sample& r) {
        static constexpr const char* names[] = {"&&", "||", "imply", "xor"};
        const auto which = rng_.below(4);
        Sample result{fmt::format("({} {} {})", l.text, names[which], r.text), std::nullopt};
        if (!l.value) return result;
        const bool a = *l.value != 0;
        const bool decided = (which == 0 && !a) || (which == 1 && a) || (which == 2 && !a);
        if (decided) {
            result.value = which == 0 ? 0 : 1;
        } else if (r.value) {
            const bool b = *r.value != 0;
            result.value = (which == 3 ? a != b : b) ? 1 : 0;
        }
        return result;
    }

    static Sample choice(const Sample& c, const Sample& l, const Sample& r) {
        Sample result{fmt::format("({} ? {} : {})", c.text, l.text, r.text), std::nullopt};
        if (c.value) result.value = *c.value != 0 ? l.value : r.value;
        return result;
    }

    Rng rng_;
    const std::vector<std::int32_t>& values_;
};

// Every expression becomes the guard `(e) == result` of an edge of its own, so that one model tests many.
std::string model_of(const std::vector<std::int32_t>& values, const std::vector<Sample>& samples) {
    std::string text = "int[-2147483648,2147483647] result;\n";
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("int v{0} = {1}; const int c{0} = {1};\n", i, values[i]);
        list += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
    }
    text += fmt::format("int a[{}] = {{ {} }};\nprocess P() {{ state A; init A; trans\n", values.size(), list);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        text += fmt::format("{}A -> A {{ assign result = {}; }}", i == 0 ? "" : ",\n", samples[i].text);
    }
    return text + ";\n}\nsystem P;\n";
}

}  // namespace

TEST_CASE("compiled expressions compute what direct evaluation computes") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Rng rng(seed * 7919);
        std::vector<std::int32_t> values;
        for (int i = 0; i < 5; ++i) values.push_back(static_cast<std::int32_t>(rng.below(13)) - 6);
        Generator generator(seed, values);
        std::vector<Sample> samples;
        for (int i = 0; i < 20; ++i) samples.push_back(generator.make(4));

        const Network network = network_of(model_of(values, samples));
        const std::vector<std::int32_t> initial = initial_slots(network);
        REQUIRE(network.edges.size() == samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            CAPTURE(samples[i].text);
            std::vector<std::int32_t> state = initial;
            Machine machine(network.code);
            machine.bind(state);
            const bool fine = machine.run(network.edges[i].update);
            REQUIRE(fine == samples[i].value.has_value());
            if (fine) REQUIRE(value_of(network, state, "result") == *samples[i].value);
        }
    }
}
