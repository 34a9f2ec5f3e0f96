#include "ui/debugger/debug_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/number_text.h"
#include "base/thread_name.h"
#include "experiment/check/check_exercise.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/debugger_text.h"
#include "ui/lesson/exercise_panel.h"

namespace warpwise::ui {
namespace {

// Warp instructions that are counted for the timeline and the margin: the first count is there at once, the second one for a block
// that is longer, while nothing else is asked for.
constexpr std::uint64_t kCountedSteps[] = {std::uint64_t{1} << 16, std::uint64_t{1} << 22};

std::string key_of(const Workbench& bench) {
    return bench.lesson == nullptr || bench.kernel() == nullptr ? "" : bench.lesson->id + "/" + bench.kernel()->id;
}

std::string values_text(const Lesson& lesson, const ParameterValues& values) {
    std::string text;
    for (const Parameter& parameter : lesson.parameters)
        if (const auto value = values.find(parameter.id); value != values.end())
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.id, text_of(value->second));
    return text;
}

// The learner's text with the values of the check that failed, else with the draft's.
ExperimentRequest request_of(Workbench& bench, const ask::DebugExercise& exercise) {
    ExerciseState& own = bench.state<ExerciseState>();
    update_exercise(bench, own);
    const ExperimentRequest& draft = bench.draft.request;
    ExperimentRequest request = exercise_request(*bench.lesson, exercise.parameters.value_or(draft.parameters), own.text,
                                                 exercise.parameters ? exercise.seed : draft.seed, own.exercise);
    if (!exercise.parameters && draft.kernel == request.kernel) request.grid = draft.grid, request.block = draft.block;
    return request;
}

}  // namespace

bool DebugControl::busy() const {
    return sent_ != Sent::nothing || waiting_ || !planned_.empty() || bench_.state<AccessSurveys>().busy() ||
           bench_.state<FlowSurveys>().busy() || bench_.state<TileSurveys>().busy() || bench_.state<BinSurveys>().busy();
}

void DebugControl::open(const ask::Debug& asked) {
    if (bench_.lesson == nullptr || bench_.kernel() == nullptr) return;
    if (asked.exercise) {
        const Exercise* const exercise = current_exercise(bench_, bench_.state<ExerciseState>());
        if (exercise == nullptr || exercise->program) return;
    }
    is_exercise_ = asked.exercise.has_value();
    follow_draft();  // the same frame may have chosen another kernel
    reopened_ = false;
    start(asked);
}

void DebugControl::start(const ask::Debug& asked) {
    forget();
    asked_ = asked;
    const ExperimentRequest request = asked.exercise ? request_of(bench_, *asked.exercise) : debug_request_of(bench_);
    const auto resolved = asked.exercise ? resolve_launch(*bench_.lesson, request) : bench_.draft.resolved;
    if (resolved) {  // a smaller one than the choice was made for
        const LaunchShape& shape = resolved->shape;
        const auto last = [](std::uint32_t extent) { return std::max(extent, 1u) - 1; };
        asked_.block = {std::min(asked.block.x, last(shape.grid.x)), std::min(asked.block.y, last(shape.grid.y)),
                        std::min(asked.block.z, last(shape.grid.z))};
        asked_.warp = std::min(asked.warp, last(warps_of(shape)));
    }
    state_.options.block = asked_.block;
    if (asked.schedule) {
        state_.options.schedule = asked.schedule->schedule;
        state_.options.schedule_seed = asked.schedule->seed;
        state_.options.before = BlocksBefore::all_run;
    }
    state_.warp = asked_.warp;
    state_.look = asked.look;
    state_.front_view = asked.view;
    if (asked.lane >= 0) state_.pinned_lane = asked.lane;
    auto subject = std::make_shared<DebugSubject>();
    subject->lesson = bench_.lesson->id;
    subject->kernel = request.kernel;
    subject->edited = request.edited_source;
    subject->exercise = asked.exercise;
    subject->values = values_text(*bench_.lesson, request.parameters);
    subject->request = request;
    subject->options = state_.options;
    state_.subject = std::move(subject);
    state_.busy = true;
    state_.doing = "Opening the debugger";
    plan(asked_);
    std::shared_ptr<const Lesson> graded;
    if (asked.exercise && asked.exercise->parameters)
        graded = std::make_shared<const Lesson>(with_random_data(*bench_.lesson, asked.exercise->pass));
    const Lesson* const lesson = graded ? graded.get() : bench_.lesson;  // stays: Lessons keeps those that were read again
    DebugMaker make = [lesson, graded, request, options = state_.options, &devices = bench_.devices.set,
                       source = bench_.state<DebugSource>().open](const std::stop_token& stop, const auto& say) {
        return source ? source(*lesson, request, options, stop, say)
                      : open_debug_run(*lesson, request, devices, options, stop, say);
    };
    send(Sent::open, DebugWorker::Open{std::move(make), asked_.warp});
}

