// warpwise trace FILE.cu, warpwise trace LESSON: what a warp does, statement by statement
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdio>

#include "base/fault_json.h"
#include "base/json.h"
#include "base/number_text.h"
#include "base/standard_streams.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/debug_target.h"
#include "cli/debug_values.h"
#include "cli/trace_steps.h"

namespace warpwise {
namespace {

using nlohmann::json;

struct PreparedTrace {
    DebugTarget target;
    DebugOptions debug;
    TraceWish wish;
};

Result<void> parse_lines(const std::string& text, TraceWish& wish) {
    if (text.empty()) return {};
    const auto line = [](std::string_view digits, int& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() && value >= 1;
    };
    const std::size_t dots = text.find("..");
    const std::string_view all = text, first = all.substr(0, dots);
    if (!line(first, wish.first_line) || !line(dots == std::string::npos ? first : all.substr(dots + 2), wish.last_line) ||
        wish.last_line < wish.first_line)
        return usage_error(fmt::format("--lines '{}' is not a range of lines", text), "Write it as --lines 12..20 or --lines 12.");
    return {};
}

std::vector<std::string> parse_names(std::string_view text) {
    std::vector<std::string> names;
    if (trimmed(text) == "all") return names;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (const auto name = trimmed(text.substr(0, comma)); !name.empty()) names.emplace_back(name);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return names;
}

Result<PreparedTrace> prepare(const TraceOptions& options) {
    PreparedTrace prepared;
    const auto at_block = parse_block_index("--at-block", options.at_block);
    if (!at_block) return std::unexpected(at_block.error());
    prepared.debug.block = *at_block;
    if (const auto parsed = set_schedule(prepared.debug, options.schedule); !parsed) return std::unexpected(parsed.error());
    const auto before = parse_blocks_before(options.before);
    if (!before) return std::unexpected(before.error());
    prepared.debug.before = *before;
    prepared.wish.warp = options.warp;
    prepared.wish.most_steps = options.most_steps;
    prepared.wish.names = parse_names(options.variables);
    if (const auto parsed = parse_lines(options.lines, prepared.wish); !parsed) return std::unexpected(parsed.error());
    auto target = options.run.lesson.empty() ? debug_target_of(options.kernel) : debug_target_of(options.run);
    if (!target) return std::unexpected(target.error());
    prepared.target = std::move(*target);
    if (const auto there = check_warp(prepared.target.shape, options.warp); !there) return std::unexpected(there.error());
    return prepared;
}

// Receives the parts of a trace one by one.
class TraceOutput {
  public:
    explicit TraceOutput(const PreparedTrace& trace) : trace_(trace) {}
    virtual ~TraceOutput() = default;
    virtual void begin() = 0;
    virtual void step(const TraceStep&) = 0;
    virtual void end(const TraceEnd&, const Diagnostics& of_the_compiler) = 0;

  protected:
    const PreparedTrace& trace_;
};

// One JSON object with one line per step; nothing is kept in memory.
class JsonOutput : public TraceOutput {
  public:
    using TraceOutput::TraceOutput;

    void begin() override {
        const json head{{"schema", "warpwise.trace/1"},
                        {"kernel", trace_.target.source.entry},
                        {"source", trace_.target.source.origin},
                        {"at_block", json_of(trace_.debug.block)},
                        {"warp", trace_.wish.warp},
                        {"schedule", schedule_text(trace_.debug)},
                        {"before", before_text(trace_.debug.before)}};
        std::string text = json_text(head);
        text.erase(text.find_last_of('}'));  // the object goes on
        text.erase(text.find_last_not_of(" \n") + 1);
        print_to(stdout, "{},\n  \"steps\": [", text);
    }
    void step(const TraceStep& step) override {
        json variables = json::object(), accesses = json::array();
        for (const DebugValue& variable : step.variables) variables[variable.name] = json_of_lanes(variable, step.active);
        for (const DebugAccess& access : step.accesses) accesses.push_back(json_of(access));
        const json line{{"step", step.step},
                        {"line", step.line},
                        {"column", optional_line(step.column)},
                        {"function", step.function},
                        {"active", fmt::format("{:#010x}", step.active)},
                        {"variables", std::move(variables)},
                        {"accesses", std::move(accesses)}};
        print_to(stdout, "{}\n    {}", told_++ == 0 ? "" : ",", json_text(line, -1));
    }
    void end(const TraceEnd& end, const Diagnostics& of_the_compiler) override {
        Diagnostics diagnostics = of_the_compiler;
        diagnostics.insert(diagnostics.end(), end.findings.begin(), end.findings.end());
        print_to(stdout, "{}],\n  \"truncated\": {},\n  \"fault\": {},\n  \"diagnostics\": {},\n  \"printed\": {}\n}}\n",
                 told_ == 0 ? "" : "\n  ", end.why != TraceEnd::Why::end, end.fault ? json_text(to_json(*end.fault), -1) : "null",
                 json_text(to_json(diagnostics), -1), json_text(end.printed, -1));
    }

