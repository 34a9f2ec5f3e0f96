// What a program does with several GPUs: which it asks for, and memory of another one that a kernel must not use.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "program/runtime/runtime.h"

namespace warpwise {

bool Runtime::is_gpu(int gpu) {
    if (gpus.has(gpu)) return true;
    if (gpu >= 0 && gpu < kMostEmulatedGpus) report_->event({{"event", "gpus"}, {"wanted", gpu + 1}});
    return false;
}

void Runtime::note_counted_gpus() {
    if (!std::exchange(has_counted_gpus_, true)) report_->event({{"event", "gpus"}, {"counted", gpus.count()}});
}

bool Runtime::is_of_other_gpu(const Fault& fault) {
    if (gpus.count() == 1 || !fault.address || !fault.thread || !fault.block) return false;
    const HeapBlock* block = heap.holding(*fault.address);
    return block != nullptr && !can_use(*block);
}

void Runtime::name_other_gpu(Fault& fault, const simt::CompiledKernel& kernel, const std::vector<HeapBlock*>& starts) {
    if (!is_of_other_gpu(fault)) return;
    const HeapBlock* block = heap.holding(*fault.address);
    std::size_t element = 1;
    for (std::size_t i = 0; i < starts.size(); ++i)
        if (starts[i] == block) element = std::max<std::size_t>(kernel.parameters[i].pointee_bytes, 1);
    const std::uint64_t index = (*fault.address - block->address) / element;
    const auto text_of_index = [](const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); };
    const int own = working_gpu();
    fault.array = block->name.empty() ? block->call : block->name;
    fault.index = static_cast<std::int64_t>(index);
    fault.message = fmt::format(
        "thread {} of block {} {} {} {} of '{}' on GPU {}, but the array lies in the memory of GPU {} ({} in "
        "line {}), and GPU {} has no peer access to it",
        text_of_index(*fault.thread), text_of_index(*fault.block), fault.message.contains(" writes ") ? "writes" : "reads",
        element == 1 ? "byte" : "element", index, fault.array, own, block->gpu, block->call, block->place.line, own);
    fault.hint = fmt::format(
        "Call cudaSetDevice({}) and cudaDeviceEnablePeerAccess({}, 0) before the launch, or copy the array to "
        "GPU {} with cudaMemcpyPeer().",
        own, block->gpu, own);
}

}  // namespace warpwise
