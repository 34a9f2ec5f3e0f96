// What a session tells of the moment at which it stands, and of the whole block.
#include <algorithm>
#include <map>

#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect.h"
#include "simt/debug/session.h"
#include "simt/execute/execute_block.h"
#include "simt/execute/execute_objects.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/line_counter.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kLookAheadSteps = 20'000;
constexpr std::size_t kMostSpans = std::size_t{1} << 19;  // of a block: 16 MB

bool does_the_same(const TimelineSpan& a, const TimelineSpan& b) {
    return a.kind == b.kind && a.line == b.line && a.array == b.array && a.access == b.access;
}

// The spans of a warp, few enough to keep: those that share a place are one, of the most telling kind.
std::vector<TimelineSpan> coarse(const std::vector<TimelineSpan>& spans, std::uint64_t length, std::size_t most) {
    if (spans.size() <= most) return spans;
    std::vector<TimelineSpan> out;
    const std::uint64_t cell = length / most + 1;
    for (const TimelineSpan& span : spans) {
        const std::uint64_t begin = span.begin / cell * cell, end = (span.end + cell - 1) / cell * cell;
        if (!out.empty() && out.back().end > begin && out.back().end - out.back().begin <= cell && end - begin <= cell) {
            const bool tells_more = span.kind != TimelineSpan::Kind::running &&
                                    (span.kind == TimelineSpan::Kind::extra || out.back().kind == TimelineSpan::Kind::running);
            if (tells_more) {
                out.back() = {span.kind, span.warp, out.back().begin, out.back().end, span.line, span.array, span.access};
            } else if (span.kind == out.back().kind && !does_the_same(span, out.back())) {
                out.back().line = out.back().array = 0;
                out.back().access = TimelineSpan::Access::none;
            }
            out.back().end = std::max(out.back().end, span.end);
            continue;
        }
        const std::uint64_t from = out.empty() ? span.begin : std::max(span.begin, out.back().end);
        if (from >= span.end) continue;
        if (!out.empty() && does_the_same(out.back(), span) && out.back().end == from) {
            out.back().end = span.end;
        } else {
            out.push_back({span.kind, span.warp, from, span.end, span.line, span.array, span.access});
        }
    }
    return out;
}

// The timeline of a block as it runs.
class Observer {
  public:
    explicit Observer(const BlockRun& run) : spans_(run.warp_count) {}
    void run(const Warp& warp, const Instruction& in, const std::vector<DebugAccess>& accesses, std::uint64_t now) {
        TimelineSpan span{.warp = warp.id, .begin = now, .end = now + 1, .line = warp.function->locations[warp.pc].line};
        if (span.line == 0) span.line = warp.statement.line;
        for (const DebugAccess& access : accesses) {
            if (costs_extra(access)) {
                span.kind = TimelineSpan::Kind::extra;
            } else if (access.space == MemorySpace::global && span.kind == TimelineSpan::Kind::running) {
                span.kind = TimelineSpan::Kind::memory;
            }
            span.access = access.is_atomic  ? TimelineSpan::Access::atomic
                          : access.is_store ? TimelineSpan::Access::write
                                            : TimelineSpan::Access::read;
            span.array = place_of(access.array);
        }
        add(span);
        if (in.op == Op::barrier) waits_since_[warp.id] = now + 1;
    }
    DebugOverview finish(const BlockRun& run, std::uint64_t length) {
        DebugOverview overview{.length = length};
        overview.arrays = std::move(arrays_);
        for (std::uint32_t i = 0; i < run.warp_count; ++i) {
            auto& spans = spans_[i];
            const std::uint64_t end = spans.empty() ? 0 : spans.back().end;
            const bool done = run.warps[i].status == WarpStatus::done;
            const bool waits = run.warps[i].status == WarpStatus::at_barrier;
            if ((done || waits) && end < length)
                spans.push_back({done ? TimelineSpan::Kind::exited : TimelineSpan::Kind::barrier, i, end, length});
            std::ranges::copy(coarse(spans, length, kMostSpans / run.warp_count), std::back_inserter(overview.timeline));
        }
        return overview;
    }

  private:
    // 1 + index in DebugOverview::arrays
    std::uint32_t place_of(const std::string& array) {
        if (array.empty()) return 0;
        const auto found = std::ranges::find(arrays_, array);
        if (found != arrays_.end()) return static_cast<std::uint32_t>(found - arrays_.begin()) + 1;
        arrays_.push_back(array);
        return static_cast<std::uint32_t>(arrays_.size());
    }
    void add(const TimelineSpan& span) {
        auto& spans = spans_[span.warp];
        if (const auto waits = waits_since_.find(span.warp); waits != waits_since_.end()) {
            if (waits->second < span.begin) spans.push_back({TimelineSpan::Kind::barrier, span.warp, waits->second, span.begin});
            waits_since_.erase(waits);
        }
        if (!spans.empty() && does_the_same(spans.back(), span) && spans.back().end == span.begin) {
            spans.back().end = span.end;
        } else {
            spans.push_back(span);
        }
    }

    std::vector<std::vector<TimelineSpan>> spans_;  // by warp
    std::vector<std::string> arrays_;
    std::map<std::uint32_t, std::uint64_t> waits_since_;
};

}  // namespace

