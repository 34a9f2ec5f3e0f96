#include "ui/workbench/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/counted.h"
#include "base/diagnostic.h"
#include "base/number_text.h"
#include "experiment/record/record_text.h"
#include "experiment/run/emulator_check.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/older_tag.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui {
namespace {

std::string first_small(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

std::string words_for(const Workbench& bench, const DeviceId& device) {
    for (const DeviceInfo& info : bench.devices.present)
        if (info.id() == device) return warpwise::words_for(info);
    return name_of(device);
}

// An edited kernel has the kernel's own name, a version of an exercise the one that the exercise gives it.
bool is_of_exercise(const ExperimentRequest& request) { return !request.edited_entry.empty(); }

// A playground, such as a CUDA file that was opened, has kernels and no lesson.
const char* whose_unedited(const Workbench& bench) {
    return bench.lesson != nullptr && bench.lesson->playground ? "The kernel" : "The lesson's kernel";
}

std::string whose_text(const Workbench& bench, bool own, bool exercise) {
    return exercise ? "Your version" : own ? "Your edited kernel" : whose_unedited(bench);
}

// "Your version of ", "Your edited "; of the lesson's kernel nothing
std::string own_words(const ExperimentRequest& request) {
    return is_of_exercise(request) ? "Your version of " : request.edited_source ? "Your edited " : "";
}

bool is_text_of_draft(const std::optional<std::string>& text, const Workbench& bench) {
    const std::string* drafted = bench.own_text();
    return text.has_value() == (drafted != nullptr) && (drafted == nullptr || *text == *drafted);
}

bool are_values_of_draft(const ExperimentRequest& request, const Workbench& bench) {
    const ExperimentRequest& draft = bench.draft.request;
    return request.kernel == draft.kernel && request.parameters == draft.parameters && request.seed == draft.seed &&
           request.schedule == draft.schedule;
}

bool is_launch_of_draft(const ExperimentRequest& request, const LaunchShape& launch, const Workbench& bench) {
    return bench.draft.resolved && launch == bench.draft.resolved->shape && are_values_of_draft(request, bench) &&
           is_text_of_draft(request.edited_source, bench);
}

std::vector<const RunRecord*> latest_runs(const Workbench& bench, bool of_draft) {
    std::vector<const RunRecord*> records;
    for (const auto& [device, runs] : bench.results.runs)
        if (runs.latest && (!of_draft || is_of_draft(*runs.latest, bench))) records.push_back(&*runs.latest);
    return records;
}

const RunRecord* faulty_of(const std::vector<const RunRecord*>& records) {
    const auto found = std::ranges::find_if(records, [](const RunRecord* r) { return r->fault.has_value(); });
    return found != records.end() ? *found : nullptr;
}

int first_error_line(const Diagnostics& diagnostics) {
    const auto first = std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity);
    return first != diagnostics.end() ? first->line : 0;
}

bool runs_kernel(const RunRecord* record) { return traits_of(record->device.kind).runs_kernels; }

bool is_bad(const RunRecord& record) { return record.status != RunStatus::ok; }

// "Ran add_one<float> on the emulator: 128 threads, correct": of the first that went wrong, else of all together.
std::string brief_of(const std::vector<const RunRecord*>& records) {
    const auto bad = std::ranges::find_if(records, [](const RunRecord* r) { return is_bad(*r); });
    const RunRecord& told = bad != records.end() ? **bad : *records.front();
    const std::string what = first_small(own_words(told.request)) + told.kernel;
    if (was_refused(told)) return fmt::format("{} on {}: {}", sentence(what), warpwise::words_for(told.device), outcome_text(told));
    if (bad != records.end() && told.status == RunStatus::error)
        return fmt::format("{} {} on {}", sentence(what), outcome_text(told), warpwise::words_for(told.device));
    const std::string where =
        bad == records.end() && records.size() > 1 ? counted(records.size(), "device") : warpwise::words_for(told.device);
    if (std::ranges::none_of(records, &runs_kernel)) return fmt::format("Ran the CPU routine on {}", where);
    return fmt::format("Ran {} on {}: {}, {}", what, where, counted(told.launch.thread_count(), "thread"), outcome_text(told));
}

Outcome outcome_of_runs(const Workbench& bench, std::vector<const RunRecord*> records) {
    Outcome outcome;
    const auto kernel = std::ranges::find_if(records, runs_kernel);
    const RunRecord& shown = kernel != records.end() ? **kernel : *records.front();
    outcome.subject = shown.request.edited_source ? Subject::your_version : Subject::lesson_kernel;
    outcome.whose = kernel != records.end() ? whose_kernel(bench, shown) : "The CPU routine";
    outcome.verdict = verdict_of(records);
    outcome.brief = brief_of(records);
    outcome.faulty = faulty_of(records);
    for (const RunRecord* record : records)
        if (outcome.error_line == 0) outcome.error_line = first_error_line(record->diagnostics);
    outcome.records = std::move(records);
    return outcome;
}

// The emulator's word on a run that a GPU made. What it found leads: the GPU's own result may be right by luck.
void add_check(Outcome& outcome, const EmulatorCheck& check) {
    std::vector<std::string>& lines = outcome.verdict.lines;
    if (check.running) return lines.push_back("The emulator is checking the accesses of this run.");
    if (!check.record) return lines.push_back("The emulator did not check this run: " + check.why_not);
    const RunRecord& record = *check.record;
    switch (end_of_check(record)) {
        case CheckEnd::passed:
            return lines.push_back("The emulator checked this run: no access past an array, no race, no uninitialised read.");
        case CheckEnd::out_of_steps:
            return lines.push_back("The emulator found nothing up to where it stopped: the launch has more steps than it checks.");
        case CheckEnd::not_run: {
            const Diagnostic* first = first_of(record.diagnostics);
            const std::string why = record.fault ? record.fault->message : first != nullptr ? first->message : "it could not start";
            return lines.push_back("The emulator did not check this run: " + why);
        }
        case CheckEnd::found: break;
    }
    const std::string kind = warpwise::words_for(record.fault->kind);
    std::vector<std::string> told = {sentence(record.fault->message)};
    if (!record.fault->hint.empty()) told.push_back(record.fault->hint);
    if (outcome.verdict.tone != VerdictTone::wrong) {
        outcome.verdict.title = "The GPU ran it; the emulator found: " + kind;
        outcome.verdict.tone = VerdictTone::wrong;
        outcome.brief += ", but the emulator found: " + kind;
    } else {
        told.front() = "The emulator found: " + told.front();
    }
    lines.insert(lines.begin(), told.begin(), told.end());
    outcome.faulty = &record;
}

std::string sweep_text(const Sweep& sweep) {
    std::string text = sweep.done < sweep.asked
                           ? fmt::format("{} of {} runs", with_separators(sweep.done), with_separators(sweep.asked))
                           : counted(sweep.done, "run");
    if (sweep.wrong > 0) return text + fmt::format(", {} not correct", with_separators(sweep.wrong));
    if (sweep.done > 0) text += sweep.done == 1 ? ", correct" : ", all correct";
    return text;
}

bool has_swept(const Workbench& bench) {
    const std::optional<Sweep>& sweep = bench.results.sweep;
    return sweep && sweep->asked > 0 && sweep->request.kernel == bench.draft.request.kernel;
}

// What went on beside the runs, or instead of them: never compared as a run of the draft is.
std::vector<Outcome> others_of(const Workbench& bench) {
    std::vector<Outcome> others;
    const auto add = [&](Subject subject, std::string whose, VerdictTone tone, std::string title, std::string line) {
        Outcome outcome;
        outcome.subject = subject;
        outcome.whose = std::move(whose);
        outcome.verdict = {tone, std::move(title), {}};
        if (!line.empty()) outcome.verdict.lines.push_back(std::move(line));
        outcome.brief = outcome.whose + ": " + outcome.verdict.title;
        others.push_back(std::move(outcome));
    };
    if (has_swept(bench)) {
        const Sweep& sweep = *bench.results.sweep;
        const bool older = !is_text_of_draft(sweep.edited_source, bench);
        const VerdictTone tone = older || sweep.done == 0 ? VerdictTone::neutral
                                 : sweep.wrong > 0        ? VerdictTone::wrong
                                                          : VerdictTone::good;
        const std::string what =
            sweep.edited_source ? fmt::format("Sweep of {} over ", first_small(whose_text(bench, true, bench.draft.runs_exercise)))
                                : "Sweep over ";
        add(Subject::sweep, what + swept_name(bench.lesson, sweep.over), tone,
            sentence((older ? "before your edit: " : "") + sweep_text(sweep)), sweep.first_wrong);
        others.back().is_older = older;
        if (older) others.back().older_than = kOlderThanEdit;
    }
    for (const auto& [whose, program] :
         {std::pair("The program", &bench.results.program), std::pair("The program in ranks", &bench.results.ranks)}) {
        if (!*program) continue;
        add(Subject::program, whose, (*program)->went_well ? VerdictTone::good : VerdictTone::wrong, (*program)->title, {});
        std::ranges::copy((*program)->lines, std::back_inserter(others.back().verdict.lines));
    }
    if (const auto& moving = bench.results.moving; moving && (moving->steps > 0 || !moving->error.empty())) {
        const std::string title = counted(moving->steps, "step") + (moving->error.empty() ? "" : ", then it stopped") + " on " +
                                  words_for(bench, moving->device);
        add(Subject::animation, "Animation", moving->error.empty() ? VerdictTone::neutral : VerdictTone::wrong, title,
            moving->error);
    }
    if (bench.results.live_rounds > 0)
        add(Subject::live_loop, "Live plot", VerdictTone::neutral, counted(bench.results.live_rounds, "timed run"), {});
    return others;
}

Outcome outcome_of_refused(const Workbench& bench, const RefusedRun& refused) {
    Outcome outcome;
    outcome.subject = refused.request.edited_source ? Subject::your_version : Subject::lesson_kernel;
    outcome.whose = whose_text(bench, refused.request.edited_source.has_value(), is_of_exercise(refused.request));
    outcome.verdict = {
        VerdictTone::wrong, "Could not run on " + words_for(bench, refused.request.device), {sentence(refused.error.message)}};
    if (!refused.error.hint.empty()) outcome.verdict.lines.push_back(refused.error.hint);
    outcome.brief = outcome.verdict.title;
    return outcome;
}

void make_older(Outcome& outcome, const Workbench& bench) {
    const bool same_text =
        std::ranges::all_of(outcome.records, [&](const RunRecord* r) { return is_text_of_draft(r->request.edited_source, bench); });
    const std::string when = same_text ? "Before your change: " : "Before your edit: ";
    outcome.is_older = outcome.rows_are_older = true;
    outcome.older_than = same_text ? kOlderThanChange : kOlderThanEdit;
    outcome.verdict.tone = VerdictTone::neutral;
    outcome.verdict.title = when + first_small(outcome.verdict.title);
    outcome.verdict.lines.insert(
        outcome.verdict.lines.begin(),
        fmt::format("The {} changed since this run. {}", same_text ? "values have" : "text has",
                    bench.results.status.busy ? "Another is under way." : "Press Run (F5) for a new one."));
    outcome.brief = when + first_small(outcome.brief);
}

// What is on the screen beside the result: the compiler's word on the text as it is now.
const CheckedText* refused_text(const Workbench& bench) {
    const std::optional<CheckedText>& text = bench.results.text;
    const bool is_current = text && text->kernel == bench.draft.request.kernel && is_text_of_draft(text->edited_source, bench) &&
                            has_errors(text->diagnostics);
    return is_current ? &*text : nullptr;
}

Outcome outcome_of_text(const Workbench& bench, const CheckedText& text) {
    Outcome outcome;
    outcome.subject = text.edited_source ? Subject::your_version : Subject::lesson_kernel;
    outcome.whose = whose_text(bench, text.edited_source.has_value(), bench.draft.runs_exercise);
    outcome.verdict = compile_verdict(text.diagnostics);
    outcome.error_line = first_error_line(text.diagnostics);
    outcome.brief = outcome.whose + ": " + first_small(outcome.verdict.title);
    return outcome;
}

std::string line_of(const Outcome& other) {
    return fmt::format("{}: {}{}", other.whose, first_small(other.verdict.title),
                       other.subject == Subject::animation || other.subject == Subject::live_loop ? ", not compared" : "");
}

// Whether the last Run was of what stands in the launch panel now.
bool is_begun(const Workbench& bench) {
    const std::optional<ExperimentRequest>& begun = bench.results.begun;
    return begun && are_values_of_draft(*begun, bench) && is_text_of_draft(begun->edited_source, bench);
}

// Without the compiler's word on the text.
Outcome outcome_of_what_ran(const Workbench& bench) {
    std::vector<Outcome> others = others_of(bench);
    const auto refused = std::ranges::find_if(bench.results.refused, [&](const RefusedRun& run) {
        return are_values_of_draft(run.request, bench) && is_text_of_draft(run.request.edited_source, bench);
    });
    Outcome outcome;
    if (auto records = latest_runs(bench, true); !records.empty()) {
        outcome = outcome_of_runs(bench, std::move(records));
        if (const EmulatorCheck* check = check_of_draft(bench)) add_check(outcome, *check);
        if (const auto& compared = bench.results.compared;
            compared && is_of_draft(compared->yours, bench) && !compared->difference.empty())
            outcome.verdict.lines.push_back(fmt::format("Compared with the lesson's {}: {}",
                                                        compared->is_solution ? "solution" : "kernel", compared->difference));
        if (refused != bench.results.refused.end())
            outcome.verdict.lines.push_back(
                fmt::format("Could not run on {}: {}", words_for(bench, refused->request.device), refused->error.message));
    } else if (refused != bench.results.refused.end()) {
        outcome = outcome_of_refused(bench, *refused);
    } else if (auto older = latest_runs(bench, false); !older.empty()) {
        outcome = outcome_of_runs(bench, std::move(older));
        make_older(outcome, bench);
    } else if (!others.empty()) {
        outcome = std::move(others.front());
        others.erase(others.begin());
        if (outcome.subject == Subject::animation || outcome.subject == Subject::live_loop)
            outcome.verdict.lines.push_back("Nothing of it is compared with the CPU routine. Press Run (F5) to compare one run.");
    } else if (is_begun(bench) && (bench.results.is_cancelled || bench.results.is_told_running)) {
        const bool cancelled = bench.results.is_cancelled;
        outcome.verdict = {VerdictTone::neutral,
                           cancelled ? "Cancelled" : "Running",
                           {cancelled ? "Nothing was compared. F5 runs it again." : "Esc cancels it."}};
        outcome.brief = cancelled ? "Cancelled: F5 runs it again" : "Running";
    } else {
        outcome.verdict = verdict_of(std::vector<const RunRecord*>());
        outcome.brief = search_of_draft(bench) != nullptr ? "A search has run this kernel: Result has what it found"
                        : bench.draft.runs_exercise       ? "Your version has not run yet: F5 runs it"
                                                          : "The kernel has not run yet: F5 runs it";
    }
    for (const Outcome& other : others) outcome.verdict.lines.push_back(line_of(other));
    return outcome;
}

// What ran, and the compiler's word on the text.
Outcome outcome_of_draft(const Workbench& bench) {
    Outcome ran = outcome_of_what_ran(bench);
    const CheckedText* text = refused_text(bench);
    if (text == nullptr) return ran;
    const bool is_of_this_text = !ran.records.empty() && !ran.is_older;
    if (is_of_this_text) {  // it ran where another compiler took it, or the verdict says that it does not compile
        if (ran.error_line == 0) {
            const Diagnostic* first = first_of(text->diagnostics);
            ran.verdict.lines.push_back(
                fmt::format("The emulator's compiler does not accept this text. Line {}: {}", first->line, first->message));
            ran.error_line = first->line;
        }
        return ran;
    }
    Outcome outcome = outcome_of_text(bench, *text);
    if (ran.subject != Subject::nothing)
        // a program, in one process or several, is compiled from the file: no edit comes between
        outcome.verdict.lines.push_back(ran.is_older                      ? ran.verdict.title
                                        : ran.subject == Subject::program ? line_of(ran)
                                                                          : "Before your edit: " + first_small(line_of(ran)));
    outcome.records = std::move(ran.records);
    outcome.is_older = outcome.rows_are_older = !outcome.records.empty();
    if (outcome.is_older) outcome.older_than = kOlderThanEdit;
    return outcome;
}

// A check of the exercise is of several launches: it stands before a run until something runs again.
Outcome outcome_of_check(const ExerciseCheck& check, bool older) {
    Outcome outcome;
    outcome.subject = Subject::exercise_check;
    outcome.whose = "Your version, checked";
    const std::string title = check.passed ? "Passed" : "Not passed yet";
    const VerdictTone tone = older ? VerdictTone::neutral : check.passed ? VerdictTone::good : VerdictTone::wrong;
    outcome.verdict = {tone, older ? "Before your edit: " + first_small(title) : title, check.lines};
    if (older)
        outcome.verdict.lines.insert(outcome.verdict.lines.begin(), "The text has changed since this check. Check it again.");
    outcome.brief = (older ? "Before your edit: checked your version: " : "Checked your version: ") + first_small(title);
    if (!check.passed && !check.lines.empty()) outcome.brief += ". " + sentence(check.lines.front());
    outcome.is_older = older;
    if (older) outcome.older_than = kOlderThanEdit;
    outcome.error_line = older ? 0 : check.error_line;
    return outcome;
}

void add_exercise(Outcome& outcome, const ExerciseCheck& check, const Workbench& bench) {
    if (check.running) return outcome.verdict.lines.push_back("The exercise is being checked.");
    Outcome told = outcome_of_check(check, !bench.draft.exercise || bench.draft.exercise->text != check.text);
    const bool does_not_compile = outcome.error_line > 0;  // the text as it is now
    if (!check.newest || does_not_compile) {
        const std::string why = check.passed || check.lines.empty() ? "" : ". " + sentence(check.lines.front());
        outcome.verdict.lines.push_back(line_of(told) + why);
        return;
    }
    if (outcome.records.empty() && outcome.subject != Subject::nothing) told.verdict.lines.push_back(line_of(outcome));
    if (!outcome.records.empty()) told.rows_say = first_small(outcome.verdict.title);
    told.records = std::move(outcome.records);
    told.rows_are_older = outcome.rows_are_older;
    if (told.older_than.empty()) told.older_than = outcome.older_than;
    outcome = std::move(told);
}

}  // namespace

