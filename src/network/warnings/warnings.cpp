#include "network/warnings/warnings.hpp"

namespace crowfly {
namespace {

bool is_name_character(char c) {
    const auto u = static_cast<unsigned char>(c);
    return (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || c == '_' || c == '$' ||
           c == '#';
}

}  // namespace

void QueryWords::add(std::string_view query) {
    for (std::size_t begin = 0; begin < query.size();) {
        std::size_t end = begin;
        while (end < query.size() && is_name_character(query[end])) ++end;
        if (end > begin) words_.emplace(query.substr(begin, end - begin));
        any_ |= end > begin;
        begin = end + 1;
    }
}

void warn_about(const Network& network, const QueryWords& queries, Diagnostics& diagnostics) {
    warn_about_synchronisations(network, diagnostics);
    warn_about_locations(network, diagnostics);
    warn_about_guards(network, diagnostics);
    warn_about_clocks(network, queries, diagnostics);
}

}  // namespace crowfly
