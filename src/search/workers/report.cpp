#include "search/workers/report.hpp"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/alarm.hpp"
#include "base/files/archive.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "search/workers/path_backward.hpp"
#include "zone/bound.hpp"

namespace crowfly {
namespace {

void write_stop(const Stop& stop, ArchiveWriter& to) {
    to.number(static_cast<std::uint8_t>(stop.kind));
    to.number(static_cast<std::uint8_t>(stop.part));
    to.number(static_cast<std::uint8_t>(stop.fault.kind));
    for (const std::int32_t number : {stop.fault.value, stop.fault.least, stop.fault.greatest, stop.obstacle})
        to.number(number);
    to.number(static_cast<std::uint32_t>(stop.fault.span.file));
    for (const std::uint32_t number : {stop.fault.span.begin, stop.fault.span.end, stop.location}) to.number(number);
    to.number(stop.edge);
    to.number(stop.process);
    to.list(stop.edges);
}

void read_stop(Stop& stop, ArchiveReader& from) {
    stop.kind = static_cast<Stop::Kind>(from.number<std::uint8_t>());
    stop.part = static_cast<Stop::Part>(from.number<std::uint8_t>());
    stop.fault.kind = static_cast<FaultKind>(from.number<std::uint8_t>());
    for (std::int32_t* number : {&stop.fault.value, &stop.fault.least, &stop.fault.greatest, &stop.obstacle})
        *number = from.number<std::int32_t>();
    stop.fault.span.file = static_cast<FileId>(from.number<std::uint32_t>());
    for (std::uint32_t* number : {&stop.fault.span.begin, &stop.fault.span.end, &stop.location})
        *number = from.number<std::uint32_t>();
    stop.edge = from.number<EdgeIndex>();
    stop.process = from.number<ProcessIndex>();
    stop.edges = from.list<EdgeIndex>();
}

std::vector<std::size_t*> counts_of(WorkerResult& result) {
    return {&result.statistics.explored,
            &result.statistics.generated,
            &result.statistics.pruned,
            &result.statistics.heuristic_evaluations,
            &result.held.stored,
            &result.held.discrete,
            &result.held.waiting,
            &result.held.bytes,
            &result.sent,
            &result.messages,
            &result.sent_bytes};
}

// How the work of some ranks ended, if not with a result.
struct Failure {
    bool is_out_of_range = false;
    std::string bug;  // what was thrown; "": nothing
};

std::vector<std::uint32_t> words_of(WorkerResult result, const Failure& failure) {
    ArchiveWriter to;
    to.number(failure.is_out_of_range);
    to.text(failure.bug);
    for (const std::size_t* count : counts_of(result)) to.number(std::uint64_t{*count});
    to.number(result.cut);
    to.number(result.statistics.depth.value_or(0));
    to.number(result.statistics.best_estimate.value_or(dead_end));
    to.text(result.unfinished);
    write_stop(result.stop, to);
    std::vector<std::uint32_t> words(1 + (to.bytes().size() + 3) / sizeof(std::uint32_t));
    words[0] = static_cast<std::uint32_t>(to.bytes().size());
    std::memcpy(words.data() + 1, to.bytes().data(), to.bytes().size());
    return words;
}

WorkerResult result_of(const std::vector<std::uint32_t>& words, std::size_t rank, Failure& failure) {
    ArchiveReader from({reinterpret_cast<const char*>(words.data() + 1), words[0]});
    WorkerResult result;
    failure.is_out_of_range = from.truth() || failure.is_out_of_range;
    if (const std::string_view bug = from.text(); !bug.empty()) failure.bug = fmt::format("rank {}: {}", rank, bug);
    for (std::size_t* count : counts_of(result)) *count = from.number<std::uint64_t>();
    result.cut = from.truth();
    result.statistics.depth = from.number<std::uint32_t>();
    if (const auto best = from.number<Estimate>(); best != dead_end) result.statistics.best_estimate = best;
    result.unfinished = from.text();
    read_stop(result.stop, from);
    return result;
}

// Of one who may not have come as far as to search: nobody shall wait for it. To hear that twice does no harm.
void take_leave(Transport& transport) {
    if (transport.self() != 0) {
        transport.send(0, {Message::Kind::failed});
        return;
    }
    for (std::size_t to = 1; to < transport.size(); ++to) {
        transport.send(to, {Message::Kind::over, 0, {static_cast<std::uint32_t>(-1), no_node, 0}});
        transport.send(to, {Message::Kind::finished});
    }
}

// This rank searches no more, and has no states: a path that leads to it is not found.
void decline_path(Cluster& ranks, Message& message) {
    const bool holds_goal = message.kind == Message::Kind::over && message.words[0] == ranks.self();
    bool is_lost = holds_goal || message.kind == Message::Kind::path;
    if (message.kind == Message::Kind::locate) is_lost = ask_next_worker(ranks, std::move(message.words)).has_value();
    if (is_lost) ranks.send(0, {Message::Kind::complete, static_cast<std::uint32_t>(ranks.self()), {}});
}

// The next message of this kind, from the leader; what else comes is of the search that is over. False: it has left.
bool await(Cluster& ranks, Message::Kind kind, Message& message) {
    while (true) {
        if (ranks.receive(message)) {
            if (message.kind == kind) return true;
            decline_path(ranks, message);
        } else if (ranks.has_left(0)) {
            return false;
        } else {
            ranks.wait();
        }
    }
}

// Of the leader: the results of all others. One that has left gives none.
void await_reports(Cluster& ranks, std::vector<WorkerResult>& all, Failure& failure) {
    std::vector<bool> has_reported(ranks.size(), false);
    const auto is_awaited = [&](std::size_t rank) { return !has_reported[rank] && !ranks.has_left(rank); };
    const auto hear = [&](const Message& report) {
        has_reported[report.from] = true;
        all[report.from] = result_of(report.words, report.from, failure);
    };
    for (const Message& report : std::exchange(ranks.early_reports, {})) hear(report);
    Message message;
    for (std::size_t rank = 1; rank < ranks.size();) {
        if (!is_awaited(rank))
            ++rank;
        else if (!ranks.receive(message))
            ranks.wait();
        else if (message.kind == Message::Kind::report)
            hear(message);
    }
    for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
        if (!has_reported[rank]) all[rank].unfinished = fmt::format("rank {} ended before the search did", rank);
    }
}

}  // namespace

