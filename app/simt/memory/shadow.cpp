#include "simt/memory/shadow.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <mutex>

#include "base/unwritten.h"

namespace warpwise::simt {
namespace {

// The system counts what is mapped towards the process's limit of data, and most of these zeros are never touched: they raise the
// limit for as long as they are mapped, so that it bounds what a program asks for itself.
class DataLimit {
  public:
    void raise(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        rlimit limit{};
        if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
        if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max - limit.rlim_cur < bytes) return;
        limit.rlim_cur += bytes;
        if (setrlimit(RLIMIT_DATA, &limit) == 0) raised_ += bytes;
    }
    void lower(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        rlimit limit{};
        const std::size_t by = std::min(bytes, raised_);
        if (by == 0 || getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
        limit.rlim_cur -= by;
        if (setrlimit(RLIMIT_DATA, &limit) == 0) raised_ -= by;
    }

  private:
    std::mutex mutex_;
    std::size_t raised_ = 0;
};

DataLimit& data_limit() {
    static DataLimit limit;
    return limit;
}

}  // namespace

void* map_zeros(std::size_t bytes, PageSize pages) {
    if (bytes == 0) return nullptr;
    data_limit().raise(bytes);
    void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
        data_limit().lower(bytes);
        return nullptr;
    }
    madvise(start, bytes, pages == PageSize::large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);  // a hint
    return start;
}

void unmap_zeros(void* start, std::size_t bytes) {
    if (munmap(start, bytes) == 0) data_limit().lower(bytes);
}

std::vector<std::unique_ptr<ArrayShadow>> make_shadows(const Memory& memory) {
    std::vector<std::unique_ptr<ArrayShadow>> shadows;
    std::uint64_t left = kRaceShadowBytes / (3 * sizeof(std::uint64_t));
    for (const Allocation& allocation : memory.allocations()) {
        auto shadow = std::make_unique<ArrayShadow>();
        shadow->base = allocation.base;
        shadow->size = allocation.size;
        shadow->element_bytes = allocation.element_bytes;
        shadow->elements = allocation.size / allocation.element_bytes;
        shadow->argument = allocation.argument;
        shadow->unset = allocation.unset;
        shadow->unset_from = allocation.unset_from;
        const std::uint64_t words = allocation.size / 4 + 1;
        if (words <= left) {
            left -= words;
            for (Zeros<std::uint64_t>* parties : {&shadow->writer, &shadow->reader, &shadow->other_reader})
                *parties = Zeros<std::uint64_t>(words);
        }
        if (allocation.argument != kNoArgument) shadow->writers = Zeros<std::uint32_t>(shadow->elements);
        shadows.push_back(std::move(shadow));
    }
    return shadows;
}

bool ArrayShadow::was_touched(std::size_t element) const {
    if (writers.get() && writers.get()[element] != 0) return true;
    const std::size_t last = (element * element_bytes + element_bytes - 1) / 4;
    for (std::size_t word = element * element_bytes / 4; word <= last; ++word)
        if (writer.get()[word] != 0 || reader.get()[word] != 0) return true;
    return false;
}

ArrayShadow* shadow_at(std::span<const std::unique_ptr<ArrayShadow>> shadows, std::uint64_t address) {
    const auto after = std::ranges::upper_bound(shadows, address, {}, [](const auto& shadow) { return shadow->base; });
    if (after == shadows.begin()) return nullptr;
    ArrayShadow* candidate = std::prev(after)->get();
    return address - candidate->base < candidate->size ? candidate : nullptr;
}

Diagnostics elements_never_written(const Memory& memory, const std::vector<std::unique_ptr<ArrayShadow>>& shadows) {
    Diagnostics all;
    for (const auto& shadow : shadows) {
        if (!shadow->unset || shadow->unset_from > 0 || !shadow->writers.get()) continue;
        std::string which = unwritten_elements(memory.find(shadow->base, 0)->name, {shadow->writers.get(), shadow->elements});
        if (which.empty()) continue;
        all.push_back({.severity = Severity::warning,
                       .message = std::move(which),
                       .hint = "The host does not fill this array, so it holds garbage there on a GPU. Check the index that each "
                               "thread writes, and whether each element has a thread."});
    }
    return all;
}

}  // namespace warpwise::simt
