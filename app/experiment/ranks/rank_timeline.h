// What the ranks of a program did, on one clock: calls, launches, messages from one to another, and who waited for whom. All times
// were measured; that a rank waits follows from when the other one came.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiment/file/program_ranks.h"

namespace warpwise {

struct RankLaunch {
    std::string kernel;
    int line = 0;
    double begin_s = 0, end_s = 0;
};

// Between host and GPU, where it was timed.
struct RankCopy {
    std::string kind;  // "host_to_device"
    std::uint64_t bytes = 0;
    double begin_s = 0, end_s = 0;
};

struct RankMessage {
    int from = 0, to = 0, tag = -1;
    std::size_t send = 0, receive = 0;  // index among the calls of the two ranks
    std::uint64_t bytes = 0;
    double sent_s = 0, received_s = 0;  // the send's begin, the end of the receive or of the wait for it
};

// A message of a rank that goes on beside what the rank does: from the call that starts it to the end of the one that waits for it.
struct RankFlight {
    std::size_t call = 0, wait = 0;  // index among the rank's calls
    double begin_s = 0, end_s = 0;
};

// A part of a call in which nothing could go on before another rank did something.
struct RankPause {
    int rank = 0, waits_for = MpiCall::kUnknown;
    std::size_t call = 0;
    double begin_s = 0, end_s = 0;
    bool is_for_ever = false;
};

struct RankTimeline {
    struct Row {
        std::vector<MpiCall> calls;  // of MPI and NCCL, without MPI_Init
        std::vector<RankLaunch> launches;
        std::vector<RankCopy> copies;
        std::vector<RankFlight> flights;
        // Parts of launches in which a message of this rank was under way. On a GPU also one of NCCL, which has a stream.
        std::vector<std::pair<double, double>> overlaps;
        double overlap_s() const;
        std::size_t messages = 0;
        std::uint64_t bytes_sent = 0;
        std::size_t collective_calls = 0;
    };
    std::vector<Row> rows;  // by rank; times from the moment at which the first rank was ready
    std::vector<RankMessage> messages;
    std::vector<RankPause> pauses;
    double length_s = 0;
    // Between MPI_Pcontrol(1) and MPI_Pcontrol(0), from the first rank's begin to the last one's end: of each time that the program
    // does its work. Of several, the timeline is the last one.
    std::vector<double> rounds_s;
    bool is_stuck() const;
    const RankPause* pause_of(int rank, std::size_t call) const;
};

// Of what the calls and launches of each row say.
void find_flights(RankTimeline&);
RankTimeline timeline_of(const std::vector<ProgramReport>&);

// For expressions: the names of job_value_names() (lesson/jobs.h).
std::map<std::string, double> values_of(const RankTimeline&);

// "MPI_Send to rank 1, 4,096 bytes (line 12)".
std::string text_of(const MpiCall&);
// One sentence on the whole: messages, bytes, and who waited the longest.
std::string summary_of(const RankTimeline&);
// Rows of characters, and the messages in their order.
std::string text_of(const RankTimeline&, std::size_t columns = 72);
nlohmann::json to_json(const RankTimeline&);

}  // namespace warpwise
