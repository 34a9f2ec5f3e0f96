#include "ui/workbench/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "base/number_text.h"
#include "experiment/record/record_text.h"
#include "experiment/run/emulator_check.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

std::string device_words(const RunRecord& record) { return words_for(record.device); }

bool is_truth(DeviceKind kind) { return traits_of(kind).is_reference; }

// The emulator runs one order of the threads, a GPU another: the counts of a race need not agree.
void add_race_luck(const RunRecord& record, Verdict& verdict) {
    if (record.fault->kind != FaultKind::data_race) return;
    verdict.lines.push_back("With a race the result depends on the order in which the threads run, and a GPU promises none.");
}

Verdict fault_verdict(const RunRecord& record) {
    Verdict verdict{VerdictTone::wrong, {}, {}};
    verdict.title = sentence(words_for(record.fault->kind)) + " on " + device_words(record);
    verdict.lines.push_back(sentence(record.fault->message));
    add_race_luck(record, verdict);
    if (!record.fault->hint.empty()) verdict.lines.push_back(record.fault->hint);
    return verdict;
}

Verdict wrong_verdict(const RunRecord& record) {
    const Check& check = *record.check;
    Verdict verdict{VerdictTone::wrong, "Wrong on " + device_words(record), {}};
    verdict.lines.push_back(check_text(check));
    if (const auto& first = check.first_difference) verdict.lines.push_back(difference_text(*first));
    return verdict;
}

// Of what differs, as the run found it: no line of the text is to blame for an element that no thread wrote.
const Diagnostic* reason_of_difference(const RunRecord& record) {
    const auto found = std::ranges::find(record.diagnostics, 0, &Diagnostic::line);
    return found != record.diagnostics.end() && record.check && record.check->first_difference ? &*found : nullptr;
}

// What the learner can see leads, and the race is the reason, unless no thread wrote the element.
Verdict race_verdict(const RunRecord& record) {
    Verdict verdict{VerdictTone::wrong,
                    fmt::format("{} {}", share_of_elements(record.check->differing, record.check->compared),
                                record.check->differing == 1 ? "differs" : "differ"),
                    {}};
    if (const auto& first = record.check->first_difference) verdict.lines.push_back(difference_text(*first));
    if (const Diagnostic* reason = reason_of_difference(record)) {
        verdict.lines.push_back(sentence(reason->message) + ". " + reason->hint);
        verdict.lines.push_back("There is a data race as well. " + sentence(record.fault->message));
    } else {
        verdict.lines.push_back("The reason is a data race. " + sentence(record.fault->message));
    }
    add_race_luck(record, verdict);
    if (!record.fault->hint.empty()) verdict.lines.push_back(record.fault->hint);
    return verdict;
}

Verdict right_verdict(const RunRecord& record) {
    Verdict verdict{VerdictTone::good, "Correct on " + device_words(record), {}};
    if (!record.check) {
        verdict.tone = VerdictTone::neutral;
        verdict.title = "Ran on " + device_words(record);
        return verdict;
    }
    if (is_truth(record.device.kind)) {
        verdict.tone = VerdictTone::neutral;
        verdict.title = "Ran on " + device_words(record);
        verdict.lines.push_back("Its result is what other devices are compared with. Choose one in Launch to compare.");
        return verdict;
    }
    const Check& check = *record.check;
    verdict.lines.push_back(check_text(check));
    if (check.max_abs_error > 0)
        verdict.lines.push_back(fmt::format("Largest error {:.3g}, allowed {:.3g}", check.max_abs_error, check.tolerance));
    return verdict;
}

// What compiles with a warning, as = for == does, and is then wrong: the warning is often the reason.
Verdict with_warning(Verdict verdict, const RunRecord& record) {
    if (const Diagnostic* first = first_of(record.diagnostics)) {
        verdict.lines.push_back(first->line > 0 ? fmt::format("A warning at line {}: {}", first->line, first->message)
                                                : sentence(first->message));
        if (!first->hint.empty()) verdict.lines.push_back(first->hint);
    }
    return verdict;
}

int rank_of(RunStatus status) {
    switch (status) {
        case RunStatus::error: return 4;
        case RunStatus::fault: return 3;
        case RunStatus::wrong: return 2;
        case RunStatus::cancelled: return 1;
        case RunStatus::ok: break;
    }
    return 0;
}

}  // namespace

Verdict compile_verdict(const Diagnostics& diagnostics) {
    const auto errors = std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity);
    Verdict verdict{
        VerdictTone::wrong, errors == 1 ? "Does not compile: 1 error" : fmt::format("Does not compile: {} errors", errors), {}};
    for (const Diagnostic& d : diagnostics) {
        if (d.severity != Severity::error) continue;
        verdict.lines.push_back(d.line > 0 ? fmt::format("Line {}: {}", d.line, d.message) : d.message);
        if (!d.hint.empty()) verdict.lines.push_back(d.hint);
        if (verdict.lines.size() >= 6) break;
    }
    return verdict;
}

Verdict verdict_of(const RunRecord& record) {
    if (record.status == RunStatus::cancelled)
        return {VerdictTone::neutral, "Cancelled on " + device_words(record), {"Nothing was compared."}};
    if (has_errors(record.diagnostics)) return compile_verdict(record.diagnostics);
    if (record.fault && record.check && !record.check->passed) return race_verdict(record);
    if (record.fault) return with_warning(fault_verdict(record), record);
    if (record.check && !record.check->passed) return with_warning(wrong_verdict(record), record);
    if (record.status == RunStatus::error) return {VerdictTone::wrong, "The run failed on " + device_words(record), {}};
    return right_verdict(record);
}

Verdict verdict_of(const std::vector<const RunRecord*>& records) {
    if (records.empty()) return {VerdictTone::neutral, "Not run yet", {"Press Run (F5) to see what this kernel does."}};
    const RunRecord* worst = *std::ranges::max_element(records, {}, [](const RunRecord* r) { return rank_of(r->status); });
    Verdict verdict = verdict_of(*worst);
    if (rank_of(worst->status) > 0) return verdict;
    // the serial CPU routine is what the others are compared with: alone it shows nothing
    const auto compared = std::ranges::count_if(records, [](const RunRecord* r) { return r->check && !is_truth(r->device.kind); });
    const auto shown = std::ranges::find_if(records, [](const RunRecord* r) { return r->check && !is_truth(r->device.kind); });
    if (shown == records.end()) return verdict;
    verdict = verdict_of(**shown);
    if (compared > 1 || records.size() > 1) verdict.title = "Correct on all devices";
    return verdict;
}

}  // namespace warpwise::ui
