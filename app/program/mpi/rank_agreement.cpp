#include "program/mpi/rank_agreement.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <type_traits>
#include <vector>

#include "program/mpi/rank_identity.h"

namespace warpwise {
namespace {

static_assert(std::is_trivially_copyable_v<RankIdentity>);

}  // namespace

RankAgreement agree_with_ranks(void* library, std::uint64_t world, bool is_open_mpi, const MpiOptions& options) {
    using Word = std::uint64_t;
    const auto size_of_world = reinterpret_cast<int (*)(Word, int*)>(dlsym(library, "PMPI_Comm_size"));
    const auto barrier = reinterpret_cast<int (*)(Word)>(dlsym(library, "PMPI_Barrier"));
    const auto all_gather =
        reinterpret_cast<int (*)(const void*, int, Word, void*, int, Word, Word)>(dlsym(library, "PMPI_Allgather"));
    constexpr Word byte_of_mpich = 0x4c00'010d;
    const Word byte = is_open_mpi ? reinterpret_cast<Word>(dlsym(RTLD_DEFAULT, "ompi_mpi_byte")) : byte_of_mpich;
    if (size_of_world == nullptr || barrier == nullptr || all_gather == nullptr || byte == 0) return {};
    RankAgreement out;
    int ranks = 0;
    size_of_world(world, &ranks);
    if (ranks != options.ranks) {
        out.problem = fmt::format("rank {} on {} was started as one of {} ranks, and its MPI library sees {}", options.rank,
                                  options.host, options.ranks, ranks);
        out.hint = "Start it with the mpirun of the same MPI library; under Slurm, try srun --mpi=pmix.";
        return out;
    }
    RankIdentity own = RankIdentity::of(options);
    barrier(world);  // the first one takes long: it connects the ranks
    for (double& moment : own.clock_s) {
        barrier(world);
        moment = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    std::vector<RankIdentity> all(static_cast<std::size_t>(ranks));
    all_gather(&own, sizeof own, byte, all.data(), sizeof own, byte, world);
    out.clock_offset_s = clock_offset_s(own, all.front());
    out.problem = difference_of(all);
    out.hint = "Install the same Warpwise and the same lesson on all hosts, and give each rank the same options.";
    return out;
}

}  // namespace warpwise