  private:
    std::uint64_t told_ = 0;
};

// A table for people: step, line, lanes, the line's text and its accesses; the variables that were asked for below it.
class TextOutput : public TraceOutput {
  public:
    TextOutput(const PreparedTrace& trace, bool with_variables) : TraceOutput(trace), with_variables_(with_variables) {
        for (const std::string_view line : lines_of(trace.target.source.text)) lines_.push_back(trimmed(line));
    }

    void begin() override {
        print_to(stdout, "{} in {}: block {}, warp {} ({} schedule)\n", trace_.target.source.entry, trace_.target.source.origin,
                 index_text(trace_.debug.block), trace_.wish.warp, schedule_text(trace_.debug));
        print_to(stdout, "{:>7} {:>5} {:>5}  {}\n", "step", "line", "lanes", "source");
    }
    void step(const TraceStep& step) override {
        const auto place = static_cast<std::size_t>(step.line) - 1;
        print_to(stdout, "{:>7} {:>5} {:>5}  {}\n", step.step, step.line, std::popcount(step.active),
                 step.line > 0 && place < lines_.size() ? lines_[place] : std::string_view());
        for (const DebugAccess& access : step.accesses) print_to(stdout, "{:>21}{}\n", "", text_of(access));
        if (!with_variables_) return;
        for (const DebugValue& variable : step.variables)
            print_to(stdout, "{:>21}{} = {}\n", "", variable.name, summary_of(variable, step.active));
    }
    void end(const TraceEnd& end, const Diagnostics& of_the_compiler) override {
        print_to(stdout, "{}{}", text_of(of_the_compiler), text_of(end.findings));
        if (end.fault && !has_errors(of_the_compiler)) print_to(stdout, "{}\n", text_of(*end.fault));
        if (!end.printed.empty())
            print_to(stdout, "printed by the block:\n{}{}", end.printed, end.printed.ends_with('\n') ? "" : "\n");
    }

  private:
    bool with_variables_;
    std::vector<std::string_view> lines_;  // of the source
};

void say_why(const TraceEnd& end, const TraceWish& wish) {
    if (end.why == TraceEnd::Why::most_steps)
        print_to(stderr, "warpwise: the trace was cut off after {} steps. Set a larger --most-steps for more.\n",
                 with_separators(wish.most_steps));
    if (end.why == TraceEnd::Why::step_budget)
        print_to(stderr, "warpwise: the trace was cut off because the block did not finish within its step budget.\n");
}

// The session is lost in the middle of a trace: told where a fault stands, so that the JSON is complete.
TraceEnd end_after(const Error& error, const std::string& file) {
    return {.fault = Fault{.kind = FaultKind::device_lost, .file = file, .message = error.message, .hint = error.hint},
            .findings = {},
            .printed = {}};
}

}  // namespace

int trace_command(const TraceOptions& options) {
    auto prepared = prepare(options);
    if (!prepared) return report(prepared.error());
    DeviceSet devices;
    const auto device = devices.get(kind_that(&DeviceTraits::has_debugger));
    if (!device) return report(device.error());
    auto start = start_debugger(**device, prepared->target, prepared->debug);
    if (!start) return report(start.error());

    std::unique_ptr<TraceOutput> output;
    if (options.json)
        output = std::make_unique<JsonOutput>(*prepared);
    else
        output = std::make_unique<TextOutput>(*prepared, !options.variables.empty());
    bool begun = false;
    const auto begin = [&] {
        if (!std::exchange(begun, true)) output->begin();
    };
    TraceEnd end{.fault = start->fault, .findings = {}, .printed = {}};
    if (start->session != nullptr) {
        auto traced = trace_warp(*start->session, prepared->wish, [&](const TraceStep& step) {
            begin();
            output->step(step);
        });
        if (!traced && traced.error().kind == ErrorKind::usage) return report(traced.error());
        end = traced ? std::move(*traced) : end_after(traced.error(), prepared->target.source.origin);
    }
    begin();
    output->end(end, start->diagnostics);
    say_why(end, prepared->wish);
    return end.fault ? 1 : 0;
}

}  // namespace warpwise
