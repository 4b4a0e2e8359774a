// One of several workers, as the others know it: its number, the messages that it sends, and the checkpoints that they
// write together.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/workers/ranks.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

class TeamMember {
protected:
    TeamMember(Transport& transport, const SearchOptions& options) : transport_(transport), options_(options) {}

    std::uint32_t number() const { return static_cast<std::uint32_t>(transport_.self()); }
    bool is_leader() const { return transport_.self() == 0; }
    bool is_alone() const { return transport_.size() == 1; }

    void send(std::size_t to, Message::Kind kind, std::vector<std::uint32_t> words = {}) {
        transport_.send(to, {kind, number(), std::move(words)});
    }
    void send_to_others(Message::Kind kind, const std::vector<std::uint32_t>& words = {}) {
        for (std::size_t to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self()) send(to, kind, words);
        }
    }

    // Of ranks only, and where they are asked for.
    RankFiles* files() const { return options_.ranks == nullptr ? nullptr : options_.ranks->files.get(); }
    bool saves() const { return files() != nullptr && files()->saves(); }
    bool resumes() const { return files() != nullptr && files()->resumed(); }
    std::uint32_t run_number() const { return resumes() ? files()->resumed()->runs + 1 : 0; }

    Transport& transport_;
    const SearchOptions& options_;
};

}  // namespace crowfly
