// The interpreter's loop over one warp. Each execute_isa_*.cpp includes it once, inside a namespace of its own and under
// `#pragma clang attribute`, so that only these functions use that processor's instructions.
//
// Speed comes from four things: an instruction works on 32 lanes at once; a load or store checks its whole warp against
// the object it touched last; what is rare lives elsewhere (execute_ops.h); and nothing here hands out `this`, so that the
// loop's own state stays in registers. No include here: the including file has them.

// Before a loop over the lanes. Left alone, its 32 steps are unrolled before they are vectorised, and then stay scalar; twice
// 16 lanes are all of it, so that no loop is left.
#define WARPWISE_VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety) vectorize_width(16) interleave_count(2) unroll(disable)")
#define WARPWISE_INLINE [[gnu::always_inline]] inline

constexpr std::uint64_t uncommon_cost = 8;  // plain instructions, for each lane: these work lane by lane

struct Span;

template <TraceLevel trace>
class Loop {
  public:
    Loop(BlockRun& run, Warp& warp) : run_(run), warp_(warp) { reload(); }
    RunResult run();
    RunResult run_steps(Stepping&);  // execute_loop_step.h

  private:
    template <typename T>
    WARPWISE_INLINE const T* read(Operand operand) const {
        return reinterpret_cast<const T*>(warp_.banks[operand & 3u] + offset_of(operand));
    }
    // The warp's pc, function, frame or mask changed.
    WARPWISE_INLINE void reload() {
        code_ = warp_.function->code.data();
        ranges_ = run_.ranges[static_cast<std::size_t>(warp_.function - run_.program.functions.data())].data();
        warp_.banks[0] = warp_.frame;
        frame_ = warp_.frame;
        pc_ = warp_.pc;
        active_ = std::popcount(warp_.mask);
    }
    WARPWISE_INLINE void finish() {
        warp_.pc = pc_;
        warp_.steps += steps_;
        warp_.steps_of_turn = 0;
        run_.warp_instructions += steps_;
        run_.lane_instructions += lane_steps_;
    }
    WARPWISE_INLINE CachedRange& range_here() const { return ranges_[pc_ - 1]; }

    template <typename S, typename D, typename F>
    WARPWISE_INLINE void map(const Instruction& in, std::byte* out, F f) const {
        const S* a = read<S>(in.a);
        D* d = reinterpret_cast<D*>(out);
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = static_cast<D>(f(a[lane]));
    }
    template <typename S, typename D, typename F>
    WARPWISE_INLINE void map2(const Instruction& in, std::byte* out, F f) const {
        const S* a = read<S>(in.a);
        const S* b = read<S>(in.b);
        D* d = reinterpret_cast<D*>(out);
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = static_cast<D>(f(a[lane], b[lane]));
    }
    template <typename T, typename F>
    WARPWISE_INLINE void map3(const Instruction& in, std::byte* out, F f) const {
        const T* a = read<T>(in.a);
        const T* b = read<T>(in.b);
        const T* c = read<T>(in.c);
        T* d = reinterpret_cast<T*>(out);
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = f(a[lane], b[lane], c[lane]);
    }
    template <typename T, typename C>
    WARPWISE_INLINE void select(const Instruction& in, std::byte* out) const {
        const C* a = read<C>(in.a);
        const T* b = read<T>(in.b);
        const T* c = read<T>(in.c);
        T* d = reinterpret_cast<T*>(out);
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = (a[lane] & 1u) ? b[lane] : c[lane];
    }
    template <typename B>
    WARPWISE_INLINE void index_address(const Instruction& in, std::byte* out) const {
        const std::uint64_t* a = read<std::uint64_t>(in.a);
        const B* b = read<B>(in.b);
        const auto scale = static_cast<std::uint64_t>(std::int64_t{in.imm});
        const auto offset = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(in.c)});
        auto* d = reinterpret_cast<std::uint64_t*>(out);
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) {
            d[lane] = a[lane] + static_cast<std::uint64_t>(std::int64_t{b[lane]}) * scale + offset;
        }
    }
    // f sees no zero divisor in an active lane; the inactive lanes divide by 1.
    template <typename T, typename F>
    WARPWISE_INLINE Then divide(const Instruction& in, std::byte* out, F f) {
        const T* a = read<T>(in.a);
        const T* b = read<T>(in.b);
        T* d = reinterpret_cast<T*>(out);
        for (int lane = 0; lane < kLanes; ++lane) {
            if (b[lane] == 0 && (warp_.mask >> lane & 1)) {
                raise(run_, warp_, in, lane, FaultKind::division_by_zero, "divides an integer by zero",
                      "A GPU does not stop here; it continues with a meaningless number. Guard the division.");
                return Then::fault;
            }
        }
        for (int lane = 0; lane < kLanes; ++lane) d[lane] = b[lane] == 0 ? T{0} : f(a[lane], b[lane]);
        return Then::write;
    }
    template <typename T>
    WARPWISE_INLINE static T quotient(T x, T y) {
        if constexpr (std::is_signed_v<T>) {
            if (y == -1) return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(x));
        }
        return static_cast<T>(x / y);
    }
    template <typename T>
    WARPWISE_INLINE static T remainder(T x, T y) {
        if constexpr (std::is_signed_v<T>) {
            if (y == -1) return 0;
        }
        return static_cast<T>(x % y);
    }

    template <typename T, typename L>
    Then load(const Instruction& in, std::byte* out);
    template <typename T, typename L>
    Then store(const Instruction& in);
    // Notes an access to one object under a trace, a store before it is done; false: a fault.
    template <typename T, typename L>
    bool record(const Instruction& in, AccessKind kind, const std::uint64_t* address, const Span& span, const L* values);
    Then branch_if(const Instruction& in);
    Then jump_to(std::uint32_t target);
    Then compute(const Instruction& in, std::byte* out);
    Then elsewhere(const Instruction& in);
    void keep_inactive(const Instruction& in) const;

    BlockRun& run_;
    Warp& warp_;
    const Instruction* code_ = nullptr;
    CachedRange* ranges_ = nullptr;
    std::byte* frame_ = nullptr;
    std::uint32_t pc_ = 0;  // of the next instruction; warp_.pc only where other code looks
    int active_ = 0;
    std::uint64_t steps_ = 0, lane_steps_ = 0;
};

