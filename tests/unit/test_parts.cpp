// Saving, loading and counting bytes by one description of the members: what was saved is loaded, whatever ends too
// early is refused, and bytes grow with what an object holds.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/chunked.hpp"
#include "base/files/archive.hpp"
#include "base/files/parts.hpp"

using namespace crowfly;

namespace {

template <class T>
std::string saved(const T& object) {
    ArchiveWriter to;
    save(object, to);
    return to.bytes();
}

template <class T>
T loaded(const std::string& bytes) {
    T object{};
    ArchiveReader from(bytes);
    load(object, from);
    from.demand_end();
    return object;
}

// No beginning of what was saved is accepted, nor anything behind it.
template <class T>
void check_only_whole(const std::string& bytes) {
    for (std::size_t length = 0; length < bytes.size(); ++length)
        CHECK_THROWS_AS(loaded<T>(bytes.substr(0, length)), DamagedArchive);
    CHECK_THROWS_AS(loaded<T>(bytes + "x"), DamagedArchive);
}

template <class T>
void check_round_trip(const T& object) {
    const std::string bytes = saved(object);
    CHECK(loaded<T>(bytes) == object);
    check_only_whole<T>(bytes);
}

enum class Colour : std::uint8_t { red, green };

struct Point {
    std::int32_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const Point&, const Point&) = default;
    void parts(auto& each) { each(x, y); }
};

struct Named {
    std::string name;
    std::vector<Point> points;

    friend bool operator==(const Named&, const Named&) = default;
    void parts(auto& each) { each(name, points); }
};

// Numbers with their sum, and a list that belongs to another one.
struct Sums {
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> sums = {};  // of the first, the first two, and so on
    std::vector<std::uint32_t> borrowed = {};

    void parts(auto& each) {
        each(numbers);
        each.derived(sums);
        each.uncounted(borrowed);
    }
    void loaded() {
        ArchiveReader::demand(!numbers.empty(), "has no numbers");
        std::partial_sum(numbers.begin(), numbers.end(), std::back_inserter(sums));
    }
};

struct Square {
    std::uint32_t side = 0;

    void save(ArchiveWriter& to) const { to.number(static_cast<std::uint8_t>(side)); }
    void load(ArchiveReader& from) { side = from.number<std::uint8_t>(); }
    std::size_t bytes() const { return std::size_t{side} * side; }
};

struct Growing {
    std::vector<std::uint32_t> numbers = std::vector<std::uint32_t>(10);

    void parts(auto& each) { each.derived(numbers); }
    std::size_t bytes_after_growth() const { return 1000; }
};

// Bytes that are known, beside those of members.
struct Table {
    std::size_t elsewhere = 0;
    std::vector<Growing> columns = {};
    std::optional<Growing> last = {};

    void parts(auto& each) {
        each.known(elsewhere);
        each.derived(columns, last);
    }
};

template <class Row>
Row row_of(std::size_t size) {
    Row row;
    for (std::size_t i = 0; i < size; ++i) row.push_back(static_cast<typename Row::value_type>(i % 3));
    return row;
}

}  // namespace

TEST_CASE("numbers and texts are loaded as they were saved") {
    check_round_trip(std::uint8_t{200});
    check_round_trip(std::int64_t{-5});
    check_round_trip(true);
    check_round_trip(0.1);
    check_round_trip(Colour::green);
    check_round_trip(std::string("ten\0bytes!", 10));
    CHECK(saved(Colour::green).size() == 1);
    CHECK_THROWS_AS(loaded<bool>("\2"), DamagedArchive);
}

TEST_CASE("containers are loaded as they were saved") {
    check_round_trip(std::vector<std::uint32_t>{1, 2, 1U << 31U});
    check_round_trip(std::vector<std::string>{"a", "", "bc"});
    check_round_trip(std::vector<std::vector<std::int32_t>>{{1}, {}, {-2, 3}});
    check_round_trip(std::deque<std::int64_t>{4, 5});
    check_round_trip(std::array<std::uint16_t, 3>{7, 8, 9});
    check_round_trip(std::pair(Colour::green, std::string("leaf")));
    check_round_trip(std::optional<std::string>());
    check_round_trip(std::optional<std::string>("there"));
    check_round_trip(std::set<std::string>{"b", "a"});
    check_round_trip(std::map<std::string, std::vector<std::uint32_t>>{{"one", {1}}, {"none", {}}});
    check_round_trip(std::unordered_map<std::uint32_t, Point>{{1, {2, 3}}, {4, {5, 6}}});
    for (const std::size_t size : {0, 1, 63, 64, 65, 200}) check_round_trip(row_of<std::vector<bool>>(size));
}

TEST_CASE("a list longer than what is left is refused before it takes memory") {
    const std::string length = saved(~std::uint64_t{0} / 2);
    CHECK_THROWS_AS(loaded<std::vector<std::string>>(length), DamagedArchive);
    CHECK_THROWS_AS(loaded<std::vector<std::uint32_t>>(length), DamagedArchive);
    CHECK_THROWS_AS(loaded<std::vector<bool>>(length), DamagedArchive);
    CHECK_THROWS_AS((loaded<std::map<std::uint32_t, std::uint32_t>>(length)), DamagedArchive);
}

