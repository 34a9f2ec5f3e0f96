// The interpreter's loop under the debugger (execute_loop.h), included with it in one place.

template <TraceLevel trace>
RunResult Loop<trace>::run_steps(Stepping& stepping) {
    const auto pause = [this] {
        finish();
        run_.quantum -= std::min(run_.quantum, steps_);
        return RunResult::paused;
    };
    for (;;) {
        stepping.now = run_.warp_instructions + steps_;
        warp_.pc = pc_;
        const Function* function = warp_.function;
        if (function->statement_starts[pc_] && !warp_.statement.is_new && begin_statement(warp_) && stepping.on_statement &&
            stepping.on_statement(warp_))
            return pause();
        if (stepping.now >= stepping.stop_at) return pause();
        const Instruction& in = code_[pc_];
        if (stepping.on_instruction) stepping.on_instruction(warp_, in);
        warp_.statement.is_new = false;
        const BeforeInstruction before{warp_.frame, warp_.calls.size(), warp_.mask};
        ++pc_;
        ++steps_;
        lane_steps_ += static_cast<std::uint64_t>(active_);
        const bool part = (in.flags & kMasked) && active_ != kLanes;
        Then then = compute(in, part ? warp_.scratch : frame_ + in.dst);
        if (then == Then::write && part) keep_inactive(in);
        if (then == Then::elsewhere) then = elsewhere(in);
        if (then == Then::write || then == Then::next || then == Then::turn_over) {
            warp_.pc = pc_;
            note_written(warp_, in, before);
        }
        if (then == Then::write || then == Then::next) continue;
        finish();
        return result_of(then);
    }
}