// What the chosen warp's statement is about to touch: it is run, and taken back.
void Session::look_ahead(DebugState& state, bool values) {
    const Warp& chosen = run_.warps[chosen_];
    if (chosen.status != WarpStatus::ready) return;
    const BlockImage image = image_of(run_, &checkpoints_.back().image);
    const std::size_t mark = undo_.mark();
    AccessRecorder recorder(run_, types_, values);
    bool began = false;
    stepping_.stop_at = position() + kLookAheadSteps;
    stepping_.on_statement = [&](const Warp& warp) { return warp.id == chosen_ && began; };
    stepping_.on_instruction = [&](const Warp& warp, const Instruction& in) {
        recorder.settle();
        if (warp.id != chosen_) return;
        began = true;
        if (recorder.size() < kMostAccesses) recorder.note(warp, in, stepping_.now);
    };
    if (advance(run_, {run_warp_stepping}) == Advance::faulted && !recorder.is_settled() && run_.fault) {
        recorder.fail(*run_.fault);
        state.not_reached = accesses_behind(chosen, recorder.pc());
    }
    state.next = recorder.take();
    undo_.rewind(mark);
    undo_.drop_last_mark();
    put_back(image);
}

DebugState Session::state(StopReason reason, const DebugCommand& command, const std::stop_token& stop) {
    DebugState state{.reason = reason, .position = position(), .block = plan_.block_index(run_.block), .warp = chosen_};
    const Warp& warp = run_.warps[chosen_];
    state.line_step = warp.statement.begun ? warp.statement.begun - (is_between_statements() ? 0 : 1) : 0;
    state.frames = frames_of(run_, warp);
    state.lanes = lanes_of(run_, warp);
    state.stack = stack_of(warp);
    state.variables = variables_of(run_, warp);
    mark_changes(state.variables, variables_);
    variables_ = state.variables;
    take_types(state, debug_types_);
    state.last = last_;
    for (std::uint32_t i = 0; i < run_.warp_count; ++i) state.warps.push_back(summary_of(run_, run_.warps[i]));
    if (fault_ && end_ && position() >= *end_) state.fault = fault_;
    for (const Warning& warning : run_.warnings) state.findings.push_back(warning.text);
    if (launch_.race) {
        const Fault& race = *launch_.race;
        state.findings.push_back({.file = race.file,
                                  .line = race.line,
                                  .column = race.column,
                                  .severity = Severity::error,
                                  .message = race.message,
                                  .hint = race.hint});
    }
    state.printed = run_.printed;
    state.breakpoint = breakpoint_;
    state.condition_problem = condition_problem_;
    state.race = race_;
    state.checkpoints = checkpoints_.size();
    state.checkpoint_bytes = checkpoint_bytes();
    state.data_changed = data_changed_;
    state.evaluated = evaluate(state, command.expressions);
    if (command.look_ahead) {
        state.done = done_in_statement(command.values, stop);
        look_ahead(state, command.values);
    }
    if (command.last_write) state.written = last_write(*command.last_write, stop);
    return state;
}

DebugOverview Session::overview(std::uint64_t most_steps, const std::stop_token& stop) {
    if (most_steps == 0) return {.code = listing_of(*program_)};
    const Moment from = here();
    go_back_to(0);
    Observer observer(run_);
    LineCounter counter(*program_);
    const auto visit = [&](const Warp& warp) {
        counter.note_visit(warp);
        return false;
    };
    // A race is known once the access has been made: the next instruction sees it. One between warps takes the place of one within.
    std::optional<Fault> race;
    std::uint64_t race_position = 0;
    std::uint32_t race_warp = 0, last_warp = 0;
    std::uint64_t race_rank = ~std::uint64_t{0};
    const auto note_race = [&](std::uint64_t now) {
        if (!launch_.race || race_rank == launch_.race_rank) return;
        race_rank = launch_.race_rank;
        race = launch_.race;
        race_position = now - 1;
        race_warp = last_warp;
    };
    const auto run = [&](const Warp& warp, const Instruction& in) {
        note_race(stepping_.now);
        last_warp = warp.id;
        counter.note(run_.counters, warp, in, useful_bytes_of(run_, warp, in));
        observer.run(warp, in, accesses_of(run_, warp, in, stepping_.now), stepping_.now);
    };
    const Arrival arrival = forward(most_steps, visit, run, stop);
    counter.finish(run_.counters);
    DebugOverview overview = observer.finish(run_, position());
    overview.lines = counter.lines();
    overview.code = listing_of(*program_);
    overview.complete = arrival == Arrival::end;
    if (overview.complete) overview.fault = fault_;
    note_race(position());
    overview.race = race;
    overview.race_position = race_position;
    overview.race_warp = race_warp;
    static_cast<void>(go_to(from, {}));
    return overview;
}

DebugBlockAccesses Session::accesses(const DebugAccessesWanted& wanted, const std::stop_token& stop) {
    const Moment from = here();
    go_back_to(0);
    DebugBlockAccesses found;
    bool has_room = true;
    const auto run = [&](const Warp& warp, const Instruction& in) {
        if (wanted.warp && *wanted.warp != warp.id) return;
        for (DebugAccess& access : accesses_of(run_, warp, in, stepping_.now)) {
            if (access.space != MemorySpace::global && access.space != MemorySpace::shared) continue;
            has_room = has_room && found.accesses.size() < wanted.most;
            if (has_room) found.accesses.push_back({warp.id, std::move(access)});
        }
    };
    const Arrival arrival = forward(~std::uint64_t{0}, [&](const Warp&) { return !has_room; }, run, stop);
    found.complete = arrival == Arrival::end && has_room && !fault_;
    if (arrival == Arrival::end && fault_) {
        found.fault = fault_;
        if (ends_in_instruction_)
            std::erase_if(found.accesses, [&](const DebugBlockAccess& one) { return one.access.position == *end_; });
    }
    static_cast<void>(go_to(from, {}));
    return found;
}

}  // namespace warpwise::simt
