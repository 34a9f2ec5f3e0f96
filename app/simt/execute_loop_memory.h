// The loads and stores of the interpreter's loop (execute_loop.h), included with it. A warp's 32 addresses are judged
// together: one stretch of neighbours is one copy, anything else within one object needs no check of a single lane.

struct Span {
    std::uint64_t first, last, any;  // lowest and highest address of the active lanes, and all their bits
    bool is_row = false;             // all lanes, each beside the one before
};

WARPWISE_INLINE Span span_of(const std::uint64_t* address) {
    std::uint64_t first = ~std::uint64_t{0}, last = 0, any = 0;
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) {
        first = address[lane] < first ? address[lane] : first;
        last = address[lane] > last ? address[lane] : last;
        any |= address[lane];
    }
    return {first, last, any};
}

// Added to an address of the device it is the host's, as numbers: they may wrap around, a pointer must not.
WARPWISE_INLINE std::uint64_t host_minus_device(const CachedRange& range) {
    return reinterpret_cast<std::uint64_t>(range.host) - range.base;
}

// The addresses with the inactive lanes' replaced by an active one's.
WARPWISE_INLINE void fill_inactive(const Warp& warp, const std::uint64_t* address, std::uint64_t* filled) {
    const std::uint64_t some = address[std::countr_zero(warp.mask)];
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) {
        const auto active = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(warp.lane_mask[lane])});
        filled[lane] = (address[lane] & active) | (some & ~active);
    }
}

// Lane l at address[0] + l * bytes, and aligned.
template <std::uint32_t bytes>
WARPWISE_INLINE bool is_consecutive(const std::uint64_t* address) {
    if (address[kLanes - 1] - address[0] != (kLanes - 1) * bytes) return false;
    const std::uint64_t start = address[0];
    std::uint64_t differs = start & (bytes - 1);
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) differs |= address[lane] ^ (start + static_cast<std::uint64_t>(lane) * bytes);
    return differs == 0;
}

WARPWISE_INLINE bool range_holds(const CachedRange& range, std::uint64_t first, std::uint64_t bytes) {
    const std::uint64_t offset = first - range.base;
    return offset < range.size && range.size - offset >= bytes;
}

template <typename T, typename L>
WARPWISE_INLINE void copy_lanes(const T* from, L* to) {
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) to[lane] = static_cast<L>(from[lane]);
}

// Local memory of another warp's call is not valid for this warp.
WARPWISE_INLINE bool has_local(const Warp& warp, std::uint64_t last, std::uint32_t bytes) {
    return window_offset(last) + bytes <= warp.local_top;
}

template <typename T, typename L>
WARPWISE_INLINE void load_local(const Warp& warp, const std::uint64_t* address, L* values) {
    const std::byte* local = warp.local.data();
    for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint64_t offset = window_offset(address[lane]);
        if constexpr (sizeof(T) == 8) {
            std::uint32_t low, high;
            __builtin_memcpy(&low, local + local_place(offset, lane), 4);
            __builtin_memcpy(&high, local + local_place(offset + 4, lane), 4);
            values[lane] = static_cast<L>(std::uint64_t{high} << 32 | low);
        } else {
            values[lane] = *reinterpret_cast<const T*>(local + local_place(offset, lane));
        }
    }
}

template <typename T, typename L>
WARPWISE_INLINE void store_local(Warp& warp, const std::uint64_t* address, const L* values) {
    std::byte* local = warp.local.data();
    for (std::uint32_t left = warp.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t offset = window_offset(address[lane]);
        if constexpr (sizeof(T) == 8) {
            const auto low = static_cast<std::uint32_t>(values[lane]), high = static_cast<std::uint32_t>(values[lane] >> 32);
            __builtin_memcpy(local + local_place(offset, lane), &low, 4);
            __builtin_memcpy(local + local_place(offset + 4, lane), &high, 4);
        } else {
            *reinterpret_cast<T*>(local + local_place(offset, lane)) = static_cast<T>(values[lane]);
        }
    }
}

// Distinct 32-byte pieces of global memory; the inactive lanes' addresses are an active one's, no access lies in two pieces.
WARPWISE_INLINE std::uint32_t sectors_of(const std::uint64_t* address, const Span& span, const WarpAccess& access) {
    const std::uint64_t first = span.first / 32;
    if (span.last / 32 - first >= 64) return count_sectors(access);
    std::uint64_t sectors = 0;
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) sectors |= std::uint64_t{1} << ((address[lane] / 32 - first) & 63);
    return static_cast<std::uint32_t>(std::popcount(sectors));
}