bool is_of_draft(const RunRecord& record, const Workbench& bench) {
    return is_launch_of_draft(record.request, record.launch, bench);
}

bool are_values_of_draft(const RunRecord& record, const Workbench& bench) {
    return bench.draft.resolved && record.launch == bench.draft.resolved->shape && are_values_of_draft(record.request, bench);
}

const KernelSearch* search_of_draft(const Workbench& bench) {
    const std::optional<KernelSearch>& search = bench.results.search;
    if (!search || search->request.kernel != bench.draft.request.kernel || !is_text_of_draft(search->request.edited_source, bench))
        return nullptr;
    const bool same = search->launch && is_launch_of_draft(search->request, *search->launch, bench);
    return search->running || search->smallest || same ? &*search : nullptr;
}

const EmulatorCheck* check_of_draft(const Workbench& bench) {
    const std::optional<EmulatorCheck>& check = bench.results.check;
    return check && is_launch_of_draft(check->request, check->launch, bench) ? &*check : nullptr;
}

std::string whose_kernel(const Workbench& bench, const RunRecord& record) {
    const std::string own = own_words(record.request);
    return (own.empty() ? whose_unedited(bench) + std::string(" ") : own) + record.kernel;
}

Outcome outcome_of(const Workbench& bench) {
    Outcome outcome = outcome_of_draft(bench);
    if (bench.results.exercise) add_exercise(outcome, *bench.results.exercise, bench);
    return outcome;
}

std::optional<Message> message_of(const Workbench& bench, const RunRecord& record) {
    const std::string where = whose_kernel(bench, record) + " on " + warpwise::words_for(record.device) + ": ";
    if (record.fault) return Message{Severity::error, where + record.fault->message, record.fault->hint, {}};
    const Diagnostic* first = first_of(record.diagnostics);
    if (record.status != RunStatus::error || first == nullptr) return std::nullopt;
    return Message{Severity::error, fmt::format("{}:{}: {}", first->file, first->line, first->message), first->hint, {}};
}

}  // namespace warpwise::ui