TEST_CASE("a chunked row is loaded as it was saved") {
    const auto numbers = row_of<Chunked<std::uint16_t>>(10'000);
    const auto back = loaded<Chunked<std::uint16_t>>(saved(numbers));
    REQUIRE(back.size() == numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(back[i] == numbers[i]);
}

TEST_CASE("described types are loaded as they were saved, also within containers") {
    check_round_trip(Point{-1, 2});
    check_round_trip(Named{"line", {{1, 2}, {3, 4}}});
    check_round_trip(std::vector<Named>{{"none", {}}, {"one", {{5, 6}}}});
    check_round_trip(std::map<std::string, Named>{{"a", {"b", {{7, 8}}}}});
    CHECK(saved(Point{1, 2}).size() == sizeof(std::int32_t) + sizeof(std::int64_t));
}

TEST_CASE("what is behind a pointer is saved, and loaded into what the owner has made") {
    const auto point = std::make_unique<Point>(Point{1, 2});
    CHECK(saved(point) == saved(*point));
    auto back = std::make_unique<Point>();
    const std::string bytes = saved(point);
    ArchiveReader from(bytes);
    load(back, from);
    CHECK(*back == *point);
    CHECK(saved(std::unique_ptr<Point>()).empty());
}

TEST_CASE("what is loaded replaces what was there") {
    const std::string bytes = saved(Named{"new", {{1, 2}}});
    Named named{"old", {{3, 4}, {5, 6}}};
    ArchiveReader from(bytes);
    load(named, from);
    CHECK(named == Named{"new", {{1, 2}}});
}

TEST_CASE("derived members are computed after loading, and others are borrowed") {
    const Sums sums{{1, 2, 3}, {1, 3, 6}, {9}};
    const std::string bytes = saved(sums);
    CHECK(bytes == saved(sums.numbers) + saved(sums.borrowed));
    const Sums back = loaded<Sums>(bytes);
    CHECK(back.numbers == sums.numbers);
    CHECK(back.sums == sums.sums);
    CHECK(back.borrowed == sums.borrowed);
    check_only_whole<Sums>(bytes);
    CHECK_THROWS_AS(loaded<Sums>(saved(Sums{{}})), DamagedArchive);
    CHECK(bytes_of(sums) == 3 * sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t));
}

TEST_CASE("a type may save and count itself") {
    CHECK(saved(Square{5}).size() == 1);
    CHECK(loaded<Square>(saved(Square{5})).side == 5);
    CHECK(bytes_of(Square{5}) == 25);
    CHECK(bytes_of(std::pair(Square{1}, Square{2})) == 5);
}

TEST_CASE("bytes are those that an object has besides itself, with the room for further elements") {
    CHECK(bytes_of(1) == 0);
    CHECK(bytes_of(Point{1, 2}) == 0);
    CHECK(bytes_of(std::array<Point, 3>{}) == 0);
    std::vector<std::uint64_t> numbers(5);
    numbers.reserve(100);
    CHECK(bytes_of(numbers) == 100 * sizeof(std::uint64_t));
    CHECK(bytes_of(std::vector<Named>(2)) >= 2 * sizeof(Named));
    CHECK(bytes_of(std::vector<std::pair<int, char>>(4)) == 4 * sizeof(std::pair<int, char>));
    CHECK(bytes_of(row_of<std::vector<bool>>(800)) >= 100);
    CHECK(bytes_of(row_of<Chunked<std::uint32_t>>(10'000)) >= 10'000 * sizeof(std::uint32_t));
    CHECK(bytes_of(std::vector<const Point*>(3)) == 3 * sizeof(void*));
    const std::variant<std::vector<std::uint8_t>, std::vector<std::uint32_t>> wide(std::vector<std::uint32_t>(7));
    CHECK(bytes_of(wide) == 7 * sizeof(std::uint32_t));
}

TEST_CASE("bytes grow with what is inside") {
    const std::vector<std::uint32_t> few(10), many(1000);
    const std::size_t more = (many.size() - few.size()) * sizeof(std::uint32_t);
    const auto grows = [&](const auto& with_few, const auto& with_many) {
        CHECK(bytes_of(with_many) == bytes_of(with_few) + more);
    };
    using List = std::vector<std::uint32_t>;
    grows(std::vector<List>{few}, std::vector<List>{many});
    grows(std::deque<List>{few}, std::deque<List>{many});
    grows(std::array<List, 1>{few}, std::array<List, 1>{many});
    grows(std::optional(few), std::optional(many));
    grows(std::pair(1, few), std::pair(1, many));
    grows(std::make_unique<List>(few), std::make_unique<List>(many));
    grows(std::map<int, List>{{1, few}}, std::map<int, List>{{1, many}});
    grows(std::unordered_map<int, List>{{1, few}}, std::unordered_map<int, List>{{1, many}});
    grows(Sums{few}, Sums{many});
    grows(std::vector<Sums>{{few}}, std::vector<Sums>{{many}});
    CHECK(bytes_of(std::unique_ptr<List>()) == 0);
    CHECK(bytes_of(std::set<int>{1, 2}) > bytes_of(std::set<int>{1}));
}

TEST_CASE("bytes after growth are those of the parts that know them, and the bytes of the others") {
    const Growing growing;
    CHECK(bytes_of(growing) == 40);
    CHECK(bytes_after_growth_of(growing) == 1000);
    Table table{70, {}, growing};
    CHECK(bytes_of(table) == 70 + 40);
    CHECK(bytes_after_growth_of(table) == 70 + 1000);
    table.columns.assign(2, growing);
    CHECK(bytes_of(table) == 70 + 40 + 2 * (sizeof(Growing) + 40));
    CHECK(bytes_after_growth_of(table) == 70 + 1000 + 2 * (sizeof(Growing) + 1000));
    CHECK(bytes_after_growth_of(std::vector<std::uint32_t>(3)) == 12);
    CHECK(saved(table).empty());
}