// Whether the first `count` bytes, at most 128, are all 1; 128 can be read.
WARPWISE_INLINE bool all_ones(const std::uint8_t* bytes, std::uint64_t count) {
    using Bytes = std::uint8_t __attribute__((ext_vector_type(64)));
    using Bits = bool __attribute__((ext_vector_type(64)));
    const auto ones_at = [](const std::uint8_t* at) __attribute__((always_inline)) {
        Bytes found;
        __builtin_memcpy(&found, at, sizeof found);
        return __builtin_bit_cast(std::uint64_t, __builtin_convertvector(found == 1, Bits));
    };
    const std::uint64_t low = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    const std::uint64_t high = count >= 128 ? ~std::uint64_t{0} : count <= 64 ? 0 : (std::uint64_t{1} << (count - 64)) - 1;
    return (low & ~ones_at(bytes)) == 0 && (high == 0 || (high & ~ones_at(bytes + 64)) == 0);
}

// Trace full, shared memory: the marks of what was written, byte by byte. False: a lane reads what no thread wrote.
template <typename T>
WARPWISE_INLINE bool update_marks(std::uint8_t* marks, const std::uint64_t* address, const Span& span, bool is_store) {
    constexpr T written = static_cast<T>(0x0101010101010101);
    const std::uint64_t start = window_start(address[0]);  // all lanes are in one array
    const std::uint64_t extent = span.last - span.first + sizeof(T);
    if (!is_store && extent <= kMarksAhead && all_ones(marks + (span.first - start), extent)) return true;
    T missing = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        T* mark = reinterpret_cast<T*>(marks + (address[lane] - start));
        if (is_store) {
            *mark = written;
        } else {
            missing |= *mark ^ written;
        }
    }
    return missing == 0;
}

WARPWISE_INLINE void count_shared(LaunchCounters& counters, AccessKind kind, const WarpAccess& access, const Span& span) {
    if (access.bytes > 4 || span.last / 4 - span.first / 4 >= 32) {
        counters.count_shared(kind, access);
        return;
    }
    auto& sum = counters.shared[static_cast<int>(kind)];  // each word in a bank of its own
    ++sum.instructions;
    ++sum.wavefronts;
}

template <TraceLevel trace>
template <typename T, typename L>
WARPWISE_INLINE bool Loop<trace>::record(const Instruction& in, AccessKind kind, const std::uint64_t* address, const Span& span,
                                         const L* values) {
    constexpr std::uint32_t bytes = sizeof(T);
    constexpr bool full = trace == TraceLevel::full;
    LaunchCounters& counters = run_.counters;
    const bool is_load = kind == AccessKind::load;
    const WarpAccess lanes{warp_.mask, address, bytes};
    const CachedRange& range = range_here();
    const TracedAccess access{.kind = kind,
                              .mask = warp_.mask,
                              .bytes = bytes,
                              .address = address,
                              .is_row = span.is_row,
                              .values = reinterpret_cast<const std::byte*>(values),
                              .stride = sizeof(L),
                              .host_minus_device = host_minus_device(range)};
    if (run_.watched_thread) {
        warp_.steps_of_turn = steps_;
        watch_access(run_, warp_, in, access);
    }
    if (span.first < kSharedBase) {
        auto& sum = counters.global[static_cast<int>(kind)];
        ++sum.requests;
        sum.sectors += sectors_of(address, span, lanes);
        if constexpr (full) note_global(run_, warp_, in, access, range.shadow);
    } else if (span.first < kLocalBase) {
        count_shared(counters, kind, lanes, span);
        if constexpr (full) {
            note_shared(run_, warp_, in, access);
            return update_marks<T>(run_.shared_init.data(), address, span, !is_load) || check_written(run_, warp_, in, access);
        }
    } else if (span.first < kConstantBase) {
        ++(is_load ? counters.local_load_requests : counters.local_store_requests);
        if constexpr (full) return check_written(run_, warp_, in, access);
    }
    return true;
}

