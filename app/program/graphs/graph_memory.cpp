#include "program/graphs/graph_memory.h"

#include <algorithm>
#include <utility>

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

void GraphMemory::collect(Runtime& runtime, const CodePlace& place) {
    for (const std::uint64_t address : std::exchange(lost_, {})) {
        HeapBlock* block = runtime.heap.at(address);
        if (block == nullptr || !block->is_of_graph) continue;  // cudaDeviceReset() has freed it
        if (in_use_.contains(address)) {
            block->is_of_graph = false;
            continue;
        }
        runtime.heap.note_freed(*block, place);
        runtime.flights.forget(address, address + std::max<std::size_t>(block->bytes, 1));
        runtime.heap.release(address);
    }
}

MadeWork allocation_node(Runtime& runtime, std::size_t bytes, const CodePlace& place, const char* call, void** out) {
    GraphMemory::instance().collect(runtime, place);
    HeapBlock* block = bytes == 0 ? nullptr : runtime.heap.allocate(MemoryKind::device, bytes, place, call, Gpus::current());
    if (block == nullptr) return std::unexpected(cudaErrorInvalidValue);
    block->is_of_graph = true;
    *out = reinterpret_cast<void*>(block->address);
    const auto now = [address = block->address] {
        if (const HeapBlock* there = Runtime::instance().heap.at(address)) GraphMemory::instance().use(*there);
        return cudaSuccess;
    };
    return NodeWork{
        .type = cudaGraphNodeTypeMemAlloc, .call = now, .memory = std::make_shared<const GraphBlock>(*block), .place = place};
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