std::vector<WorkerResult> report_to_leader(Cluster& ranks, const std::function<WorkerResult()>& work) {
    WorkerResult own;
    Failure failure;
    try {
        end_at_limits(own.unfinished, [&] { own = work(); });
    } catch (const zone::OutOfRange&) {
        failure.is_out_of_range = true;
    } catch (const UnfitCheckpoint& unfit) {
        own.unfinished = unfit.where().empty()
                             ? fmt::format("the checkpoint {}", unfit.what())
                             : fmt::format("`{}`, a part of the checkpoint, {}", unfit.where(), unfit.what());
    } catch (const std::exception& bug) {
        failure.bug = bug.what();
    }
    if (!own.unfinished.empty() || failure.is_out_of_range || !failure.bug.empty()) take_leave(ranks);
    std::vector<WorkerResult> all;
    Message message;
    if (ranks.self() != 0) {
        ranks.send(0, {Message::Kind::report, 0, words_of(std::move(own), failure)});
        failure.is_out_of_range = await(ranks, Message::Kind::agreed, message) && message.words[0] != 0;
    } else {
        all.resize(ranks.size());
        all[0] = std::move(own);
        await_reports(ranks, all, failure);
        for (std::size_t to = 1; to < ranks.size(); ++to)
            ranks.send(to, {Message::Kind::agreed, 0, {failure.is_out_of_range ? 1U : 0U}});
    }
    if (!failure.bug.empty()) throw std::runtime_error(failure.bug);
    if (failure.is_out_of_range) throw zone::OutOfRange();
    return all;
}

}  // namespace crowfly
