#include "experiment/ranks/rank_link.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "base/number_text.h"
#include "experiment/file/nccl_on_machine.h"
#include "experiment/file/temporary_folder.h"
#include "experiment/ranks/job_program_texts.h"

namespace warpwise {
namespace {

// PMPI_Send and PMPI_Recv are MPI_Send and MPI_Recv without Warpwise's log of calls, which would add to the latency.
constexpr std::string_view kOfMpi = R"(#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

using Data = std::vector<char>;
static void pass(Data& data, int bytes, int to) { PMPI_Send(data.data(), bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD); }
static void take(Data& data, int bytes, int from) {
    PMPI_Recv(data.data(), bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
)";

constexpr std::string_view kStaged = R"(
// From one GPU to the other through the host.
struct Data {
    std::vector<char> host;
    char* device = nullptr;
};
static void pass(Data& data, int bytes, int to) {
    check(cudaMemcpy(data.host.data(), data.device, bytes, cudaMemcpyDeviceToHost), "copy out");
    PMPI_Send(data.host.data(), bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD);
}
static void take(Data& data, int bytes, int from) {
    PMPI_Recv(data.host.data(), bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(cudaMemcpy(data.device, data.host.data(), bytes, cudaMemcpyHostToDevice), "copy in");
}
)";

constexpr std::string_view kRoundTrip = R"(static double round_trip_s(Data& data, int rank, int bytes) {
    const double begin = MPI_Wtime();
    if (rank == 0) pass(data, bytes, 1);
    take(data, bytes, 1 - rank);
    if (rank == 1) pass(data, bytes, 0);
    return MPI_Wtime() - begin;
}
)";

// The host only puts work into the stream, as a job does, so that it is not part of the time. pncclSend is ncclSend as MPI's.
constexpr std::string_view kOfNccl = R"(
struct Data {
    char* device = nullptr;
    ncclComm_t comm = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr;
};
static void pass(Data& data, int bytes, int to) {
    check_nccl(pncclSend(data.device, bytes, ncclChar, to, data.comm, nullptr), "ncclSend");
}
static void take(Data& data, int bytes, int from) {
    check_nccl(pncclRecv(data.device, bytes, ncclChar, from, data.comm, nullptr), "ncclRecv");
}
static double round_trip_s(Data& data, int rank, int bytes) {
    check(cudaEventRecord(data.begin, nullptr), "cudaEventRecord");
    if (rank == 0) pass(data, bytes, 1);
    take(data, bytes, 1 - rank);
    if (rank == 1) pass(data, bytes, 0);
    check(cudaEventRecord(data.end, nullptr), "cudaEventRecord");
    check(cudaEventSynchronize(data.end), "cudaEventSynchronize");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, data.begin, data.end), "cudaEventElapsedTime");
    return 1e-3 * ms;
}
)";

constexpr std::string_view kOneWay = R"(
static double one_way_s(Data& data, int rank, int bytes, int round_trips) {
    const int warm_up = round_trips / 5;
    std::vector<double> times;
    for (int i = 0; i < warm_up + round_trips; ++i) {
        const double seconds = round_trip_s(data, rank, bytes);
        if (i >= warm_up) times.push_back(seconds / 2);
    }
    std::nth_element(times.begin(), times.begin() + round_trips / 2, times.end());
    return times[round_trips / 2];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
)";

constexpr std::string_view kSamples = R"(    for (const int bytes : {8, large}) {
        const int round_trips = bytes == 8 ? 1001 : 101;
        const double seconds = one_way_s(data, rank, bytes, round_trips);
        if (rank == 0) std::printf("%d %.9g %d\n", bytes, seconds, round_trips);
    }
)";

constexpr std::string_view kHeadOfGpus =
    "#include <cuda_runtime.h>\n#include <mpi.h>\n\n#include <algorithm>\n#include <cstdio>\n#include <vector>\n\n";

}  // namespace

