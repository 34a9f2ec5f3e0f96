#include "program/graphs/graph_memory.h"

#include <algorithm>

#include "program/graphs/graph_works.h"

namespace warpwise {

GraphMemory& GraphMemory::instance() {
    static auto* memory = new GraphMemory;
    return *memory;
}

void GraphMemory::use(const HeapBlock& block) {
    if (!in_use_.insert(block.address).second) return;
    used_ += block.bytes;
    held_ = std::max(held_, used_);
    most_held_ = std::max(most_held_, held_);
}

void GraphMemory::release(const HeapBlock& block) {
    if (in_use_.erase(block.address) > 0) used_ -= block.bytes;
}

MadeWork allocation_node(Runtime& runtime, std::size_t bytes, const CodePlace& place, const char* call, void** out) {
    HeapBlock* block = bytes == 0 ? nullptr : runtime.heap.allocate(MemoryKind::device, bytes, place, call);
    if (block == nullptr) return std::unexpected(cudaErrorInvalidValue);
    block->is_of_graph = true;
    *out = reinterpret_cast<void*>(block->address);
    const auto now = [address = block->address] {
        if (const HeapBlock* there = Runtime::instance().heap.at(address)) GraphMemory::instance().use(*there);
        return cudaSuccess;
    };
    return NodeWork{.type = cudaGraphNodeTypeMemAlloc, .call = now, .place = place};
}

MadeWork free_node(Runtime& runtime, void* pointer, const CodePlace& place) {
    const HeapBlock* block = runtime.heap.at(reinterpret_cast<std::uint64_t>(pointer));
    if (block == nullptr || !block->is_of_graph) return std::unexpected(cudaErrorInvalidValue);
    const auto now = [address = block->address] {
        if (const HeapBlock* there = Runtime::instance().heap.at(address)) GraphMemory::instance().release(*there);
        return cudaSuccess;
    };
    return NodeWork{.type = cudaGraphNodeTypeMemFree, .call = now, .place = place};
}

}  // namespace warpwise