template <TraceLevel trace>
template <typename T, typename L>
WARPWISE_INLINE Then Loop<trace>::load(const Instruction& in, std::byte* out) {
    constexpr std::uint32_t bytes = sizeof(T);
    const std::uint64_t* a = read<std::uint64_t>(in.a);
    L* d = reinterpret_cast<L*>(out);
    CachedRange& range = range_here();
    alignas(64) std::uint64_t filled[kLanes];
    if (run_.cycle) [[unlikely]]
        note_for_cycle(run_, warp_, pc_ - 1, a, bytes);
    if (active_ == kLanes) {
        if (range.host && range_holds(range, a[0], bytes * kLanes) && is_consecutive<bytes>(a)) {
            if constexpr (trace != TraceLevel::none) {
                if (!record<T, L>(in, AccessKind::load, a, {a[0], a[kLanes - 1], 0, true}, nullptr)) return Then::fault;
            }
            copy_lanes(reinterpret_cast<const T*>(range.host + (a[0] - range.base)), d);
            return Then::write;
        }
    } else {
        fill_inactive(warp_, a, filled);
        a = filled;
    }
    const Span span = span_of(a);
    const std::uint64_t extent = span.last - span.first + bytes;
    const bool aligned = (span.any & (bytes - 1)) == 0;
    if (!aligned ||
        (!range_holds(range, span.first, extent) && !refill_range(run_, warp_, range, span.first, span.first + extent, false)) ||
        (!range.host && !has_local(warp_, span.last, bytes))) {
        const bool good = load_lanes(run_, warp_, in, a, bytes, out, sizeof(L)) &&
                          (trace == TraceLevel::none || record_access(run_, warp_, in, AccessKind::load, a, bytes));
        return good ? Then::write : Then::fault;
    }
    if constexpr (trace != TraceLevel::none) {
        if (!record<T, L>(in, AccessKind::load, a, span, nullptr)) return Then::fault;
    }
    if (range.host && span.first == span.last) {  // one place for all
        const T value = *reinterpret_cast<const T*>(range.host + (span.first - range.base));
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = static_cast<L>(value);
    } else if (range.host) {
        const std::uint64_t from = host_minus_device(range);
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = *reinterpret_cast<const T*>(from + a[lane]);
    } else {
        load_local<T>(warp_, a, d);
    }
    return Then::write;
}

template <TraceLevel trace>
template <typename T, typename L>
WARPWISE_INLINE Then Loop<trace>::store(const Instruction& in) {
    constexpr std::uint32_t bytes = sizeof(T);
    const std::uint64_t* a = read<std::uint64_t>(in.a);
    const L* v = read<L>(in.b);
    CachedRange& range = range_here();
    alignas(64) std::uint64_t filled[kLanes];
    if (run_.keeps_writes()) [[unlikely]] {
        keep_before_write(run_, warp_.mask, a, bytes);
        if (run_.cycle) note_for_cycle(run_, warp_, pc_ - 1, a, bytes);
    }
    if (active_ == kLanes) {
        if (range.writable && range_holds(range, a[0], bytes * kLanes) && range.host && is_consecutive<bytes>(a)) {
            if constexpr (trace != TraceLevel::none) {
                if (!record<T, L>(in, AccessKind::store, a, {a[0], a[kLanes - 1], 0, true}, v)) return Then::fault;
            }
            T* to = reinterpret_cast<T*>(range.host + (a[0] - range.base));
            WARPWISE_VECTOR_LOOP
            for (int lane = 0; lane < kLanes; ++lane) to[lane] = static_cast<T>(v[lane]);
            return Then::next;
        }
    } else {
        fill_inactive(warp_, a, filled);
        a = filled;
    }
    const Span span = span_of(a);
    const std::uint64_t extent = span.last - span.first + bytes;
    const bool aligned = (span.any & (bytes - 1)) == 0;
    if (!aligned ||
        !((range.writable && range_holds(range, span.first, extent)) ||
          refill_range(run_, warp_, range, span.first, span.first + extent, true)) ||
        (!range.host && !has_local(warp_, span.last, bytes))) {
        const bool good = store_lanes(run_, warp_, in, a, bytes, reinterpret_cast<const std::byte*>(v), sizeof(L)) &&
                          (trace == TraceLevel::none || record_access(run_, warp_, in, AccessKind::store, a, bytes));
        return good ? Then::next : Then::fault;
    }
    if constexpr (trace != TraceLevel::none) {
        if (!record<T, L>(in, AccessKind::store, a, span, v)) return Then::fault;
    }
    if (!range.host) {
        store_local<T>(warp_, a, v);
    } else {
        const std::uint64_t to = host_minus_device(range);
        for (std::uint32_t left = warp_.mask; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            *reinterpret_cast<T*>(to + a[lane]) = static_cast<T>(v[lane]);
        }
        if constexpr (trace == TraceLevel::full) {
            bool kept = true;
            for (int lane = 0; lane < kLanes; ++lane)
                kept &= *reinterpret_cast<const T*>(to + a[lane]) == static_cast<T>(v[lane]) || !(warp_.mask >> lane & 1);
            const TracedAccess access{AccessKind::store, warp_.mask, bytes, a};
            if (!kept) note_clash(run_, warp_, in, access, reinterpret_cast<const std::byte*>(v), sizeof(L));
        }
    }
    return Then::next;
}
