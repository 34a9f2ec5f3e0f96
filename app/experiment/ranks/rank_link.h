// How fast two ranks exchange a message: measured by ping-pong, by the same mpirun and on the same path as the messages of a job.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "experiment/file/program_ranks.h"
#include "experiment/ranks/job_gpus.h"

namespace warpwise {

// Each time is the median, after warm-up, of half a round trip between ranks 0 and 1.
struct RankLink {
    struct Sample {
        std::int64_t bytes = 0;
        double seconds = 0;
        int round_trips = 0;
    };
    Sample small, large;
    std::string path;  // ", from GPU to GPU by NCCL 2.28.3"; empty: between processes, by MPI
    double latency_s() const { return small.seconds; }
    double bytes_per_s() const { return static_cast<double>(large.bytes) / large.seconds; }
    double message_s(double bytes) const { return latency_s() + bytes / bytes_per_s(); }
};

// Between two hosts where there are two. `gpus`, of two ranks of a job: from the memory of one GPU to that of the other, as the
// job's messages go. An Error without MPI, and where the ranks printed no times.
Result<RankLink> measure_link(const std::stop_token& stop = {}, RankPlaces = {}, const JobGpus& gpus = {});
// The program that does it.
std::string ping_pong_text(JobTarget::Path);
// Of what rank 0 printed, which stands behind "[rank 0] ".
Result<RankLink> link_in_output(const std::string& output);

// "A message between two ranks, measured by ping-pong: latency 2.1 µs (8 bytes, ...), bandwidth 6.5 GB/s (4 MiB, ...)."
std::string text_of(const RankLink&);
nlohmann::json to_json(const RankLink&);

}  // namespace warpwise
