// What a full trace keeps beside the arrays of a launch: which thread touched each word, and which wrote each element. Pages of
// zeros that the system maps on first touch, so that an untouched array costs nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "simt/memory/memory.h"
#include "simt/memory/race_shadow.h"

namespace warpwise::simt {

// Small pages for what is mostly never touched, large ones for what is touched all over.
enum class PageSize { small, large };
void* map_zeros(std::size_t bytes, PageSize pages = PageSize::large);  // null: the system has no room
void unmap_zeros(void* start, std::size_t bytes);

// The same of memory that earlier ones gave back, where there is some of that size.
void* take_zeros(std::size_t bytes);
void give_zeros(void* start, std::size_t bytes, bool is_clean);  // clean: they are zeros still

// `count` zeros of a type that may start as zero bytes; none where the system has no room.
template <typename T>
class Zeros {
  public:
    Zeros() = default;
    explicit Zeros(std::size_t count) : values_(static_cast<T*>(take_zeros(count * sizeof(T))), {count * sizeof(T)}) {}
    T* get() const { return values_.get(); }
    // Nothing was written to them.
    void leave_clean() { values_.get_deleter().is_clean = true; }
    std::shared_ptr<const T> share() && { return std::move(values_); }

  private:
    struct GiveBack {
        std::size_t bytes = 0;
        bool is_clean = false;
        void operator()(T* p) const { give_zeros(p, bytes, is_clean); }
    };
    std::unique_ptr<T, GiveBack> values_;
};

struct ArrayShadow {
    std::uint64_t base = 0, size = 0;
    std::size_t element_bytes = 1, elements = 0;
    std::size_t argument = kNoArgument;
    Zeros<std::uint64_t> writer, reader, other_reader;  // a word (RaceCells); none where the launch's arrays are too large
    Zeros<RacePiece> pieces;                            // likewise
    Zeros<std::uint32_t> writers;                       // an element of an argument: linear thread index + 1 of the last writer
    bool unset = false;                                 // the host did not fill it
    std::size_t unset_from = 0;                         // but for the bytes before this one
    std::atomic<bool> written{false};
    // Set by any host thread: an access was looked at; some words count, and not their pieces alone.
    bool has_parties = false, has_words = false;

    ArrayShadow() = default;
    ~ArrayShadow();
    ArrayShadow(const ArrayShadow&) = delete;
    ArrayShadow& operator=(const ArrayShadow&) = delete;
    // By the launch so far; where races are looked for. Of each element 1 or 0.
    std::vector<std::uint8_t> touched_elements() const;
    RaceCells cells() {
        if (!has_parties) __atomic_store_n(&has_parties, true, __ATOMIC_RELAXED);
        return {writer.get(), reader.get(), other_reader.get(), pieces.get(), false, &has_words};
    }

  private:
    bool was_touched(std::size_t element) const;
};

// Races are looked for in the first arrays of a launch that need no more than this; memory is used for what is touched only.
inline constexpr std::uint64_t kRaceShadowBytes = std::uint64_t{6} << 30;

// One for each allocation, in their order: by base, ascending.
std::vector<std::unique_ptr<ArrayShadow>> make_shadows(const Memory&);

// That of the array an address lies in; null: none.
ArrayShadow* shadow_at(std::span<const std::unique_ptr<ArrayShadow>>, std::uint64_t address);

// After a launch: the elements of arrays that neither the host nor a thread has set.
Diagnostics elements_never_written(const Memory&, const std::vector<std::unique_ptr<ArrayShadow>>&);

}  // namespace warpwise::simt
