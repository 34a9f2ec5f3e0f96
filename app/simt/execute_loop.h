// The interpreter's loop over one warp. Each execute_isa_*.cpp includes it once, inside a namespace of its own and under
// `#pragma clang attribute`, so that only these functions use that processor's instructions.
//
// Speed comes from three things: an instruction works on 32 lanes at once; a load or store checks its whole warp against
// the object it touched last; what is rare lives elsewhere (execute_ops.h). No include here: the including file has them.

constexpr std::uint64_t uncommon_cost = 8;  // plain instructions, for each lane: these work lane by lane

template <TraceLevel trace>
class Loop {
  public:
    Loop(Worker& worker, Warp& warp) : worker_(worker), warp_(warp) { reload(); }
    RunResult run();

  private:
    template <typename T>
    const T* read(Operand operand) const {
        return reinterpret_cast<const T*>(banks_[operand & 3u] + offset_of(operand));
    }
    // The warp's function, frame and mask changed.
    void reload() {
        code_ = warp_.function->code.data();
        ranges_ = worker_.ranges[static_cast<std::size_t>(warp_.function - worker_.program.functions.data())].data();
        banks_[0] = warp_.frame;
        banks_[1] = worker_.launch.constants;
        banks_[2] = reinterpret_cast<const std::byte*>(warp_.special);
        banks_[3] = nullptr;
        active_ = static_cast<std::uint32_t>(std::popcount(warp_.mask));
    }
    void finish() {
        warp_.steps += steps_;
        warp_.steps_of_turn = 0;
        worker_.warp_instructions += steps_;
        worker_.lane_instructions += lane_steps_;
    }

    template <typename S, typename D, typename F>
    void map(const Instruction& in, std::byte* out, F f) const {
        const S* a = read<S>(in.a);
        D* d = reinterpret_cast<D*>(out);
#pragma clang loop vectorize(assume_safety)
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = static_cast<D>(f(a[lane]));
    }
    template <typename S, typename D, typename F>
    void map2(const Instruction& in, std::byte* out, F f) const {
        const S* a = read<S>(in.a);
        const S* b = read<S>(in.b);
        D* d = reinterpret_cast<D*>(out);
#pragma clang loop vectorize(assume_safety)
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = static_cast<D>(f(a[lane], b[lane]));
    }
    template <typename T, typename F>
    void map3(const Instruction& in, std::byte* out, F f) const {
        const T* a = read<T>(in.a);
        const T* b = read<T>(in.b);
        const T* c = read<T>(in.c);
        T* d = reinterpret_cast<T*>(out);
#pragma clang loop vectorize(assume_safety)
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = f(a[lane], b[lane], c[lane]);
    }
    template <typename T, typename C>
    void select(const Instruction& in, std::byte* out) const {
        const C* a = read<C>(in.a);
        const T* b = read<T>(in.b);
        const T* c = read<T>(in.c);
        T* d = reinterpret_cast<T*>(out);
#pragma clang loop vectorize(assume_safety)
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = (a[lane] & 1u) ? b[lane] : c[lane];
    }
    template <typename B>
    void index_address(const Instruction& in, std::byte* out) const {
        const std::uint64_t* a = read<std::uint64_t>(in.a);
        const B* b = read<B>(in.b);
        const auto scale = static_cast<std::uint64_t>(std::int64_t{in.imm});
        const auto offset = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(in.c)});
        auto* d = reinterpret_cast<std::uint64_t*>(out);
