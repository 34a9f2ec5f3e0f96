// The program of a lesson's [[job]]: MPI and CUDA around the lesson's kernels. A lesson is inert, so the host compiles nothing that
// its author wrote but formulas and the types of parameters, both checked: the kernels' texts are for the device alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/ranks/job_target.h"
#include "lesson/lesson.h"

namespace warpwise {

struct JobArray {
    std::string name;
    DType dtype = DType::f32;
    std::int64_t elements = 0;  // of each rank
    bool is_output = false;
};

struct JobProgram {
    std::string text;
    std::vector<JobArray> arrays;  // which the program leaves in the folder of its argument
};
// The files that the program leaves there, for each rank: what an array held at first, and at last.
std::string file_of_array(const std::string& array, int rank, bool is_first);

// "nccl".
std::string_view name_of(JobTarget::Path);
// Whether the job has a message from GPU to GPU.
bool has_device_messages(const RankJob&);

Result<JobProgram> job_program(const Lesson&, const RankJob&, const ParameterValues&, const JobTarget& = {});

}  // namespace warpwise
