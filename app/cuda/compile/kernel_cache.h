// What was compiled in this process, so that a text is compiled once. Images are kept and loaded afresh for each program: a
// module's variables begin anew then.
#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <utility>

#include "cuda/compile/kernel_compiler.h"

namespace warpwise {

class KernelCache {
  public:
    explicit KernelCache(std::size_t most = 64) : most_(most) {}
    std::optional<CompiledKernel> find(const KernelSource&);
    // The one that was asked for longest ago goes when there are too many.
    void keep(const KernelSource&, CompiledKernel);

  private:
    std::size_t most_;
    std::mutex mutex_;
    std::list<std::pair<KernelSource, CompiledKernel>> kernels_;  // the newest in front
};

}  // namespace warpwise
