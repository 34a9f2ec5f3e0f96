// Whom the program of a job is for.
#pragma once

namespace warpwise {

// On GPUs, the stages are run once to warm up and then `rounds` times, each time with the data of the
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

}  // namespace warpwise