#pragma clang loop vectorize(assume_safety)
        for (int lane = 0; lane < kLanes; ++lane) {
            d[lane] = a[lane] + static_cast<std::uint64_t>(std::int64_t{b[lane]}) * scale + offset;
        }
    }
    // f sees no zero divisor in an active lane; the inactive lanes divide by 1.
    template <typename T, typename F>
    bool divide(const Instruction& in, std::byte* out, F f) {
        const T* a = read<T>(in.a);
        const T* b = read<T>(in.b);
        T* d = reinterpret_cast<T*>(out);
        for (int lane = 0; lane < kLanes; ++lane) {
            if (b[lane] == 0 && (warp_.mask >> lane & 1)) {
                return raise(worker_, warp_, in, lane, FaultKind::division_by_zero, "divides an integer by zero",
                             "A GPU does not stop at this: it goes on with a meaningless number. Guard the division.");
            }
        }
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = b[lane] == 0 ? T{0} : f(a[lane], b[lane]);
        return true;
    }
    template <typename T>
    static T quotient(T x, T y) {
        if constexpr (std::is_signed_v<T>) {
            if (y == -1) return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(x));
        }
        return static_cast<T>(x / y);
    }
    template <typename T>
    static T remainder(T x, T y) {
        if constexpr (std::is_signed_v<T>) {
            if (y == -1) return 0;
        }
        return static_cast<T>(x % y);
    }

    struct Span {
        std::uint64_t first, last, any;  // lowest and highest address of the active lanes, and all their bits
    };
    // The lanes' addresses, the inactive ones replaced by an active one's.
    Span gather_addresses(const std::uint64_t* a, std::uint64_t* x) const {
        const std::uint64_t some = a[std::countr_zero(warp_.mask)];
        std::uint64_t first = ~std::uint64_t{0}, last = 0, any = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::uint64_t address = warp_.lane_mask[lane] ? a[lane] : some;
            x[lane] = address;
            first = address < first ? address : first;
            last = address > last ? address : last;
            any |= address;
        }
        return {first, last, any};
    }
    template <std::uint32_t bytes>
    static bool is_consecutive(const std::uint64_t* a) {
        const std::uint64_t start = a[0];
        std::uint64_t differs = start & (bytes - 1);
        for (std::uint64_t lane = 0; lane < kLanes; ++lane) differs |= a[lane] ^ (start + lane * bytes);
        return differs == 0;
    }
    static bool range_holds(const CachedRange& range, std::uint64_t first, std::uint64_t bytes) {
        const std::uint64_t offset = first - range.base;
        return offset < range.size && range.size - offset >= bytes;
    }

    template <typename T, typename L>
    bool load(const Instruction& in, std::byte* out);
    template <typename T, typename L>
    bool store(const Instruction& in);
    void branch_if(const Instruction& in);
    static std::uint32_t condition_bits(const std::uint32_t* condition);
    // value: in `out`, all lanes; nothing: no result; elsewhere: not an opcode of the loop
    enum class Computed { value, nothing, elsewhere, fault };
    static Computed computed(bool good) { return good ? Computed::value : Computed::fault; }
    static Computed stored(bool good) { return good ? Computed::nothing : Computed::fault; }
    Computed compute(const Instruction& in, std::byte* out);
    void keep_inactive(const Instruction& in) const;
    // Control flow; true when the turn ends.
    bool control(const Instruction& in, RunResult& result);

    Worker& worker_;
    Warp& warp_;
    const Instruction* code_ = nullptr;
    CachedRange* ranges_ = nullptr;
    const std::byte* banks_[4] = {};
    std::uint32_t active_ = 0;
    std::uint64_t steps_ = 0, lane_steps_ = 0;
};