std::string ping_pong_text(JobTarget::Path path) {
    using Path = JobTarget::Path;
    const auto joined = [](std::initializer_list<std::string_view> parts) {
        std::string out;
        for (const std::string_view part : parts) out += part;
        return out;
    };
    constexpr std::string_view end = "    MPI_Finalize();\n}\n";
    if (path == Path::mpi)
        return joined({kOfMpi, kRoundTrip, kOneWay, "    const int large = 4 << 20;\n    Data data(large, 1);\n", kSamples, end});
    constexpr std::string_view data = "    Data data;\n    check(cudaMalloc(&data.device, large), \"cudaMalloc\");\n";
    if (path == Path::staged)
        return joined({kHeadOfGpus, kCheck, kStaged, kRoundTrip, kOneWay, kChooseGpu, "    const int large = 16 << 20;\n", data,
                       "    data.host.resize(large);\n", kSamples, end});
    return joined({"#include <nccl.h>\n", kHeadOfGpus, kCheck, kNcclCheck, kOfNccl, kOneWay, kChooseGpu, kBeginNccl,
                   "    const int large = 64 << 20;  // NVLink is only busy with that much\n", data,
                   "    data.comm = comm;\n    check(cudaEventCreate(&data.begin), \"cudaEventCreate\");\n"
                   "    check(cudaEventCreate(&data.end), \"cudaEventCreate\");\n",
                   kSamples, "    check_nccl(ncclCommDestroy(comm), \"ncclCommDestroy\");\n", end});
}

Result<RankLink> measure_link(const std::stop_token& stop, RankPlaces places, const JobGpus& gpus) {
    places.is_spread = true;
    const auto folder = TemporaryFolder::make("warpwise-link", places.shared_folder());
    if (!folder) return std::unexpected(folder.error());
    ExecOptions options;
    options.text.file = folder->path() / "ping_pong.cu";
    options.threads = 1;
    if (gpus.path == JobTarget::Path::nccl)
        if (auto used = use_nccl(options); !used) return std::unexpected(used.error());
    if (auto written = write_file_atomically(options.text.file, ping_pong_text(gpus.path)); !written)
        return std::unexpected(written.error());
    const auto report = run_ranks(options, 2, ProgramOutputMode::kept, stop, places);
    if (!report) return std::unexpected(report.error());
    if (report->exit_status() != 0) return failure("the ping-pong between two ranks did not run:\n" + text_of(*report));
    auto link = link_in_output(report->output);
    if (link && gpus.path != JobTarget::Path::mpi)
        link->path = gpus.path == JobTarget::Path::nccl ? ", from GPU to GPU by " + gpus.why : ", from GPU to GPU through the host";
    return link;
}

Result<RankLink> link_in_output(const std::string& output) {
    RankLink link;
    std::istringstream lines(output);
    std::string mark, number;
    for (RankLink::Sample* sample : {&link.small, &link.large})
        if (!(lines >> mark >> number >> sample->bytes >> sample->seconds >> sample->round_trips) || sample->seconds <= 0)
            return failure("the ping-pong between two ranks printed no times:\n" + output);
    return link;
}

std::string text_of(const RankLink& link) {
    return fmt::format(
        "A message between two ranks{}, measured by ping-pong: latency {} ({} bytes, median of {}), bandwidth {:.3g} GB/s ({} MiB, "
        "median of {}).",
        link.path, short_duration(1e3 * link.latency_s()), link.small.bytes, with_separators(link.small.round_trips),
        1e-9 * link.bytes_per_s(), link.large.bytes >> 20, with_separators(link.large.round_trips));
}

nlohmann::json to_json(const RankLink& link) {
    const auto sample = [](const RankLink::Sample& of) {
        return nlohmann::json{{"bytes", of.bytes}, {"one_way_s", of.seconds}, {"round_trips", of.round_trips}};
    };
    return {{"source", "measured"},
            {"path", link.path.empty() ? "mpi" : link.path.substr(2)},
            {"latency_us", 1e6 * link.latency_s()},
            {"bandwidth_gb_s", 1e-9 * link.bytes_per_s()},
            {"small", sample(link.small)},
            {"large", sample(link.large)}};
}

}  // namespace warpwise
