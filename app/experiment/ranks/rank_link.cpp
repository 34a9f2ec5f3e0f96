#include "experiment/ranks/rank_link.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "base/number_text.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {
namespace {

// PMPI_Send and PMPI_Recv are MPI_Send and MPI_Recv without Warpwise's log of calls, which would add to the latency.
constexpr std::string_view kPingPong = R"(#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

static double one_way_s(std::vector<char>& data, int rank, int bytes, int round_trips) {
    const int warm_up = round_trips / 5;
    std::vector<double> times;
    for (int i = 0; i < warm_up + round_trips; ++i) {
        const double begin = MPI_Wtime();
        if (rank == 0) PMPI_Send(data.data(), bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        PMPI_Recv(data.data(), bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) PMPI_Send(data.data(), bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        if (i >= warm_up) times.push_back((MPI_Wtime() - begin) / 2);
    }
    std::nth_element(times.begin(), times.begin() + round_trips / 2, times.end());
    return times[round_trips / 2];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<char> data(4 << 20, 1);
    for (const int bytes : {8, 4 << 20}) {
        const int round_trips = bytes == 8 ? 1001 : 101;
        const double seconds = one_way_s(data, rank, bytes, round_trips);
        if (rank == 0) std::printf("%d %.9g %d\n", bytes, seconds, round_trips);
    }
    MPI_Finalize();
}
)";

}  // namespace

Result<RankLink> measure_link(const std::stop_token& stop, RankPlaces places) {
    places.is_spread = true;
    const auto folder = TemporaryFolder::make("warpwise-link", places.shared_folder());
    if (!folder) return std::unexpected(folder.error());
    ExecOptions options;
    options.text.file = folder->path() / "ping_pong.cu";
    options.threads = 1;
    if (auto written = write_file_atomically(options.text.file, kPingPong); !written) return std::unexpected(written.error());
    const auto report = run_ranks(options, 2, ProgramOutputMode::kept, stop, places);
    if (!report) return std::unexpected(report.error());
    if (report->exit_status() != 0) return failure("the ping-pong between two ranks did not run:\n" + text_of(*report));
    return link_in_output(report->output);
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
        "A message between two ranks, measured by ping-pong: latency {} ({} bytes, median of {}), bandwidth {:.3g} GB/s ({} MiB, "
        "median of {}).",
        short_duration(1e3 * link.latency_s()), link.small.bytes, with_separators(link.small.round_trips),
        1e-9 * link.bytes_per_s(), link.large.bytes >> 20, with_separators(link.large.round_trips));
}

nlohmann::json to_json(const RankLink& link) {
    const auto sample = [](const RankLink::Sample& of) {
        return nlohmann::json{{"bytes", of.bytes}, {"one_way_s", of.seconds}, {"round_trips", of.round_trips}};
    };
    return {{"source", "measured"},
            {"latency_us", 1e6 * link.latency_s()},
            {"bandwidth_gb_s", 1e-9 * link.bytes_per_s()},
            {"small", sample(link.small)},
            {"large", sample(link.large)}};
}

}  // namespace warpwise
