// The program of a lesson's [[job]]: MPI and CUDA around the lesson's kernels. A lesson is inert, so the host compiles nothing that
// its author wrote but formulas and the types of parameters, both checked: the kernels' texts are for the device alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// Whom the program is for. On GPUs, the stages are run once to warm up and then `rounds` times, each time with the data of the
// beginning; MPI_Pcontrol(1) and MPI_Pcontrol(0) stand around what is timed.
struct JobTarget {
    // How data gets from the memory of one GPU to that of another.
    enum class Path {
        mpi,     // by the MPI library itself, as the one of emulated ranks does
        nccl,    // by NCCL
        staged,  // through arrays of the host, and MPI
    };
    bool is_on_gpu = false;
    Path path = Path::mpi;
    int rounds = 5;
};
// "nccl".
std::string_view name_of(JobTarget::Path);
// Whether the job has a message from GPU to GPU.
bool has_device_messages(const RankJob&);

Result<JobProgram> job_program(const Lesson&, const RankJob&, const ParameterValues&, const JobTarget& = {});

}  // namespace warpwise
