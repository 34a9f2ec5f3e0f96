// What the programs of jobs, and the ping-pong between two ranks, have in them whatever the job is.
#pragma once

#include <string_view>

namespace warpwise {

inline constexpr std::string_view kCheck =
    R"(// Every call of the runtime returns an error code. A launch returns none: its error is asked for.
static void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
)";

inline constexpr std::string_view kLeave =
    R"(
// With a folder as its argument, the program leaves the arrays of each rank there.
static void leave(const char* folder, const char* array, int rank, const char* when, const void* data, std::size_t bytes) {
    if (folder == nullptr) return;
    const std::string name = std::string(folder) + "/" + array + "-" + std::to_string(rank) + when;
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(data, 1, bytes, file);
    std::fclose(file);
}
)";

inline constexpr std::string_view kNcclCheck =
    R"(
static void check_nccl(ncclResult_t result, const char* what) {
    if (result == ncclSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, ncclGetErrorString(result));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
)";

inline constexpr std::string_view kChooseGpu =
    R"(
    // Each rank has a GPU of its own, or shares one where there are fewer GPUs than ranks.
    int gpus = 0;
    check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
    check(cudaSetDevice(rank % gpus), "cudaSetDevice");
)";

inline constexpr std::string_view kBeginNccl =
    R"(
    // NCCL sends from the memory of one GPU to that of another. Rank 0 gives all ranks the name of what they have in common.
    ncclUniqueId id;
    if (rank == 0) check_nccl(ncclGetUniqueId(&id), "ncclGetUniqueId");
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    ncclComm_t comm = nullptr;
    check_nccl(ncclCommInitRank(&comm, ranks, id, rank), "ncclCommInitRank");
    const cudaStream_t stream = nullptr;
)";

}  // namespace warpwise
