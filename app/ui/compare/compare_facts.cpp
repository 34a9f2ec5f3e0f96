#include "ui/compare/compare_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "base/diagnostic.h"
#include "base/escape.h"
#include "base/number_text.h"
#include "experiment/run/emulator_check.h"

namespace warpwise::ui {
namespace {

const Array* output_of(const RunRecord& record, const std::string& name) {
    if (record.outputs == nullptr) return nullptr;
    const auto found = std::ranges::find(*record.outputs, name, &Array::name);
    return found == record.outputs->end() ? nullptr : &*found;
}

const WriteMap* writes_of(const RunRecord& record, const std::string& name) {
    const auto place = std::ranges::find(record.argument_names, name);
    if (place == record.argument_names.end()) return nullptr;
    const auto argument = static_cast<std::size_t>(place - record.argument_names.begin());
    const auto found = std::ranges::find(record.writes, argument, &WriteMap::argument);
    return found == record.writes.end() ? nullptr : &*found;
}

bool same_bytes(const Array& a, const Array& b, std::size_t i) {
    const std::size_t bytes = size_of(a.dtype());
    return std::memcmp(a.data() + i * bytes, b.data() + i * bytes, bytes) == 0;
}

bool is_allowed(double found, double expected, const AllowedError& allowed) {
    if (found == expected || (std::isnan(found) && std::isnan(expected))) return true;
    return std::abs(found - expected) <= allowed.absolute + allowed.relative * std::abs(expected);
}

bool differ_at(const Array& yours, const Array& lessons, std::size_t i, DifferenceKind kind, const AllowedError& allowed) {
    if (same_bytes(yours, lessons, i)) return false;
    if (kind == DifferenceKind::exact || !is_float(yours.dtype())) return true;
    return !is_allowed(yours.value(i), lessons.value(i), allowed);
}

// Elements at which they differ; nothing where they cannot be held against each other.
std::optional<std::vector<std::uint8_t>> differences(const Array* yours, const Array* lessons, DifferenceKind kind,
                                                     const AllowedError& allowed) {
    if (yours == nullptr || lessons == nullptr || yours->dtype() != lessons->dtype() || yours->size() != lessons->size())
        return std::nullopt;
    std::vector<std::uint8_t> differs(yours->size());
    for (std::size_t i = 0; i < differs.size(); ++i) differs[i] = differ_at(*yours, *lessons, i, kind, allowed) ? 1 : 0;
    return differs;
}

void take_threads(CompareSide& side, const RunRecord& record, const CompareFacts& facts) {
    const WriteMap* map = writes_of(record, facts.array);
    const std::uint64_t threads = record.launch.thread_count();
    if (map == nullptr || threads > kMostComparedThreads) return;
    side.writer = map->writer;
    side.thread_differs.assign(threads, 0);
    side.first_written.assign(threads, 0);
    for (std::size_t element = 0; element < side.writer.size(); ++element) {
        if (side.writer[element] == 0 || side.writer[element] > threads) continue;
        const std::uint32_t thread = side.writer[element] - 1;
        if (side.first_written[thread] == 0) side.first_written[thread] = static_cast<std::uint32_t>(element) + 1;
        if (element < facts.differs.size() && facts.differs[element] != 0) {
            side.first_written[thread] =
                side.thread_differs[thread] != 0 ? side.first_written[thread] : static_cast<std::uint32_t>(element) + 1;
            side.thread_differs[thread] = 1;
        }
    }
}

void take_verdict(CompareSide& side, const RunRecord& record) {
    if (has_errors(record.diagnostics)) {
        side.verdict = "does not compile";
    } else if (record.fault) {
        side.verdict = words_for(record.fault->kind);
    } else if (!record.check) {
        side.verdict = "ran, not checked";
    } else if (record.check->differing == 0) {
        side.verdict = fmt::format("all {} right", with_separators(record.check->compared));
        side.is_right = true;
    } else {
        side.verdict =
            fmt::format("{} of {} wrong", with_separators(record.check->differing), with_separators(record.check->compared));
    }
}

double sum_of(const RunRecord& record, std::initializer_list<const char*> names) {
    double sum = 0;
    for (const char* name : names)
        if (const auto found = record.counters.find(name); found != record.counters.end()) sum += found->second;
    return sum;
}

struct Cost {
    const char* label;
    double (*of)(const RunRecord&);
    bool more_is_better = false, always = true;  // else only where one of the two is not 0
};

double requests_of(const RunRecord& r) { return sum_of(r, {"global_load_requests", "global_store_requests"}); }
double sectors_of(const RunRecord& r) { return sum_of(r, {"global_load_sectors", "global_store_sectors"}); }

constexpr Cost kCosts[] = {
    {"elements right", [](const RunRecord& r) { return r.check ? static_cast<double>(r.check->compared - r.check->differing) : 0; },
     true},
    {"requests", requests_of},
    {"sectors", sectors_of},
    {"sectors per request", [](const RunRecord& r) { return requests_of(r) > 0 ? sectors_of(r) / requests_of(r) : 0; }},
    {"atomic requests", [](const RunRecord& r) { return sum_of(r, {"global_atomic_requests", "global_reduction_requests"}); },
     false, false},
    {"warp instructions", [](const RunRecord& r) { return static_cast<double>(r.warp_instructions); }},
    {"active lanes per instruction",
     [](const RunRecord& r) {
         return r.warp_instructions > 0 ? static_cast<double>(r.lane_instructions) / static_cast<double>(r.warp_instructions) : 0;
     },
     true},
    {"divergent branches", [](const RunRecord& r) { return sum_of(r, {"divergent_branches"}); }},
    {"bank conflicts", [](const RunRecord& r) { return sum_of(r, {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}); },
     false, false},
};

void take_range(CompareFacts& facts) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Array* array : {facts.yours.array, facts.lessons.array}) {
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
            const double value = array->value(i);
            if (!std::isfinite(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low <= high) facts.low = low, facts.high = high;
}

std::string why_not_compared(const RunRecord& record) {
    if (has_errors(record.diagnostics)) return "Your text does not compile, so it left no array to compare.";
    if (record.fault) return "Your run was stopped before it left an array to compare.";
    return "Your run left no array to compare.";
}

}  // namespace

std::vector<CompareRow> compare_costs(const RunRecord& yours, const RunRecord& lessons) {
    std::vector<CompareRow> rows;
    for (const Cost& cost : kCosts) {
        const CompareRow row{cost.label, cost.of(yours), cost.of(lessons), cost.more_is_better};
        if (cost.always || row.yours != 0 || row.lessons != 0) rows.push_back(row);
    }
    return rows;
}

std::string value_text(double value) {
    if (std::abs(value - std::round(value)) < 1e-9 && std::abs(value) < 1e15) return with_separators(std::llround(value));
    return fmt::format("{:.2f}", value);
}

std::string difference_text(const CompareRow& row) {
    if (row.sign() == 0) return "equal";
    return fmt::format("{} {}", value_text(std::abs(row.yours - row.lessons)), row.sign() > 0 ? "more" : "fewer");
}

CompareFacts compare_facts(const RunRecord& yours, const RunRecord& lessons, DifferenceKind kind, const AllowedError& allowed,
                           const std::string& array) {
    CompareFacts facts;
    take_verdict(facts.yours, yours);
    take_verdict(facts.lessons, lessons);
    if (lessons.outputs != nullptr)
        for (const Array& output : *lessons.outputs) facts.arrays.push_back(output.name);
    if (has_errors(yours.diagnostics)) {  // its arrays are as they were before, and nothing was counted
        facts.yours.ran = false;
        facts.arrays.resize(std::min<std::size_t>(facts.arrays.size(), 1));
        facts.array = facts.arrays.empty() ? "" : facts.arrays.front();
        facts.lessons.array = output_of(lessons, facts.array);
        take_threads(facts.lessons, lessons, facts);
        facts.why_not = why_not_compared(yours);
        return facts;
    }
    facts.rows = compare_costs(yours, lessons);
    // the one that is asked for; else the first that differs, else the first
    const auto asked = std::ranges::find(facts.arrays, array);
    for (const std::string& name : asked != facts.arrays.end() ? std::vector{array} : facts.arrays) {
        auto differs = differences(output_of(yours, name), output_of(lessons, name), kind, allowed);
        const bool any = differs && std::ranges::find(*differs, 1) != differs->end();
        if (!differs || (!facts.array.empty() && !any)) continue;
        facts.array = name;
        facts.differs = std::move(*differs);
        if (any) break;
    }
    if (facts.array.empty()) {
        facts.why_not = why_not_compared(yours);
        return facts;
    }
    facts.elements = facts.differs.size();
    facts.differing = static_cast<std::uint64_t>(std::ranges::count(facts.differs, 1));
    for (std::uint64_t i = 0; i < facts.elements && facts.first_differing.size() < kMostListed; ++i)
        if (facts.differs[i] != 0) facts.first_differing.push_back(i);
    facts.yours.array = output_of(yours, facts.array);
    facts.lessons.array = output_of(lessons, facts.array);
    take_range(facts);
    take_threads(facts.yours, yours, facts);
    take_threads(facts.lessons, lessons, facts);
    return facts;
}

std::string compare_csv(const CompareFacts& facts) {
    std::string csv = "count,yours,the lesson's,difference\n";
    for (const CompareRow& row : facts.rows)
        csv += fmt::format("{},{:.10g},{:.10g},{:.10g}\n", csv_field(row.label), row.yours, row.lessons, row.yours - row.lessons);
    if (facts.why_not.empty()) csv += fmt::format("elements that differ,,,{}\n", facts.differing);
    return csv;
}

}  // namespace warpwise::ui
