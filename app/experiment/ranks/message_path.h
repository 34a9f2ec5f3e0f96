// The messages of a job that one rank after the other has to wait for, in any number of ranks: counted from the job's stages,
// without running it.
#pragma once

#include "base/error.h"
#include "experiment/ranks/rank_link.h"
#include "lesson/lesson.h"

namespace warpwise {

// The longest chain: no two of its messages are on their way at the same time.
struct MessagePath {
    double messages = 0, bytes = 0;
    double seconds(const RankLink& link) const { return messages * link.latency_s() + bytes / link.bytes_per_s(); }
};

// A rank sends and receives one message at a time, and a send does not wait for its receive. A collective call of p ranks counts
// as ceil(log2 p) messages, as in a tree; those of a gather have the bytes of p - 1 ranks together. `values` name `ranks`. An Error
// where the ranks would wait for ever.
Result<MessagePath> message_path(const Lesson&, const RankJob&, const ParameterValues& values, const RankLink&);

}  // namespace warpwise
