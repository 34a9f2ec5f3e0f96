#include "simt/memory/shadow.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
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

constexpr std::size_t kLargePage = std::size_t{1} << 21;

DataLimit& data_limit() {  // never destroyed, as below
    static DataLimit& limit = *new DataLimit;
    return limit;
}

}  // namespace

void* map_zeros(std::size_t bytes, PageSize pages) {
    if (bytes == 0) return nullptr;
    data_limit().raise(bytes);
    // Large pages begin at multiples of their size: one more is mapped, and what lies in front of and behind the bytes goes back.
    const std::size_t large = pages == PageSize::large ? bytes / kLargePage * kLargePage : 0, more = large != 0 ? kLargePage : 0;
    const auto small_page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t end = (bytes + small_page - 1) / small_page * small_page;
    void* mapped = mmap(nullptr, end + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
        data_limit().lower(bytes);
        return nullptr;
    }
    const std::size_t before = more != 0 ? (0 - reinterpret_cast<std::uintptr_t>(mapped)) % kLargePage : 0;
    std::byte* const start = static_cast<std::byte*>(mapped) + before;
    if (before != 0) munmap(mapped, before);
    if (before != more) munmap(start + end, more - before);
    // hints
    if (large != 0) madvise(start, large, MADV_HUGEPAGE);
    if (large != bytes) madvise(start + large, bytes - large, MADV_NOHUGEPAGE);
    return start;
}

void unmap_zeros(void* start, std::size_t bytes) {
    if (munmap(start, bytes) == 0) data_limit().lower(bytes);
}

namespace {

// What launches leave for those that follow: to map memory and to touch its pages costs more than a small launch.
class SparePages {
  public:
    void* take(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(kept_.rbegin(), kept_.rend(), bytes, &Kept::bytes);
        if (found == kept_.rend()) return nullptr;
        void* start = found->start;
        kept_bytes_ -= bytes;
        kept_.erase(std::next(found).base());
        return start;
    }
    // Whether it is kept.
    bool give(void* start, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        if (kept_.size() == kMost || bytes > kMostBytes - kept_bytes_) return false;
        kept_.push_back({start, bytes});
        kept_bytes_ += bytes;
        return true;
    }

  private:
    static constexpr std::size_t kMost = 64, kMostBytes = std::size_t{128} << 20;
    struct Kept {
        void* start = nullptr;
        std::size_t bytes = 0;
    };
    std::mutex mutex_;
    std::vector<Kept> kept_;
    std::size_t kept_bytes_ = 0;
};

// Never destroyed: what is kept of a launch may be given back while the program ends.
SparePages& spare_pages() {
    static SparePages& pages = *new SparePages;
    return pages;
}

}  // namespace

void* take_zeros(std::size_t bytes) {
    if (void* spare = spare_pages().take(bytes)) return spare;
    // Of a large array a launch may touch a word here and there, and each would cost a large page.
    constexpr std::size_t most_in_large_pages = std::size_t{64} << 20;
    return map_zeros(bytes, bytes > most_in_large_pages ? PageSize::small : PageSize::large);
}

void give_zeros(void* start, std::size_t bytes, bool is_clean) {
    constexpr std::size_t most_cleaned = std::size_t{8} << 20;  // the system's pages of zeros cost less from here on
    if (is_clean || bytes <= most_cleaned) {
        if (!is_clean) std::memset(start, 0, bytes);
        if (spare_pages().give(start, bytes)) return;
    }
    unmap_zeros(start, bytes);
}

ArrayShadow::~ArrayShadow() {
    if (!has_words)
        for (Zeros<std::uint64_t>* parties : {&writer, &reader, &other_reader}) parties->leave_clean();
    if (!has_parties) pieces.leave_clean();
    if (!written) writers.leave_clean();
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
            shadow->pieces = Zeros<RacePiece>(words / kWordsOfPiece + 1);
        }
        if (allocation.argument != kNoArgument) shadow->writers = Zeros<std::uint32_t>(shadow->elements);
        shadows.push_back(std::move(shadow));
    }
    return shadows;
}

bool ArrayShadow::was_touched(std::size_t element) const {
    const std::size_t first = element * element_bytes / 4, last = (element * element_bytes + element_bytes - 1) / 4;
    for (std::size_t at = first / kWordsOfPiece; pieces.get() && at <= last / kWordsOfPiece; ++at) {
        const RacePiece& piece = pieces.get()[at];
        if (piece.opened == 0 && (piece.writer | piece.reader) != 0) return true;
    }
    for (std::size_t word = first; word <= last; ++word)
        if (writer.get()[word] != 0 || reader.get()[word] != 0) return true;
    return false;
}

std::vector<std::uint8_t> ArrayShadow::touched_elements() const {
    std::vector<std::uint8_t> out(elements);
    if (written && writers.get())
        for (std::size_t i = 0; i < elements; ++i) out[i] = writers.get()[i] != 0;
    if (!has_parties) return out;
    constexpr std::size_t bytes_of_piece = 4 * kWordsOfPiece;
    for (std::size_t at = 0; at * bytes_of_piece < elements * element_bytes; ++at) {
        const RacePiece piece = pieces.get() ? pieces.get()[at] : RacePiece{.opened = 1};
        if (piece.opened == 0 && (piece.writer | piece.reader) == 0) continue;
        const std::size_t first = at * bytes_of_piece / element_bytes;
        const std::size_t last = std::min(((at + 1) * bytes_of_piece - 1) / element_bytes, elements - 1);
        for (std::size_t i = first; i <= last; ++i) out[i] |= std::uint8_t{was_touched(i)};
    }
    return out;
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