template <TraceLevel trace>
template <typename T, typename L>
bool Loop<trace>::load(const Instruction& in, std::byte* out) {
    constexpr std::uint32_t bytes = sizeof(T);
    const std::uint64_t* a = read<std::uint64_t>(in.a);
    L* d = reinterpret_cast<L*>(out);
    CachedRange& range = ranges_[&in - code_];
    if (warp_.mask == kAllLanes && range.host && range_holds(range, a[0], bytes * kLanes) && is_consecutive<bytes>(a)) {
        if constexpr (trace != TraceLevel::none) {
            if (!record_access(worker_, warp_, in, AccessKind::load, a, bytes)) return false;
        }
        const T* from = reinterpret_cast<const T*>(range.host + (a[0] - range.base));
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = from[lane];
        return true;
    }
    alignas(64) std::uint64_t x[kLanes];
    const Span span = gather_addresses(a, x);
    const std::uint64_t extent = span.last - span.first + bytes;
    const bool aligned = (span.any & (bytes - 1)) == 0;
    if (!aligned ||
        (!range_holds(range, span.first, extent) && !refill_range(worker_, warp_, range, span.first, span.first + extent, false))) {
        return load_lanes(worker_, warp_, in, a, bytes, out, sizeof(L)) &&
               (trace == TraceLevel::none || record_access(worker_, warp_, in, AccessKind::load, a, bytes));
    }
    if constexpr (trace != TraceLevel::none) {
        if (!record_access(worker_, warp_, in, AccessKind::load, a, bytes)) return false;
    }
    if (range.host) {
        const std::byte* from = range.host - range.base;
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = *reinterpret_cast<const T*>(from + x[lane]);
    } else {
        const std::byte* local = warp_.local.data();
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::uint64_t offset = x[lane] - kLocalBase;
            if constexpr (bytes == 8) {
                std::uint32_t low, high;
                __builtin_memcpy(&low, local + local_place(offset, lane), 4);
                __builtin_memcpy(&high, local + local_place(offset + 4, lane), 4);
                d[lane] = static_cast<L>(std::uint64_t{high} << 32 | low);
            } else {
                d[lane] = *reinterpret_cast<const T*>(local + local_place(offset, lane));
            }
        }
    }
    return true;
}

template <TraceLevel trace>
template <typename T, typename L>
bool Loop<trace>::store(const Instruction& in) {
    constexpr std::uint32_t bytes = sizeof(T);
    const std::uint64_t* a = read<std::uint64_t>(in.a);
    const L* v = read<L>(in.b);
    CachedRange& range = ranges_[&in - code_];
    if (warp_.mask == kAllLanes && range.writable && range_holds(range, a[0], bytes * kLanes) && range.host &&
        is_consecutive<bytes>(a)) {
        T* to = reinterpret_cast<T*>(range.host + (a[0] - range.base));
        for (int lane = 0; lane < kLanes; ++lane) to[lane] = static_cast<T>(v[lane]);
        return trace == TraceLevel::none || record_access(worker_, warp_, in, AccessKind::store, a, bytes);
    }
    alignas(64) std::uint64_t x[kLanes];
    const Span span = gather_addresses(a, x);
    const std::uint64_t extent = span.last - span.first + bytes;
    const bool aligned = (span.any & (bytes - 1)) == 0;
    if (!aligned || !((range.writable && range_holds(range, span.first, extent)) ||
                      refill_range(worker_, warp_, range, span.first, span.first + extent, true))) {
        return store_lanes(worker_, warp_, in, a, bytes, reinterpret_cast<const std::byte*>(v), sizeof(L)) &&
               (trace == TraceLevel::none || record_access(worker_, warp_, in, AccessKind::store, a, bytes));
    }
    if (range.host) {
        std::byte* to = range.host - range.base;
        for (std::uint32_t left = warp_.mask; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            *reinterpret_cast<T*>(to + x[lane]) = static_cast<T>(v[lane]);
        }
    } else {
        std::byte* local = warp_.local.data();
        for (std::uint32_t left = warp_.mask; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            const std::uint64_t offset = x[lane] - kLocalBase;
            if constexpr (bytes == 8) {
                const auto low = static_cast<std::uint32_t>(v[lane]), high = static_cast<std::uint32_t>(v[lane] >> 32);
                __builtin_memcpy(local + local_place(offset, lane), &low, 4);
                __builtin_memcpy(local + local_place(offset + 4, lane), &high, 4);
            } else {
                *reinterpret_cast<T*>(local + local_place(offset, lane)) = static_cast<T>(v[lane]);
            }
        }
    }
    return trace == TraceLevel::none || record_access(worker_, warp_, in, AccessKind::store, a, bytes);
}

template <TraceLevel trace>
std::uint32_t Loop<trace>::condition_bits(const std::uint32_t* condition) {
    std::uint32_t bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) bits |= (condition[lane] & 1u) << lane;
    return bits;
}

