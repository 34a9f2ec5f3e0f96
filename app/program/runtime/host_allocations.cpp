#include "program/runtime/host_allocations.h"

#include <malloc.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

#include "program/runtime/device_heap.h"

namespace warpwise {
namespace {

struct KnownFunction {
    std::size_t bytes = 0, usable = 0;  // asked for; what the C library made of it
};
std::mutex mutex;
std::map<std::uintptr_t, KnownFunction>& known() {
    static auto* all = new std::map<std::uintptr_t, KnownFunction>;
    return *all;
}

// Who freed what, as far as a table of fixed size holds it: memory that is freed twice ends the program, whose heap is of no use
// then.
struct FreedEntry {
    std::atomic<std::uintptr_t> pointer{0}, return_address{0};
};
constexpr std::size_t kFreedEntries = 16384;
std::array<FreedEntry, kFreedEntries> freed;
thread_local std::uint64_t earlier = 0;
thread_local std::uint64_t call = 0;

// While the C library is at work for the program.
class Call {
  public:
    explicit Call(const void* return_address) { call = reinterpret_cast<std::uint64_t>(return_address); }
    ~Call() { call = 0; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
};

FreedEntry& entry_of(const void* pointer) { return freed[reinterpret_cast<std::uintptr_t>(pointer) / 16 % kFreedEntries]; }

void note_freed(const void* pointer, const void* return_address) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    FreedEntry& entry = entry_of(pointer);
    earlier = entry.pointer.load(std::memory_order_relaxed) == address ? entry.return_address.load(std::memory_order_relaxed) : 0;
    if (earlier != 0) return;
    entry.return_address.store(reinterpret_cast<std::uintptr_t>(return_address), std::memory_order_relaxed);
    entry.pointer.store(address, std::memory_order_relaxed);
}

void note_given(const void* pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    FreedEntry& entry = entry_of(pointer);
    if (entry.pointer.load(std::memory_order_relaxed) == address) entry.pointer.store(0, std::memory_order_relaxed);
}

void* keep(void* pointer, std::size_t bytes) {
    if (pointer == nullptr) return pointer;
    note_given(pointer);
    if (bytes < 64) return pointer;  // small ones are rarely copied, and many
    const std::lock_guard lock(mutex);
    known()[reinterpret_cast<std::uintptr_t>(pointer)] = {bytes, malloc_usable_size(pointer)};
    return pointer;
}

void forget(void* pointer) {
    if (pointer == nullptr) return;
    const std::lock_guard lock(mutex);
    known().erase(reinterpret_cast<std::uintptr_t>(pointer));
}

void* own_malloc(std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    return keep(std::malloc(bytes), bytes);
}
void* own_calloc(std::size_t count, std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    return keep(std::calloc(count, bytes), count * bytes);
}
void* own_realloc(void* pointer, std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    forget(pointer);
    return keep(std::realloc(pointer, bytes), bytes);
}
void* own_aligned(std::size_t alignment, std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    return keep(std::aligned_alloc(alignment, bytes), bytes);
}
int own_posix_memalign(void** out, std::size_t alignment, std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    const int status = posix_memalign(out, alignment, bytes);
    if (status == 0) keep(*out, bytes);
    return status;
}
DevicePointerFreed device_pointer_freed = nullptr;

void give_back(void* pointer, void* return_address) {
    if (DeviceHeap::is_device_address(reinterpret_cast<std::uintptr_t>(pointer)))
        return device_pointer_freed(pointer, return_address);
    const Call here(return_address);
    forget(pointer);
    if (pointer != nullptr) note_freed(pointer, return_address);
    std::free(pointer);
    earlier = 0;
}
void own_free(void* pointer) { give_back(pointer, __builtin_return_address(0)); }
void* own_new(std::size_t bytes) {
    const Call here(__builtin_return_address(0));
    if (void* pointer = std::malloc(bytes ? bytes : 1)) return keep(pointer, bytes);
    throw std::bad_alloc();
}
void own_delete(void* pointer) { give_back(pointer, __builtin_return_address(0)); }
void own_sized_delete(void* pointer, std::size_t) { give_back(pointer, __builtin_return_address(0)); }

template <typename Function>
HostFunction entry(std::string_view name, Function* function) {
    return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

void set_device_pointer_freed(DevicePointerFreed told) { device_pointer_freed = told; }

std::uint64_t earlier_free() { return earlier; }
std::uint64_t heap_call() { return call; }

std::optional<std::size_t> host_bytes_at(const void* pointer) {
    const std::lock_guard lock(mutex);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    auto after = known().upper_bound(address);
    if (after == known().begin()) return std::nullopt;
    const auto& [start, block] = *std::prev(after);
    if (address - start >= block.usable) return std::nullopt;
    // Freed by a library and given out anew: then the C library says another size.
    if (malloc_usable_size(reinterpret_cast<void*>(start)) != block.usable) return std::nullopt;
    return address - start <= block.bytes ? block.bytes - (address - start) : 0;
}

std::vector<HostFunction> host_allocation_functions() {
    return {entry("malloc", own_malloc),
            entry("calloc", own_calloc),
            entry("realloc", own_realloc),
            entry("aligned_alloc", own_aligned),
            entry("posix_memalign", own_posix_memalign),
            entry("free", own_free),
            entry("_Znwm", own_new),
            entry("_Znam", own_new),
            entry("_ZdlPv", own_delete),
            entry("_ZdaPv", own_delete),
            entry("_ZdlPvm", own_sized_delete),
            entry("_ZdaPvm", own_sized_delete)};
}

}  // namespace warpwise
