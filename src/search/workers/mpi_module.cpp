// Messages between the ranks of an MPI program. Built as a module of its own, see ranks.hpp; where there is no MPI it
// is not built, and looks empty to those who read all sources.
#if __has_include(<mpi.h>)
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "search/workers/ranks.hpp"

namespace crowfly {
namespace {

// Messages of a search have its number for their tag; a rank may be one search ahead of another.
constexpr int tally_tag = 1;
constexpr int first_search = 2;
constexpr int searches_until_numbers_repeat = 10000;

class MpiCluster final : public Cluster {
public:
    MpiCluster() {
        // Where there are more ranks than processors Open MPI gives the processor away whenever somebody looks for
        // messages and there are none. A rank with states to expand looks often, and one without waits by itself.
        setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &self_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        tallies_.resize(static_cast<std::size_t>(size_));
        have_left_.resize(static_cast<std::size_t>(size_));
        sending_.resize(static_cast<std::size_t>(size_));
    }

    // A message is only on its way when its receiver asks for it. So all receive what is left until all have sent all.
    ~MpiCluster() override {
        for (int to = self_ == 0 ? 1 : 0; to < (self_ == 0 ? size_ : 1); ++to)
            send(static_cast<std::size_t>(to), {Message::Kind::goodbye});
        receive_until([&] {
            drop_sent();
            return std::ranges::all_of(sending_, [](const auto& to_one) { return to_one.empty(); });
        });
        MPI_Request all_are_here;
        MPI_Ibarrier(MPI_COMM_WORLD, &all_are_here);
        receive_until([&] {
            int are_here = 0;
            MPI_Test(&all_are_here, &are_here, MPI_STATUS_IGNORE);
            return are_here != 0;
        });
        MPI_Finalize();
    }

    std::size_t self() const override { return static_cast<std::size_t>(self_); }
    std::size_t size() const override { return static_cast<std::size_t>(size_); }

    void begin_search() override {
        search_ = (search_ + 1 - first_search) % searches_until_numbers_repeat + first_search;
        tallies_.assign(tallies_.size(), {});
    }

    void send(std::size_t to, Message message) override {
        message.words.push_back(static_cast<std::uint32_t>(message.kind));
        post(static_cast<int>(to), message.kind == Message::Kind::goodbye ? 0 : search_, std::move(message.words));
    }

    bool receive(Message& message) override {
        drop_sent();
        for (auto early = early_.begin(); early != early_.end(); ++early) {
            if (early->search != search_) continue;
            message = std::move(early->message);
            words_ -= message.words.size();
            early_.erase(early);
            return true;
        }
        int tag = 0;
        while (receive_any(message, tag)) {
            if (tag == tally_tag) {
                std::memcpy(static_cast<void*>(&tallies_[message.from]), message.words.data(), sizeof(Tally));
                continue;
            }
            message.kind = static_cast<Message::Kind>(message.words.back());
            message.words.pop_back();
            if (message.kind == Message::Kind::goodbye) have_left_[message.from] = true;
            if (tag == search_ || tag == 0) {
                backoff_.reset();
                return true;
            }
            if (!is_of_next_search(tag)) continue;
            words_ += message.words.size();
            early_.push_back({tag, std::move(message)});
        }
        return false;
    }

    void wait() override { backoff_.wait(); }
    std::size_t bytes() const override { return words_ * sizeof(std::uint32_t); }

    // The leader knows what all use, a moment later. Memory is each rank's own.
    Tally exchange(const Tally& own) override {
        constexpr std::chrono::milliseconds now_and_then(200);
        if (self_ != 0 && std::chrono::steady_clock::now() >= next_tally_) {
            next_tally_ = std::chrono::steady_clock::now() + now_and_then;
            std::vector<std::uint32_t> words((sizeof(Tally) + 3) / sizeof(std::uint32_t));
            std::memcpy(words.data(), &own, sizeof(Tally));
            post(0, tally_tag, std::move(words));
        }
        return others();
    }
    Tally others() const override {
        Tally others;
        for (std::size_t rank = 1; self_ == 0 && rank < tallies_.size(); ++rank) others += tallies_[rank];
        others.bytes_soon = 0;
        return others;
    }

    bool has_left(std::size_t rank) const override { return have_left_[rank]; }
    void abort(int code) override { MPI_Abort(MPI_COMM_WORLD, code); }

private:
    struct Sending {
        std::vector<std::uint32_t> words;
        MPI_Request request;
    };
    struct Early {
        int search;
        Message message;
    };

    bool is_of_next_search(int tag) const {
        return tag == (search_ + 1 - first_search) % searches_until_numbers_repeat + first_search;
    }

    template <class IsDone>
    void receive_until(const IsDone& is_done) {
        Message unread;
        int tag = 0;
        while (!is_done()) {
            if (!receive_any(unread, tag)) backoff_.wait();
        }
    }

    void post(int to, int tag, std::vector<std::uint32_t> words) {
        words_ += words.size();
        Sending& sending =
            sending_[static_cast<std::size_t>(to)].emplace_back(Sending{std::move(words), MPI_REQUEST_NULL});
        MPI_Isend(sending.words.data(), static_cast<int>(sending.words.size()), MPI_UINT32_T, to, tag, MPI_COMM_WORLD,
                  &sending.request);
    }

    // Messages to one rank are taken over in their order, by and large: of each queue only the first is looked at.
    void drop_sent() {
        for (std::deque<Sending>& to_one : sending_) {
            for (int is_sent = 1; is_sent != 0 && !to_one.empty();) {
                MPI_Test(&to_one.front().request, &is_sent, MPI_STATUS_IGNORE);
                if (is_sent == 0) break;
                words_ -= to_one.front().words.size();
                to_one.pop_front();
            }
        }
    }

    bool receive_any(Message& message, int& tag) {
        int is_there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
        if (is_there == 0) return false;
        int count = 0;
        MPI_Get_count(&status, MPI_UINT32_T, &count);
        message.words.resize(static_cast<std::size_t>(count));
        MPI_Recv(message.words.data(), count, MPI_UINT32_T, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        message.from = static_cast<std::uint32_t>(status.MPI_SOURCE);
        tag = status.MPI_TAG;
        return true;
    }

    int self_ = 0;
    int size_ = 1;
    int search_ = first_search;
    std::vector<std::deque<Sending>> sending_;  // per receiver, until MPI has taken it over
    std::list<Early> early_;
    std::size_t words_ = 0;       // in both
    std::vector<Tally> tallies_;  // of the leader: per rank
    std::vector<bool> have_left_;
    std::chrono::steady_clock::time_point next_tally_ = {};
    Backoff backoff_;
};

}  // namespace
}  // namespace crowfly

extern "C" {

crowfly::Cluster* crowfly_connect_ranks() { return new crowfly::MpiCluster(); }

// Of "Open MPI v4.1.4, package: Debian OpenMPI, …" the part before the comma.
const char* crowfly_module_version() {
    static const std::string version = [] {
        char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
        int length = 0;
        MPI_Get_library_version(text, &length);
        const std::string whole(text);
        return whole.substr(0, whole.find_first_of(",\n"));
    }();
    return version.c_str();
}
}
#endif