WARPWISE_INLINE std::uint32_t condition_bits(const std::uint32_t* condition) {
    using Bits = bool __attribute__((ext_vector_type(kLanes)));
    using Lanes = std::uint32_t __attribute__((ext_vector_type(kLanes)));
    const Lanes lanes = *reinterpret_cast<const Lanes*>(condition);
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(lanes & 1u, Bits));
}

template <TraceLevel trace>
WARPWISE_INLINE Then Loop<trace>::jump_to(std::uint32_t target) {
    if (target != warp_.join) {
        pc_ = target;
    } else {
        resume(warp_);
        if (warp_.status == WarpStatus::done) return Then::done;
        reload();
    }
    return steps_ < run_.quantum ? Then::next : Then::turn_over;
}

template <TraceLevel trace>
WARPWISE_INLINE Then Loop<trace>::branch_if(const Instruction& in) {
    const std::uint32_t taken = condition_bits(read<std::uint32_t>(in.dst)) & warp_.mask;
    const std::uint32_t left = warp_.mask & ~taken;
    if constexpr (trace != TraceLevel::none) ++run_.counters.branches;
    if (left == 0) return jump_to(in.a);
    if (taken == 0) return jump_to(in.b);
    if constexpr (trace != TraceLevel::none) ++run_.counters.divergent_branches;
    pc_ = split(warp_, in, taken, left);
    active_ = std::popcount(warp_.mask);
    return steps_ < run_.quantum ? Then::next : Then::turn_over;
}

// The active lanes of the scratch register into the destination.
template <TraceLevel trace>
WARPWISE_INLINE void Loop<trace>::keep_inactive(const Instruction& in) const {
    const auto blend = [&]<typename T>(T) __attribute__((always_inline)) {
        T* d = reinterpret_cast<T*>(frame_ + in.dst);
        const T* s = reinterpret_cast<const T*>(warp_.scratch);
        WARPWISE_VECTOR_LOOP
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

// What the loop does not do itself.
template <TraceLevel trace>
WARPWISE_INLINE Then Loop<trace>::elsewhere(const Instruction& in) {
    run_.charge(uncommon_cost * (1 + static_cast<std::uint64_t>(active_)));
    warp_.pc = pc_;
    warp_.steps_of_turn = steps_;  // clock64 counts within a turn, too
    const Then then = run_elsewhere(run_, warp_, in);
    reload();
    return then == Then::next && steps_ >= run_.quantum && in.op > Op::branch ? Then::turn_over : then;
}

template <TraceLevel trace>
WARPWISE_INLINE RunResult Loop<trace>::run() {
    for (;;) {
        const Instruction& in = code_[pc_++];
        ++steps_;
        lane_steps_ += static_cast<std::uint64_t>(active_);
        if constexpr (trace == TraceLevel::full) {
            if (run_.lines) [[unlikely]] {
                warp_.pc = pc_ - 1;
                count_line(run_, warp_, in);
            }
        }
        const bool part = (in.flags & kMasked) && active_ != kLanes;
        Then then = compute(in, part ? warp_.scratch : frame_ + in.dst);
        if (then == Then::write) {
            if (part) keep_inactive(in);
            continue;
        }
        if (then == Then::next) continue;
        if (then == Then::elsewhere) then = elsewhere(in);
        if (then == Then::next) continue;
        finish();
        return result_of(then);
    }
}
