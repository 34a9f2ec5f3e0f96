// The functions of MPI that the program finds in place of the library's.
#include "program/gpu_ranks/gpu_rank.h"

namespace {

using Word = std::uint64_t;  // mpi_calls.cpp says why any of them can be called so
using Function = int (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

}  // namespace

#define MPI_CALL(name, ...)                                                                                                    \
    extern "C" __attribute__((visibility("default"))) int name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, \
                                                               Word i, Word j, Word k, Word l) {                               \
        static const auto seen = reinterpret_cast<Function>(warpwise::seen_mpi_function(#name));                               \
        [[clang::musttail]] return seen(a, b, c, d, e, f, g, h, i, j, k, l); /* which finds the program's return address */    \
    }
#include "program/mpi/mpi_calls.inc"
#undef MPI_CALL
