// Messages of a [[job]] that a stage starts without waiting for them: each is waited for, and nothing uses its elements before
// that.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lesson/fields.h"
#include "lesson/lesson.h"

namespace warpwise {

// Follows the stages in their order, in each rank that the job has by default. What it cannot see is what a kernel writes.
class MessagesUnderWay {
  public:
    MessagesUnderWay(const Lesson& lesson, const RankJob& job) : lesson_(lesson), job_(job) {}
    // A mistake is reported at the stage, whose fields these are.
    void pass(const RankStage&, Fields&);
    // What is still under way, at the job.
    void end(Fields& of_job);

  private:
    // Elements of an array, of the host or of the GPU: on some ways from GPU to GPU, both are used.
    struct Part {
        std::string array;
        double first = 0, end = 0;
        bool is_written = false;
        bool overlaps(const Part& other) const {
            return array == other.array && first < other.end && other.first < end && (is_written || other.is_written);
        }
    };
    struct Message {
        std::string name;
        int rank = 0;
        Part part;
    };
    ParameterValues values_of(int rank) const;
    std::vector<Part> parts_of(const RankStage&, const ParameterValues&) const;
    void wait(const RankStage&, Fields&);
    bool end_loop(Fields&, const std::string& where);

    const Lesson& lesson_;
    const RankJob& job_;
    std::vector<Message> under_way_;
    std::set<std::string> started_;  // that a stage before this one starts, in any number of ranks
    std::string times_;
};

}  // namespace warpwise
