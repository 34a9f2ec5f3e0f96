#include "experiment/file/program_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "base/base64.h"
#include "base/escape.h"
#include "base/files.h"
#include "base/number_text.h"
#include "base/paths.h"
#include "base/png.h"
#include "base/text.h"
#include "experiment/record/report_page.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostRows = 300;  // steps of a page
constexpr std::size_t kMostCells = 48;  // blocks of a thumbnail; a cell stands for several of a larger grid
constexpr std::size_t kMostSourceBytes = std::size_t{1} << 20;
constexpr std::uint32_t kLanes = 32;

constexpr std::string_view kProgramStyle = R"(
  body { max-width: 68em; }
  .pill { display: inline-block; border: 1px solid var(--line); border-radius: 1em; padding: .1em .8em; margin: 0 .4em .4em 0; font-size: .9em; }
  .steps { border-left: 2px solid var(--line); margin: 1em 0 1em .6em; padding: 0; list-style: none; }
  .steps > li { position: relative; padding: .55em 0 .55em 1.5em; border-bottom: 1px solid var(--line); break-inside: avoid; }
  .steps > li::before { content: ""; position: absolute; left: -.45em; top: 1.05em; width: .8em; height: .8em; border-radius: 50%; background: var(--good); }
  .steps > li.failed::before { background: var(--bad); } .steps > li.small::before { background: var(--line); width: .5em; height: .5em; left: -.3em; }
  .steps > li.small { font-size: .9em; }
  .step { display: grid; grid-template-columns: 3.4em minmax(12em, 1fr) 11em 13em 9em; gap: .2em 1em; align-items: start; }
  .step code, .line { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  .at { text-align: right; opacity: .7; } .count { text-align: right; font-size: .9em; }
  .strip { display: grid; grid-template-columns: 3.5em 1fr; gap: 2px .5em; align-items: center; font: 12px/1.3 ui-monospace, monospace; }
  .strip img, .strip .unset { width: 100%; height: 11px; display: block; image-rendering: pixelated; }
  .unset { background: repeating-linear-gradient(135deg, var(--line) 0 2px, transparent 2px 6px); border: 1px solid var(--line); box-sizing: border-box; }
  .grid { fill: #6ea8d8; } .grid .hit { fill: var(--bad); }
  .found { border-left: 4px solid var(--bad); background: #c3342f14; padding: .6em 1em; margin: .6em 0 .2em; border-radius: 0 6px 6px 0; }
  .found.note { border-color: #b58900; background: #b5890014; } .found p { margin: .2em 0; }
  .lanes { border-collapse: separate; border-spacing: 1px; width: auto; margin: .4em 0; display: block; overflow-x: auto; } .lanes td { border: 0; white-space: nowrap; padding: .1em .25em; text-align: center; font: 11px ui-monospace, monospace; background: #8882; border-radius: 3px; }
  .lanes td.hit { background: var(--bad); color: white; font-weight: 700; } .lanes td.other { background: #b58900; color: white; }
  .source td { border: 0; padding: 0 .6em; font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; } .source .number { opacity: .5; width: 1%; }
  .source tr:target td, .source tr.hit td { background: #c3342f22; }
  .wall { display: grid; grid-template-columns: repeat(auto-fill, minmax(13em, 1fr)); gap: .8em; padding: 0; margin: 1em 0; list-style: none; }
  .wall li { color: inherit; border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: .5em .8em; overflow-wrap: anywhere; break-inside: avoid; font-size: .9em; }
  .wall li.good { border-left-color: var(--good); } .wall svg { display: block; margin: .4em 0; max-width: 100%; }
  @media (max-width: 60em) { .step { grid-template-columns: 3.4em 1fr; } .step > :nth-child(n+3) { grid-column: 2; text-align: left; } }
  @media print { body { max-width: none; font-size: 12px; } .steps > li, .found { break-inside: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

// The lines of the program's files, as far as they can be read.
class SourceLines {
  public:
    SourceLines(const std::string& file, const std::string& text) { keep(file, text); }

    std::string line(const std::string& file, int number) {
        if (!texts_.contains(file)) keep(file, read_file(file, kMostSourceBytes).value_or(""));
        const std::vector<std::string>& lines = texts_[file];
        if (number < 1 || static_cast<std::size_t>(number) > lines.size()) return {};
        return std::string(trimmed(lines[static_cast<std::size_t>(number) - 1]));
    }

  private:
    void keep(const std::string& file, const std::string& text) {
        for (const std::string_view each : lines_of(text)) texts_[file].emplace_back(each);
    }
    std::map<std::string, std::vector<std::string>> texts_;
};

// From dark blue over green to yellow, as viridis.
std::array<std::uint8_t, 3> colour_of(double share) {
    constexpr std::array<std::array<double, 3>, 5> stops{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    std::array<std::uint8_t, 3> out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = static_cast<std::uint8_t>(
            std::lround(std::lerp(stops[first][i], stops[first + 1][i], at - static_cast<double>(first))));
    return out;
}

struct ValueRange {
    double least = 0, most = 0;
};

ValueRange range_of(const ProgramLaunch::Array& before, const ProgramLaunch::Array& after) {
    std::vector<double> values;
    const auto add = [&](const std::vector<double>& from) {
        std::ranges::copy_if(from, std::back_inserter(values), [](double each) { return std::isfinite(each); });
    };
    if (before.before) add(*before.before);
    add(after.after);
    if (values.empty()) return {};
    const auto [least, most] = std::ranges::minmax(values);
    return {least, most};
}

// One row of pixels, which the page stretches.
std::string strip_image(const std::vector<double>& values, const ValueRange& range, const std::string& words) {
    Image image{static_cast<int>(values.size()), 1, {}};
    for (const double each : values) {
        const double span = range.most - range.least;
        const auto colour = std::isfinite(each) ? colour_of(span > 0 ? (each - range.least) / span : 0.5)
                                                : std::array<std::uint8_t, 3>{195, 52, 47};
        image.rgb.insert(image.rgb.end(), colour.begin(), colour.end());
    }
    const auto png = encode_png(image, {});
    if (!png || values.empty()) return "<span class=\"unset\"></span>";
    return fmt::format("<img alt=\"{0}\" title=\"{0}\" src=\"data:image/png;base64,{1}\">", html_escaped(words), base64(*png));
}

std::string values_words(const char* when, const ProgramLaunch::Array& array, const std::vector<double>& values) {
    if (values.empty()) return when;
    return fmt::format("{} {}: {} elements, the first {}, the last shown {}", array.name, when, with_separators(array.elements),
                       values.front(), values.back());
}

// The arrays of a row of launches: as the first found them, and as the last left them.
std::string arrays_html(const ProgramLaunch& first, const ProgramLaunch& last) {
    std::string out;
    for (std::size_t i = 0; i < first.arrays.size() && i < last.arrays.size(); ++i) {
        const ProgramLaunch::Array &before = first.arrays[i], &after = last.arrays[i];
        const bool has_numbers = std::ranges::any_of(after.after, [](double each) { return std::isfinite(each); });
        if (!before.is_output || !has_numbers) continue;
        const ValueRange range = range_of(before, after);
        out += fmt::format("<span>{}</span><span>{}</span><span></span><span>{}</span>", html_escaped(before.name),
                           before.before ? strip_image(*before.before, range, values_words("before", before, *before.before))
                                         : "<span class=\"unset\" title=\"not written yet\"></span>",
                           strip_image(after.after, range, values_words("after", after, after.after)));
    }
    return out.empty() ? "" : "<span class=\"strip\">" + out + "</span>";
}

std::uint64_t linear_index(const Dim3& at, const Dim3& extent) {
    return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
}

// A cell for each block, or for several; the one with the fault is red.
std::string grid_svg(const ProgramLaunch& launch) {
    const std::uint64_t blocks = launch.shape.grid.count(), cells = std::min<std::uint64_t>(blocks, kMostCells);
    if (cells == 0) return {};
    std::optional<std::uint64_t> hit;
    if (launch.fault && launch.fault->block) hit = linear_index(*launch.fault->block, launch.shape.grid) * cells / blocks;
    constexpr std::uint64_t per_row = 16;
    std::string rects;
    for (std::uint64_t i = 0; i < cells; ++i)
        rects += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"8\" height=\"10\"{}/>", i % per_row * 10, i / per_row * 12,
                             hit == i ? " class=\"hit\"" : "");
    return fmt::format("<svg class=\"grid\" role=\"img\" aria-label=\"{0} blocks\" width=\"{1}\" height=\"{2}\">{3}</svg>",
                       with_separators(blocks), std::min(cells, per_row) * 10, (cells + per_row - 1) / per_row * 12, rects);
}

std::string extent_text(const Dim3& d) {
    return d.z > 1 ? fmt::format("{} x {} x {}", d.x, d.y, d.z) : d.y > 1 ? fmt::format("{} x {}", d.x, d.y) : with_separators(d.x);
}

std::string shape_words(const ProgramLaunch& launch) {
    return fmt::format("{} {} of {} {}", extent_text(launch.shape.grid), launch.shape.grid.count() == 1 ? "block" : "blocks",
                       extent_text(launch.shape.block), launch.shape.block.count() == 1 ? "thread" : "threads");
}

double count_of(const ProgramLaunch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

std::string counts_html(const ProgramLaunch& launch) {
    const double requests = count_of(launch, "global_load_requests"), sectors = count_of(launch, "global_load_sectors");
    if (launch.is_ended_by_fault) return "<span class=\"bad\">stopped</span>";
    if (requests == 0) return {};
    std::string out = fmt::format("{} load requests<br>{:.1f} sectors each", with_separators(static_cast<std::uint64_t>(requests)),
                                  sectors / requests);
    const double conflicts = count_of(launch, "shared_load_bank_conflicts") + count_of(launch, "shared_store_bank_conflicts");
    if (conflicts > 0) out += fmt::format("<br>{} bank conflicts", with_separators(static_cast<std::uint64_t>(conflicts)));
    return out;
}

// The warp of the fault, lane by lane; in a race within one warp the other lane too.
std::string lanes_html(const ProgramLaunch& launch) {
    if (!launch.fault || !launch.fault->thread || !launch.fault->block) return {};
    const Fault& fault = *launch.fault;
    const std::uint64_t thread = linear_index(*fault.thread, launch.shape.block), warp = thread / kLanes;
    std::optional<std::uint64_t> other;
    if (fault.other && fault.other->thread && fault.other->block == fault.block)
        other = linear_index(*fault.other->thread, launch.shape.block);
    std::string cells;
    for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
        const std::uint64_t here = warp * kLanes + lane;
        if (here >= launch.shape.block.count()) break;
        cells += fmt::format("<td{}>{}</td>", here == thread ? " class=\"hit\"" : other == here ? " class=\"other\"" : "", lane);
    }
    return fmt::format("<p class=\"quiet\">Warp {} of block ({}, {}, {}): lane {}{}</p><table class=\"lanes\"><tr>{}</tr></table>",
                       warp, fault.block->x, fault.block->y, fault.block->z, thread % kLanes,
                       other && *other / kLanes == warp ? fmt::format(" and lane {}", *other % kLanes) : "", cells);
}

std::string finding_html(const ProgramFinding& finding, const std::string& line, const std::string& lanes) {
    std::string out = fmt::format("<div class=\"found{}\"><p><strong>{}{}{}</strong></p>", finding.is_note ? " note" : "",
                                  finding.line > 0 ? fmt::format("Line {}: ", finding.line) : "", finding.is_note ? "note: " : "",
                                  html_escaped(finding.message));
    if (!line.empty()) out += fmt::format("<p class=\"line\">{}</p>", html_escaped(line));
    out += lanes;
    if (!finding.hint.empty())
        out += fmt::format("<details><summary>Hint</summary><p>{}</p></details>", html_escaped(finding.hint));
    return out + fmt::format("<p class=\"quiet\">{}</p></div>", html_escaped(finding.kind));
}

// Launches of one kernel at one place with one shape that follow each other are one row.
struct LaunchRow {
    std::size_t first = 0, last = 0;
};

class StepsPage {
  public:
    StepsPage(const ProgramReport& report, const std::string& text) : report_(report), lines_(report.program, text) {}

    std::string html() {
        std::string out;
        for (std::size_t i = 0; i < report_.steps.size() && rows_ < kMostRows; ++rows_) {
            const ProgramReport::Step& step = report_.steps[i];
            if (step.what != ProgramReport::Step::What::launch) {
                out += small_step(step);
                ++i;
                continue;
            }
            LaunchRow row{step.index, step.index};
            for (++i; i < report_.steps.size() && continues(row, report_.steps[i]); ++i) row.last = report_.steps[i].index;
            out += launch(row);
        }
        if (!out.empty()) out = "<ol class=\"steps\">\n" + out + "</ol>\n";
        if (rows_ == kMostRows) out += "<p class=\"quiet\">What came later is not listed.</p>\n";
        return out + findings_left();
    }

  private:
    bool has_finding(std::size_t launch) const {
        return std::ranges::find(report_.findings, static_cast<int>(launch), &ProgramFinding::launch) != report_.findings.end();
    }
    bool continues(const LaunchRow& row, const ProgramReport::Step& step) const {
        return step.what == ProgramReport::Step::What::launch && step.index == row.last + 1 && !has_finding(row.last) &&
               !has_finding(step.index) && are_alike(report_.launches[row.first], report_.launches[step.index]);
    }

    std::string step_html(const char* kind, const std::string& number, const std::string& what, const std::string& grid = {},
                          const std::string& arrays = {}, const std::string& counts = {}, const std::string& below = {}) const {
        return fmt::format(
            "<li class=\"{}\"><div class=\"step\"><span class=\"at\">{}</span><span>{}</span><span>{}</span>"
            "<span>{}</span><span class=\"count\">{}</span></div>{}</li>\n",
            kind, number, what, grid, arrays, counts, below);
    }

    std::string small_step(const ProgramReport::Step& step) {
        using What = ProgramReport::Step::What;
        if (step.what == What::copy) {
            const ProgramCopy& copy = report_.copies[step.index];
            std::string direction = copy.kind;
            std::ranges::replace(direction, '_', ' ');
            if (copy.from_gpu != copy.to_gpu) direction += fmt::format(", GPU {} to GPU {}", copy.from_gpu, copy.to_gpu);
            return step_html(
                "small", std::to_string(copy.line),
                fmt::format("{}: {}, {} bytes", html_escaped(copy.call), html_escaped(direction), with_separators(copy.bytes)));
        }
        if (step.what == What::wait) {
            const ProgramWait& wait = report_.waits[step.index];
            return step_html("small", std::to_string(wait.line), fmt::format("{}: the host waits", html_escaped(wait.call)));
        }
        const ProgramLibraryCall& call = report_.library_calls[step.index];
        return step_html("small", std::to_string(call.line),
                         fmt::format("{}: {}", html_escaped(call.call), html_escaped(call.size)));
    }

    std::string launch(const LaunchRow& row) {
        const ProgramLaunch &first = report_.launches[row.first], &last = report_.launches[row.last];
        const std::string text = lines_.line(first.file, first.line);
        const std::string number = row.first == row.last ? fmt::format("launch {}", row.first + 1)
                                                         : fmt::format("launches {} to {}", row.first + 1, row.last + 1);
        std::string below;
        bool has_mistake = first.fault.has_value();
        for (std::size_t i = 0; i < report_.findings.size(); ++i) {
            const ProgramFinding& finding = report_.findings[i];
            if (finding.launch < static_cast<int>(row.first) || finding.launch > static_cast<int>(row.last)) continue;
            told_.insert(i);
            has_mistake = has_mistake || !finding.is_note;
            const bool is_of_row = finding.file == first.file && finding.line == first.line;  // whose line stands above
            below += finding_html(finding, is_of_row ? "" : lines_.line(finding.file, finding.line),
                                  finding.is_note ? "" : lanes_html(first));
        }
        return step_html(has_mistake ? "failed" : "fine", std::to_string(first.line),
                         fmt::format("<code>{}</code><br><span class=\"quiet\">{}{}: {}</span>",
                                     html_escaped(text.empty() ? first.kernel : text), number,
                                     report_.gpus > 1 ? fmt::format(" on GPU {}", first.gpu) : "", shape_words(first)),
                         grid_svg(first), arrays_html(first, last), counts_html(first), below);
    }

    std::string findings_left() {
        std::string out;
        for (std::size_t i = 0; i < report_.findings.size(); ++i)
            if (!told_.contains(i))
                out += finding_html(report_.findings[i], lines_.line(report_.findings[i].file, report_.findings[i].line), {});
        return out.empty() ? "" : "<h2>Of the host code</h2>\n" + out;
    }

    const ProgramReport& report_;
    SourceLines lines_;
    std::set<std::size_t> told_;
    std::size_t rows_ = 0;
};

std::string counted_pill(std::size_t count, const char* one, const char* several, const char* kind) {
    return fmt::format("<span class=\"pill {}\">{} {}</span>", kind, with_separators(count), count == 1 ? one : several);
}

std::string errors_html(const ProgramReport& report) {
    if (report.diagnostics.empty() && report.errors.empty()) return {};
    std::string rows;
    const auto row = [&](const std::string& file, int line, const std::string& what) {
        rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n",
                            html_escaped(line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file)),
                            html_escaped(what));
    };
    for (const Diagnostic& each : report.diagnostics) row(each.file, each.line, each.message);
    for (const ProgramError& each : report.errors)
        row(each.file, each.line, fmt::format("{} {} ({})", each.call, each.name, each.message));
    return "<h2>Errors</h2>\n<table><tr><th>Place</th><th>Error</th></tr>\n" + rows + "</table>\n";
}

// The text with its lines' numbers; those with a mistake are marked.
std::string source_html(const ProgramReport& report, const std::string& text) {
    if (text.empty()) return {};
    std::set<int> hit;
    for (const ProgramFinding& each : report.findings)
        if (!each.is_note && each.file == report.program) hit.insert(each.line);
    std::string rows;
    int number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        rows += fmt::format("<tr{}><td class=\"number\">{}</td><td>{}</td></tr>\n", hit.contains(number) ? " class=\"hit\"" : "",
                            number, html_escaped(line));
    }
    return "<details><summary>The program</summary><table class=\"source\">\n" + rows + "</table></details>\n";
}

}  // namespace

std::string_view program_style() { return kProgramStyle; }

std::string program_steps_html(const ProgramReport& report, const std::string& text) { return StepsPage(report, text).html(); }

std::string program_thumbnail_html(const ProgramReport& report) {
    if (report.launches.empty()) return {};
    const auto faulty = std::ranges::find_if(report.launches, [](const ProgramLaunch& each) { return each.fault.has_value(); });
    return grid_svg(faulty == report.launches.end() ? report.launches.front() : *faulty);
}

std::string html_of(const ProgramReport& report) {
    const bool good = report.mistake_count() == 0 && !has_errors(report.diagnostics);
    const std::string text = read_file(report.program, kMostSourceBytes).value_or("");
    std::string body =
        fmt::format("<style>{}</style>\n<h1>{}</h1>\n<p class=\"verdict {}\">{}</p>\n<p>", program_style(),
                    html_escaped(shown_path(report.program)), good ? "good" : "bad", html_escaped(verdict_of(report)));
    body += counted_pill(report.mistake_count(), "mistake", "mistakes", good ? "good" : "bad");
    body += counted_pill(report.note_count(), "note", "notes", "");
    body += counted_pill(report.launch_count(), "launch", "launches", "");
    body += counted_pill(report.copies.size(), "copy", "copies", "") + "</p>\n";
    body += errors_html(report);
    if (!report.steps.empty() || !report.findings.empty())
        body += "<h2>What it did, in order</h2>\n" + program_steps_html(report, text);
    if (!report.more_launches.empty())
        body += fmt::format("<p class=\"quiet\">{} further launches are not listed.</p>\n",
                            report.launch_count() - report.launches.size());
    if (!report.launches.empty() && report.device == "emulated") {
        body += "<p class=\"quiet\">The counts are emulated, for one launch. " + repeated_text(report);
        body += " Strips show a few elements of the arrays that a kernel may write, before the launch and after it.</p>\n";
    }
    body += report.output.empty() ? "" : fmt::format("<h2>Output</h2>\n<pre>{}</pre>\n", html_escaped(report.output));
    return html_page(shown_path(report.program) + " · Warpwise", body + source_html(report, text));
}

}  // namespace warpwise
