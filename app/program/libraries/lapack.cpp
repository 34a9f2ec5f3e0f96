#include "program/libraries/lapack.h"

namespace warpwise::lapack {

const CpuLibraryFile& library() {
    static const CpuLibraryFile file("LAPACK, which computes this function,", "WARPWISE_LAPACK",
                                     {"libopenblas.so.0", "liblapack.so.3"}, "libopenblas0-pthread");
    return file;
}

// OpenBLAS has it, too.
void* function(char letter, const char* name) {
    void* found = blas::function(letter, name);
    return found != nullptr ? found : library().find(std::string(1, letter) + name + "_");
}

}  // namespace warpwise::lapack