template <TraceLevel trace>
void Loop<trace>::branch_if(const Instruction& in) {
    const std::uint32_t taken = condition_bits(read<std::uint32_t>(in.dst)) & warp_.mask;
    const std::uint32_t left = warp_.mask & ~taken;
    if constexpr (trace != TraceLevel::none) ++worker_.counters.branches;
    if (left == 0 || taken == 0) {
        jump(warp_, left == 0 ? in.a : in.b);
        return;
    }
    if constexpr (trace != TraceLevel::none) ++worker_.counters.divergent_branches;
    const std::uint32_t join = in.c;
    if (join != warp_.join || join == kNoPc) {
        warp_.stack.push_back({join, warp_.mask, warp_.join});
        warp_.join = join;
    }
    if (in.a == join) {
        warp_.set_mask(left);
        warp_.pc = in.b;
    } else {
        if (in.b != join) warp_.stack.push_back({in.b, left, join});
        warp_.set_mask(taken);
        warp_.pc = in.a;
    }
}

// The active lanes of the scratch register into the destination.
template <TraceLevel trace>
void Loop<trace>::keep_inactive(const Instruction& in) const {
    const auto blend = [&]<typename T>(T) {
        T* d = reinterpret_cast<T*>(warp_.frame + in.dst);
        const T* s = reinterpret_cast<const T*>(warp_.scratch);
        for (int lane = 0; lane < kLanes; ++lane) {
            const T mask = static_cast<T>(std::int64_t{static_cast<std::int32_t>(warp_.lane_mask[lane])});
            d[lane] = (s[lane] & mask) | (d[lane] & ~mask);
        }
    };
    if (in.flags & kWide) {
        blend(std::uint64_t{});
    } else {
        blend(std::uint32_t{});
    }
}

template <TraceLevel trace>
bool Loop<trace>::control(const Instruction& in, RunResult& result) {
    switch (in.op) {
        case Op::branch_if: branch_if(in); break;
        case Op::switch_on:
            if constexpr (trace != TraceLevel::none) ++worker_.counters.branches;
            take_switch(worker_, warp_, in);
            break;
        case Op::ret: leave_call(worker_, warp_); break;
        case Op::call:
        case Op::call_indirect:
            if (!(in.op == Op::call ? enter_call(worker_, warp_, in) : enter_indirect_call(worker_, warp_, in))) {
                result = RunResult::fault;
                return true;
            }
            break;
        default: break;
    }
    if (warp_.status == WarpStatus::done) {
        result = RunResult::done;
        return true;
    }
    reload();
    if (steps_ < worker_.quantum) return false;
    result = RunResult::turn_over;
    return true;
}

template <TraceLevel trace>
RunResult Loop<trace>::run() {
    RunResult result = RunResult::turn_over;
    for (;;) {
        const Instruction& in = code_[warp_.pc++];
        ++steps_;
        lane_steps_ += active_;
        if (in.op >= Op::branch) {
            if (in.op == Op::branch && in.a != warp_.join && steps_ < worker_.quantum) {
                warp_.pc = in.a;
                continue;
            }
            if (in.op == Op::branch) jump(warp_, in.a);
            if (control(in, result)) break;
            continue;
        }
        const bool part = (in.flags & kMasked) && warp_.mask != kAllLanes;
        const Computed what = compute(in, part ? warp_.scratch : warp_.frame + in.dst);
        if (what == Computed::value) {
            if (part) keep_inactive(in);
        } else if (what == Computed::fault) {
            result = RunResult::fault;
            break;
        } else if (what == Computed::elsewhere) {
            worker_.charge(uncommon_cost * (1 + active_));
            warp_.steps_of_turn = steps_;  // clock64 counts within a turn, too
            if (in.op == Op::barrier) {
                const BarrierArrival arrival = arrive_at_barrier(worker_, warp_, in);
                if (arrival != BarrierArrival::other_lanes_first) {
                    result = arrival == BarrierArrival::wait ? RunResult::at_barrier : RunResult::fault;
                    break;
                }
            } else if (!run_uncommon(worker_, warp_, in)) {
                result = RunResult::fault;
                break;
            }
            if (warp_.status == WarpStatus::done) {
                result = RunResult::done;
                break;
            }
            if (in.op == Op::sleep) break;
            if (in.op == Op::trap || in.op == Op::barrier) reload();
        }
    }
    finish();
    return result;
}
