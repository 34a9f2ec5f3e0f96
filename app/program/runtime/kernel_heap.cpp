// What malloc() and new give in kernels lives as long as the program: one kernel makes a list, others use and free it. It is a
// block of the device's memory that every launch has, as those of cudaMalloc().
#include <algorithm>
#include <cstring>

#include "program/runtime/runtime.h"

namespace warpwise {

bool Runtime::prepare_kernel_heap(const simt::CompiledKernel& kernel) {
    const auto symbol = std::ranges::find(kernel.program.symbols, simt::kKernelHeapVariable, &simt::Symbol::symbol);
    if (symbol == kernel.program.symbols.end()) return true;
    std::vector<std::byte>& value = value_of(variable_named(symbol->symbol, symbol->bytes, false));
    simt::KernelHeap known;
    std::memcpy(&known, value.data(), sizeof known);
    if (known.bytes != 0) return true;
    HeapBlock* block = heap.allocate(MemoryKind::device, kernel_heap_bytes_, {}, "malloc", working_gpu());
    if (block == nullptr) return false;
    block->is_internal = block->is_of_kernels = true;
    block->name = simt::kKernelHeapName;
    heap.note_written(*block);
    known = {block->address, block->bytes};
    std::memcpy(value.data(), &known, sizeof known);
    return true;
}

bool Runtime::set_kernel_heap_bytes(std::size_t bytes) {
    const auto is_heap = [](const auto& each) { return each.second.is_of_kernels && each.second.gpu == Gpus::current(); };
    if (std::ranges::any_of(heap.blocks(), is_heap)) return false;
    kernel_heap_bytes_ = std::clamp<std::size_t>(bytes, 1, simt::kMostKernelHeapBytes);
    return true;
}

void Runtime::forget_variables(int gpu) {
    for (auto& [symbol, variable] : variables_) variable.on_gpus[static_cast<std::size_t>(gpu)] = {};
}

}  // namespace warpwise
