// The lines of a job's program that send and receive: by MPI, by NCCL, or from GPU to GPU through the host.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "experiment/ranks/job_target.h"
#include "lesson/jobs.h"

namespace warpwise {

// What a stage sends, as C++. The stage is one of its job's.
struct JobMessage {
    const RankStage& stage;
    DType dtype = DType::f32;
    std::string type;  // "float"
    std::string when, count, first, into_first, to, from, root;
    bool sends() const { return stage.action != "receive"; }
    bool receives() const { return stage.action != "send"; }
    const std::string& into() const { return stage.into.empty() ? stage.array : stage.into; }
    // Of what is received: a receive has no other array, and a broadcast is received where it is sent.
    const std::string& first_into() const { return stage.into.empty() ? first : into_first; }
    std::string received_count() const;  // elements that a rank receives at most
};

class JobMessages {
  public:
    JobMessages(const RankJob& job, const JobTarget& target) : job_(job), target_(target) {}

    // Of a stage, in the order of the stages.
    std::string text(const JobMessage&);
    // Of a stage that waits for what others have started.
    std::string wait_text(const std::string& messages);
    // Before and after all stages: what messages need that are started.
    std::string begin_text() const;
    std::string end_text() const;

  private:
    using Path = JobTarget::Path;
    bool is_work_of_nccl(const RankStage& stage) const { return stage.is_on_device && target_.path == Path::nccl; }
    std::string started_by_nccl(const JobMessage&) const;
    std::vector<std::string> names(bool of_nccl) const;
    int requests(const std::string& messages) const;

    const RankJob& job_;
    const JobTarget& target_;
    struct Arrival {
        std::string text;      // what is to be done once they have arrived
        bool is_over = false;  // a stage has waited for them
    };
    std::map<std::string, Arrival> arrivals_;
};

}  // namespace warpwise