void DebugControl::plan(const ask::Debug& asked) {
    planned_.clear();
    to_fault_ = asked.before_fault;
    if (asked.line)
        for (int visit = 0; visit < std::max(asked.visits, 1); ++visit)
            planned_.push_back({.go = DebugGo::to_line, .warp = asked.warp, .line = *asked.line, .breakpoints = {}});
    if (asked.position)
        planned_.push_back({.go = DebugGo::to_position, .warp = asked.warp, .position = *asked.position, .breakpoints = {}});
    const bool to_write = asked.exercise && !asked.exercise->array.empty();
    if (asked.before_fault || to_write) planned_.push_back({.go = DebugGo::to_end, .warp = asked.warp, .breakpoints = {}});
    if (to_write) to_write_ = {asked.exercise->array, asked.exercise->element, asked.block};
}

// The address is known once the session has told its arrays.
std::optional<DebugCommand> DebugControl::command_to(const ask::DebugLastWrite& write) const {
    if (bench_.lesson == nullptr || state_.subject == nullptr || state_.arrays == nullptr) return std::nullopt;
    const KernelSpec* const kernel = bench_.lesson->find_kernel(state_.subject->kernel);
    if (kernel == nullptr) return std::nullopt;
    const auto argument = static_cast<std::size_t>(std::ranges::find(kernel->arguments, write.array) - kernel->arguments.begin());
    const auto array = std::ranges::find(*state_.arrays, argument, &DebugArray::argument);
    if (array == state_.arrays->end() || write.element < 0) return std::nullopt;
    const auto offset = static_cast<std::uint64_t>(write.element) * array->element_bytes;
    if (offset >= array->bytes) return std::nullopt;
    return DebugCommand{.go = DebugGo::back_to_write, .warp = state_.warp, .address = array->address + offset, .breakpoints = {}};
}

void DebugControl::to_last_write(const ask::DebugLastWrite& asked) {
    const bool is_of_draft = state_.is_open() && state_.subject->exercise.has_value() == bench_.draft.runs_exercise &&
                             !(state_.subject->exercise && state_.subject->exercise->parameters);
    const bool is_here = is_of_draft && (!asked.block || *asked.block == asked_.block);
    if (is_here) {
        if (const auto command = command_to(asked)) step(*command);
        return;
    }
    if (!asked.block) return;
    open({.block = *asked.block, .line = {}, .position = {}, .exercise = bench_.debugged_exercise()});
    planned_.push_back({.go = DebugGo::to_end, .breakpoints = {}});
    to_write_ = asked;
}

// At a fault the warp that caused it is shown.
void DebugControl::plan_from(const DebugState& state) {
    if (state.reason == StopReason::cancelled) {
        planned_.clear();
        to_write_.reset();
    }
    if (planned_.empty() && to_write_) {
        if (const auto command = command_to(*to_write_)) planned_.push_back(*command);
        to_write_.reset();
    }
    if (state.reason != StopReason::fault || !std::exchange(to_fault_, false)) return;
    if (!state.fault || !state.fault->thread || state_.subject == nullptr) return;
    const std::uint32_t warp = warp_of_thread(state_.subject->shape, *state.fault->thread);
    if (warp != state.warp) planned_.push_back({.go = DebugGo::stay, .warp = warp, .breakpoints = {}});
}

void DebugControl::step(const DebugCommand& command) {
    if (!state_.is_open() || sent_ == Sent::open) return;
    planned_.clear();
    to_write_.reset();
    waiting_ = command;
    if (sent_ == Sent::count) count_again_ = true;  // goes on once nothing else is asked for
    if (sent_ == Sent::count || sent_ == Sent::ask) worker_.stop();
}

void DebugControl::cancel() {
    if (sent_ == Sent::count || sent_ == Sent::ask) return;
    planned_.clear();
    waiting_.reset();
    if (sent_ != Sent::nothing) worker_.stop();
}

void DebugControl::close() {
    if (state_.subject == nullptr && state_.problem == std::nullopt && !state_.refused) return;
    forget();
    worker_.submit(DebugWorker::Close{});
}

