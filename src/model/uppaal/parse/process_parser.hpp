// One `process P(…) { … }` of an XTA file.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

class ProcessParser {
public:
    explicit ProcessParser(Parser& parser) : p_(parser) {}

    // From the word `process` to its closing brace.
    Template run();

private:
    using Flag = bool Location::*;

    // `commit a;` may come before `state a;`, so names are resolved when all are known.
    struct Mention {
        std::string name;
        Span span;
        Flag flag;
    };

    void head();
    void body();
    void item();
    bool at_next_item();
    bool at_section();
    void section();
    template <typename Item>
    void list(Item item, std::string_view where);
    void location();
    void location_labels(Location& location);
    void branchpoint();
    void mention(Flag flag);
    void initial();
    void edge();
    void edge_labels(Edge& edge);
    bool at_label();
    void edge_label(Edge& edge);
    std::string_view label_content(Edge& edge, std::string_view word);
    Label label(std::string_view kind, std::uint32_t begin);
    void describe(Span region, std::string_view suffix);

    void resolve();
    Location* find_location(const std::string& name);
    bool is_known(const std::string& name) const { return places_.count(name) != 0; }
    void report_unknown(const std::string& name, Span span);

    Parser& p_;
    Template result_;
    std::unordered_map<std::string, std::size_t> places_;  // index of a location, or `no_location` for a branchpoint
    std::vector<Mention> mentions_;
    std::unordered_set<std::string> unknown_;  // reported once each
    bool incomplete_ = false;                  // some locations could not be read: then unknown ones are no news
};

}  // namespace crowfly::uppaal
