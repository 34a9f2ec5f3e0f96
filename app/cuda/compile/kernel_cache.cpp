#include "cuda/compile/kernel_cache.h"

#include <algorithm>

namespace warpwise {

std::optional<CompiledKernel> KernelCache::find(const KernelSource& source) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kernels_, source, &std::pair<KernelSource, CompiledKernel>::first);
    if (found == kernels_.end()) return std::nullopt;
    kernels_.splice(kernels_.begin(), kernels_, found);
    return found->second;
}

void KernelCache::keep(const KernelSource& source, CompiledKernel kernel) {
    const std::lock_guard lock(mutex_);
    kernels_.emplace_front(source, std::move(kernel));
    if (kernels_.size() > most_) kernels_.pop_back();
}

}  // namespace warpwise
