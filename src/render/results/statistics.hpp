// The statistics of a search, finished or running.
#pragma once

#include <string>

#include "base/profile.hpp"
#include "render/json.hpp"
#include "search/settings/samples.hpp"

namespace crowfly {

std::string grouped(std::size_t number);   // "9999", "40 536"
std::string mebibytes(std::size_t bytes);  // "4.2 MiB"
std::string seconds(double seconds);       // "0.31 s"

// The most memory that the process had. Tables reserve more than they fill: what was never touched does not count.
// Where the system does not tell, what the search knows of.
std::size_t peak_of(const Statistics& statistics);

// "explored 40 536, stored 25 080, 0.31 s (0.02 s for the trace), 4.2 MiB".
std::string statistics_line(const Statistics& statistics);
Json statistics_json(const Statistics& statistics);
Json samples_json(const std::vector<Sample>& samples);  // seconds, explored, waiting, best estimate, depth of each

// "profile of 412 samples: successors 31 %, zones 22 %, covering 30 %, table 12 %, heuristic 0 %, other 5 %".
std::string profile_line(const Profile& profile);
Json profile_json(const Profile& profile);  // the shares, from 0 to 1

// A running search.
struct Progress {
    std::size_t query = 1;    // number of the query
    std::size_t queries = 1;  // number of queries
    double elapsed = 0;       // seconds
    double rate = 0;          // states explored per second, recently
    Statistics statistics;
};

std::string progress_line(const Progress& progress);
std::string progress_json(const Progress& progress);  // one line

}  // namespace crowfly