// The views show nothing of the session any more, and what it still answers is passed over.
void DebugControl::forget() {
    if (sent_ != Sent::nothing) {
        ++outdated_;
        worker_.stop();
    }
    sent_ = Sent::nothing;
    planned_.clear();
    to_write_.reset();
    waiting_.reset();
    counts_ = 0;
    count_again_ = false;
    read_.clear();
    state_.now = state_.before = nullptr;
    state_.overview = nullptr;
    state_.arrays = nullptr;
    state_.subject = nullptr;
    state_.memory = nullptr;
    state_.evaluated.clear();
    state_.writer.reset();
    state_.watched.clear();
    state_.busy = false;
    state_.doing.clear();
    state_.problem.reset();
    state_.refused.reset();
    state_.chosen_access.reset();
    state_.look.clear();
    state_.front_view.clear();
}

void DebugControl::toggle_breakpoint(int line) {
    if (line <= 0) return;
    const auto found = std::ranges::find(state_.breakpoints, line, &DebugBreakpoint::line);
    if (found != state_.breakpoints.end())
        state_.breakpoints.erase(found);
    else
        state_.breakpoints.insert(std::ranges::upper_bound(state_.breakpoints, line, {}, &DebugBreakpoint::line),
                                  {.line = line, .condition = {}, .warp = {}});
}

void DebugControl::take(DebugWorker::Opened opened) {
    if (!opened.state) return lose(opened.state.error());
    auto subject = std::make_shared<DebugSubject>(*state_.subject);
    subject->entry = opened.source.entry;
    subject->origin = opened.source.origin;
    subject->text = std::move(opened.source.text);
    subject->shape = opened.shape;
    subject->parameters = std::move(opened.parameters);
    state_.subject = std::move(subject);
    state_.arrays = std::make_shared<const std::vector<DebugArray>>(std::move(opened.arrays));
    show(std::move(*opened.state));
}

void DebugControl::take(DebugWorker::Refused refused) {
    forget();
    if (refused.stopped) return;
    state_.refused = std::move(refused.why.fault);
    if (!state_.refused) state_.problem = std::move(refused.why.error);
}

void DebugControl::take(Result<DebugState> told) {
    if (!told) return lose(told.error());
    reopened_ = false;
    show(std::move(*told));
}

void DebugControl::take(Result<DebugOverview> told) {
    if (std::exchange(count_again_, false)) return;
    ++counts_;
    if (!told) return lose(told.error());
    if (told->complete || told->fault) counts_ = static_cast<int>(std::size(kCountedSteps));
    state_.overview = std::make_shared<const DebugOverview>(std::move(*told));
}

void DebugControl::take(std::vector<DebugMemory> memory) {
    state_.memory = std::make_shared<const std::vector<DebugMemory>>(std::move(memory));
}

// Of the stop that is shown, unless a step has made room for itself.
void DebugControl::take(DebugWorker::Told told) {
    if (!told.state) return lose(told.state.error());
    if (state_.now == nullptr || waiting_ || told.state->position != state_.now->position) return;
    for (DebugEvaluation& one : told.state->evaluated) state_.evaluated.push_back(std::move(one));
    for (const std::string& text : told.asked.expressions)  // it is not asked for again
        if (evaluation_of(state_, text) == nullptr)
            state_.evaluated.push_back({.expression = text, .texts = {}, .problem = "it is not known here"});
    if (told.asked.last_write) state_.writer = DebuggerState::LastWriter{*told.asked.last_write, std::move(told.state->written)};
}

// Only a kernel whose threads depend on each other's order ends differently under another one; then the run's order shows its
// fault.
bool DebugControl::takes_order_of_run(const DebugState& told) {
    const bool is_end = told.reason == StopReason::fault || told.reason == StopReason::end;
    if (!to_fault_ || !is_end || !asked_.fault_thread || state_.subject == nullptr) return false;
    if (told.fault && told.fault->thread == asked_.fault_thread) return false;
    const ScheduleChoice ran = bench_.draft.request.schedule.value_or(ScheduleChoice{});
    if (ScheduleChoice{state_.options.schedule, state_.options.schedule_seed} == ran) return false;
    state_.options.schedule = ran.schedule;
    state_.options.schedule_seed = ran.seed;
    start(ask::Debug(asked_));
    return true;
}

void DebugControl::show(DebugState told) {
    if (takes_order_of_run(told)) return;
    plan_from(told);
    state_.warp = told.warp;
    state_.before = std::move(state_.now);
    state_.now = std::make_shared<const DebugState>(std::move(told));
    state_.chosen_access.reset();
    state_.evaluated.clear();
    state_.writer.reset();
    read_is_old_ = true;
}

