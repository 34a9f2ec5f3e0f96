// What the view `ranks` and its figure say of a call and of a run.
#pragma once

#include <string>

#include "experiment/ranks/job_run.h"

namespace warpwise::ui {

enum class RankBar { kernel, copy, send, receive, exchange, collective, wait, finalize };
RankBar bar_of(const MpiCall&);
const char* label_of(RankBar);  // "send"

// "Rank 1: MPI_Recv from rank 0 (line 40), 0.31 ms. It waited 0.3 ms for rank 0."
std::string call_sentence(const RankTimeline&, int rank, std::size_t call);
// "Right: 5 elements compared with reference.cu." or what is wrong.
std::string verdict_sentence(const JobRun&);

}  // namespace warpwise::ui