// The process of the emulator has ended. A session is made anew and led to where the last one stood, once.
void DebugControl::lose(const Error& error) {
    const std::uint64_t position = state_.now != nullptr ? state_.now->position : 0;
    const std::uint32_t warp = state_.warp;
    const Dim3 block = asked_.block;
    bench_.say(Severity::error, "The debugger's session was lost: " + error.message, error.hint);
    const bool again = state_.now != nullptr && !reopened_ && bench_.lesson != nullptr;
    forget();
    if (!again) {
        state_.problem = error;
        return;
    }
    reopened_ = true;
    ask::Debug again_there{.block = block, .warp = warp, .line = {}, .position = position, .exercise = asked_.exercise};
    if (again_there.exercise) again_there.exercise->array.clear();
    start(again_there);
}

// Another lesson or kernel: its own breakpoints, and no session of the one before.
void DebugControl::follow_draft() {
    std::string kernel = key_of(bench_) + (is_exercise_ ? "/exercise" : "");
    if (kernel == kernel_) return;
    close();
    breakpoints_[kernel_] = std::exchange(state_.breakpoints, {});
    kernel_ = std::move(kernel);
    state_.breakpoints = std::exchange(breakpoints_[kernel_], {});
    state_.options = {};
    state_.warp = 0;
    state_.pinned_lane = -1;
}

bool DebugControl::update() {
    if (state_.subject == nullptr && !state_.refused && !state_.problem) is_exercise_ = false;
    follow_draft();
    bool surveyed = bench_.state<AccessSurveys>().update();
    surveyed |= bench_.state<FlowSurveys>().update();
    surveyed |= bench_.state<TileSurveys>().update();
    surveyed |= bench_.state<BinSurveys>().update();
    std::vector<DebugWorker::Answer> answers = worker_.poll();
    for (DebugWorker::Answer& answer : answers) {
        if (outdated_ > 0) {
            --outdated_;
            continue;
        }
        sent_ = Sent::nothing;
        std::visit([this](auto& what) { take(std::move(what)); }, answer);
    }
    send_next();
    const bool moves = sent_ == Sent::open || sent_ == Sent::command;
    const bool changed = !answers.empty() || moves != state_.busy;
    state_.busy = moves;
    if (sent_ == Sent::open)
        if (std::string doing = worker_.doing(); !doing.empty()) state_.doing = std::move(doing);
    if (!moves) state_.doing.clear();
    state_.hovered_before = std::exchange(state_.hovered_lane, -1);
    state_.wanted_memory.clear();
    state_.wanted_expressions.clear();
    state_.wanted_writer.reset();
    bench_.ongoing.debugging = state_.subject != nullptr;
    return changed || sent_ == Sent::count || sent_ == Sent::ask || moves || surveyed;
}

void DebugControl::send_next() {
    if (sent_ != Sent::nothing || state_.now == nullptr) return;
    if (waiting_) planned_.push_front(*std::exchange(waiting_, std::nullopt));
    if (!planned_.empty()) {
        DebugCommand command = std::move(planned_.front());
        planned_.pop_front();
        command.breakpoints = state_.breakpoints;
        for (const auto& [name, watch] : state_.watched) command.watched.push_back(watch);
        command.expressions = state_.pinned;
        state_.doing = doing_text(command);
        return send(Sent::command, std::move(command));
    }
    if (!state_.wanted_memory.empty() && (read_is_old_ || read_ != state_.wanted_memory)) {
        read_ = state_.wanted_memory;
        read_is_old_ = false;
        return send(Sent::read, DebugWorker::Read{read_});
    }
    if (auto command = question()) return send(Sent::ask, DebugWorker::Ask{std::move(*command)});
    if (counts_ < static_cast<int>(std::size(kCountedSteps))) send(Sent::count, DebugWorker::Count{kCountedSteps[counts_]});
}

// What a view of this frame wants to know of the stop, and does not yet.
std::optional<DebugCommand> DebugControl::question() const {
    DebugCommand command{.go = DebugGo::stay, .warp = state_.warp, .breakpoints = {}, .look_ahead = false};
    for (const auto* const wanted : {&state_.pinned, &state_.wanted_expressions})
        for (const std::string& text : *wanted)
            if (evaluation_of(state_, text) == nullptr) command.expressions.push_back(text);
    if (state_.wanted_writer && (!state_.writer || state_.writer->of != *state_.wanted_writer))
        command.last_write = state_.wanted_writer;
    return command.expressions.empty() && !command.last_write ? std::nullopt : std::optional(std::move(command));
}

void DebugControl::send(Sent what, DebugWorker::Order order) {
    sent_ = what;
    worker_.submit(std::move(order));
}

}  // namespace warpwise::ui
