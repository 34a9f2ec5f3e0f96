#include "experiment/file/program_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/base64.h"
#include "base/escape.h"
#include "base/files.h"
#include "base/number_text.h"
#include "base/paths.h"
#include "base/png.h"
#include "base/text.h"
#include "experiment/file/launch_rows.h"
#include "experiment/file/open_command.h"
#include "experiment/file/source_lines.h"
#include "experiment/record/report_page.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostRows = 300;  // steps of a page; beyond them, only launches with findings
constexpr std::size_t kMostSourceBytes = std::size_t{1} << 20;

constexpr std::string_view kProgramStyle = R"(
  body { max-width: 68em; }
  .pill { display: inline-block; border: 1px solid var(--line); border-radius: 1em; padding: .1em .8em; margin: 0 .4em .4em 0; font-size: .9em; }
  .steps { border-left: 2px solid var(--line); margin: 1em 0 1em .6em; padding: 0; list-style: none; }
  .steps > li { position: relative; padding: .55em 0 .55em 1.5em; border-bottom: 1px solid var(--line); break-inside: avoid; }
  .steps > li::before { content: ""; position: absolute; left: -.45em; top: 1.05em; width: .8em; height: .8em; border-radius: 50%; background: var(--good); }
  .steps > li.failed::before { background: var(--bad); } .steps > li.small::before { background: var(--line); width: .5em; height: .5em; left: -.3em; } .steps > li.small.failed::before { background: var(--bad); }
  .steps > li.small .step > :not(.at), .steps .at { font-size: .9em; }
  .step { display: grid; grid-template-columns: 3.4em minmax(12em, 1fr) 11em 13em 9em; gap: .2em 1em; align-items: start; }
  .step code, .line { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  .at { text-align: right; opacity: .7; } .count { text-align: right; font-size: .9em; }
  .strip { display: grid; grid-template-columns: 3.5em 1fr; gap: 2px .5em; align-items: center; font: 12px/1.3 ui-monospace, monospace; }
  .strip img, .strip .unset { width: 100%; height: 11px; display: block; image-rendering: pixelated; }
  .unset { background: repeating-linear-gradient(135deg, var(--line) 0 2px, transparent 2px 6px); border: 1px solid var(--line); box-sizing: border-box; }
  .grid { fill: #6ea8d8; } .grid .hit { fill: var(--bad); }
  .found { border-left: 4px solid var(--bad); background: #c3342f14; padding: .6em 1em; margin: .6em 0 .2em; border-radius: 0 6px 6px 0; }
  .found.note { border-color: #b58900; background: #b5890014; } .found p { margin: .2em 0; }
  .command { display: block; user-select: all; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; border: 1px solid var(--line); border-radius: 4px; padding: .4em .7em; margin: .3em 0; }
  .lanes { border-collapse: separate; border-spacing: 1px; width: auto; margin: .4em 0; display: block; overflow-x: auto; } .lanes td { border: 0; white-space: nowrap; padding: .1em .25em; text-align: center; font: 11px ui-monospace, monospace; background: #8882; border-radius: 3px; }
  .lanes td.hit { background: var(--bad); color: white; font-weight: 700; } .lanes td.other { background: #b58900; color: white; }
  .source td { border: 0; padding: 0 .6em; font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; } .source .number { opacity: .5; width: 1%; }
  .source tr:target td, .source tr.hit td { background: #c3342f22; }
  .wall { display: grid; grid-template-columns: repeat(auto-fill, minmax(13em, 1fr)); gap: .8em; padding: 0; margin: 1em 0; list-style: none; }
  .wall li { color: inherit; border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: .5em .8em; overflow-wrap: anywhere; break-inside: avoid; font-size: .9em; }
  .wall li.good { border-left-color: var(--good); } .wall svg { display: block; margin: .4em 0; max-width: 100%; }
  td.place { white-space: nowrap; } body > details { margin-top: 1.5em; }
  @media (max-width: 60em) { .step { grid-template-columns: 3.4em 1fr; } .step > :nth-child(n+3) { grid-column: 2; text-align: left; } }
  @media print { body { max-width: none; font-size: 12px; } .steps > li, .found { break-inside: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

// One row of pixels, which the page stretches.
std::string strip_image(const std::vector<Rgb>& colours, const std::string& words) {
    Image image{static_cast<int>(colours.size()), 1, {}};
    for (const Rgb& each : colours) image.rgb.insert(image.rgb.end(), each.begin(), each.end());
    const auto png = encode_png(image, {});
    if (!png || colours.empty()) return "<span class=\"unset\"></span>";
    return fmt::format("<img alt=\"{0}\" title=\"{0}\" src=\"data:image/png;base64,{1}\">", html_escaped(words), base64(*png));
}

std::string arrays_html(const ProgramReport& report, const LaunchRow& row) {
    std::string out;
    for (const ArrayStrip& strip : array_strips(report, row))
        out +=
            fmt::format("<span>{}</span><span>{}</span><span></span><span>{}</span>", html_escaped(strip.name),
                        strip.before ? strip_image(*strip.before, strip.before_words)
                                     : fmt::format("<span class=\"unset\" title=\"{}\"></span>", html_escaped(strip.before_words)),
                        strip_image(strip.after, strip.after_words));
    return out.empty() ? "" : "<span class=\"strip\">" + out + "</span>";
}

// The cell with the fault is red.
std::string grid_svg(const ProgramLaunch& launch) {
    const GridThumbnail grid = grid_thumbnail(launch);
    if (grid.cells == 0) return {};
    std::string rects;
    for (std::uint64_t i = 0; i < grid.cells; ++i)
        rects += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"8\" height=\"10\"{}/>", i % GridThumbnail::kPerRow * 10,
                             i / GridThumbnail::kPerRow * 12, grid.hit == i ? " class=\"hit\"" : "");
    return fmt::format("<svg class=\"grid\" role=\"img\" aria-label=\"{} {}\" width=\"{}\" height=\"{}\">{}</svg>",
                       with_separators(grid.blocks), grid.blocks == 1 ? "block" : "blocks", grid.columns() * 10, grid.rows() * 12,
                       rects);
}

std::string counts_html(const ProgramLaunch& launch) {
    if (launch.is_ended_by_fault) return "<span class=\"bad\">stopped</span>";
    return fmt::format("{}", fmt::join(counts_lines(launch), "<br>"));
}

std::string lanes_html(const ProgramLaunch& launch, const ProgramFinding& finding) {
    std::string out;
    for (const FaultLanes& warp : fault_lanes(launch, finding)) {
        std::string cells;
        for (std::uint64_t lane = 0; lane < warp.lanes; ++lane)
            cells += fmt::format("<td{}>{}</td>",
                                 lane == warp.lane    ? " class=\"hit\""
                                 : lane == warp.other ? " class=\"other\""
                                                      : "",
                                 lane);
        out += fmt::format("<p class=\"quiet\">{}</p><table class=\"lanes\"><tr>{}</tr></table>", warp.words(), cells);
    }
    return out;
}

std::string finding_html(const ProgramReport& report, const ProgramFinding& finding, const std::string& line,
                         const std::string& lanes) {
    std::string out = fmt::format("<div class=\"found{}\"><p><strong>{}</strong></p>", finding.is_note ? " note" : "",
                                  html_escaped(finding_title(report, finding)));
    if (!line.empty()) out += fmt::format("<p class=\"line\">{}</p>", html_escaped(line));
    out += lanes;
    if (!finding.hint.empty())
        out += fmt::format("<details><summary>Hint</summary><p>{}</p></details>", html_escaped(finding.hint));
    const std::string command = finding.launch >= 0 ? open_command(report, static_cast<std::size_t>(finding.launch)) : "";
    if (!command.empty())
        out += fmt::format(
            "<details><summary>Step here</summary><p>This command opens the launch in Warpwise's debugger{}. Run it in the folder "
            "where this page was made.</p><code class=\"command\">{}</code></details>",
            report.launches[static_cast<std::size_t>(finding.launch)].fault ? ", before the fault" : "", html_escaped(command));
    std::string kind = finding.kind;
    std::ranges::replace(kind, '_', ' ');
    return out + fmt::format("<p class=\"quiet\">{}</p></div>", html_escaped(kind));
}

// A statement without the comment behind it.
std::string without_comment(std::string line) {
    const std::size_t end = line.rfind(';'), comment = line.find("//");
    if (end != std::string::npos && comment != std::string::npos && trimmed(line.substr(end + 1)).starts_with("//"))
        line.resize(end + 1);
    return line;
}

class StepsPage {
  public:
    StepsPage(const ProgramReport& report, const std::string& text) : report_(report), lines_(report.program, text) {}

    std::string html() {
        std::string out;
        const std::vector<LaunchRow> rows = launch_rows(report_);
        auto row = rows.begin();
        std::size_t left_out = 0;
        for (const ProgramReport::Step& step : report_.steps) {
            const bool is_launch = step.what == ProgramReport::Step::What::launch;
            if (is_launch && (row == rows.end() || row->first() != step.index)) continue;  // it is in the row before
            const bool is_listed = shown_ < kMostRows || (is_launch && !row->findings.empty());
            if (is_listed && left_out > 0) out += left_out_step(std::exchange(left_out, 0));
            if (is_listed) {
                out += is_launch ? launch(*row) : small_step(step);
                ++shown_;
            } else {
                ++left_out;
            }
            if (is_launch) ++row;
        }
        if (left_out > 0) out += left_out_step(left_out);
        if (!out.empty()) out = "<ol class=\"steps\">\n" + out + "</ol>\n";
        return out + findings_left();
    }

  private:
    std::string left_out_step(std::size_t rows) const {
        return step_html("small", "",
                         rows == 1 ? "One step without a finding is not listed."
                                   : fmt::format("{} steps without a finding are not listed.", with_separators(rows)));
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
        if (step.what == What::refused) {
            const ProgramError& error = report_.errors[step.index];
            const std::string text = without_comment(lines_.line(error.file, error.line));
            return step_html("small failed", std::to_string(error.line),
                             fmt::format("<code>{}</code><br>CUDA refuses this launch: {}",
                                         html_escaped(text.empty() ? error.call : text), html_escaped(error.name)));
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
        const ProgramLaunch& first = report_.launches[row.first()];
        const std::string text = without_comment(lines_.line(first.file, first.line));
        std::string below;
        for (const std::size_t i : row.findings) {
            const ProgramFinding& finding = report_.findings[i];
            told_.insert(i);
            const bool is_of_row = finding.file == first.file && finding.line == first.line;  // whose line stands above
            below += finding_html(report_, finding, is_of_row ? "" : without_comment(lines_.line(finding.file, finding.line)),
                                  lanes_html(first, finding));
        }
        return step_html(row.has_mistake ? "failed" : "fine", std::to_string(first.line),
                         fmt::format("<code>{}</code><br><span class=\"quiet\">{}{}: {}</span>",
                                     html_escaped(text.empty() ? first.kernel : text), numbers_words(row),
                                     report_.gpus > 1 ? fmt::format(" on GPU {}", first.gpu) : "", shape_words(first)),
                         grid_svg(first), arrays_html(report_, row), counts_html(first), below);
    }

    // Those of no launch, under the headings that the window's panel has.
    std::string findings_left() {
        std::string out;
        for (const bool is_note : {false, true}) {
            std::string found;
            for (std::size_t i = 0; i < report_.findings.size(); ++i) {
                const ProgramFinding& finding = report_.findings[i];
                if (finding.is_note == is_note && !told_.contains(i))
                    found += finding_html(report_, finding, without_comment(lines_.line(finding.file, finding.line)), {});
            }
            if (found.empty()) continue;
            out += fmt::format("<h2>{}</h2>\n{}", is_note ? "Notes on the host code" : "Mistakes of the host code", found);
        }
        return out;
    }

    const ProgramReport& report_;
    SourceLines lines_;
    std::set<std::size_t> told_;
    std::size_t shown_ = 0;
};

std::string counted_pill(std::size_t count, const char* one, const char* several, const char* kind) {
    return fmt::format("<span class=\"pill {}\">{} {}</span>", kind, with_separators(count), count == 1 ? one : several);
}

std::string errors_html(const ProgramReport& report) {
    if (report.diagnostics.empty() && report.errors.empty()) return {};
    std::string rows;
    const auto row = [&](const std::string& file, int line, const std::string& what) {
        rows += fmt::format("<tr><td class=\"place\">{}</td><td>{}</td></tr>\n",
                            html_escaped(line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file)),
                            html_escaped(what));
    };
    for (const Diagnostic& each : report.diagnostics) row(each.file, each.line, each.message);
    // A finding at the same place says more, and a launch that was refused stands among the steps.
    const auto is_told = [&](const ProgramError& error) {
        return error.call == ProgramError::kLaunch || std::ranges::any_of(report.findings, [&](const ProgramFinding& each) {
                   return each.line == error.line && each.file == error.file;
               });
    };
    for (const ProgramError& each : report.errors)
        if (!is_told(each)) row(each.file, each.line, fmt::format("{} {} ({})", each.call, each.name, each.message));
    if (rows.empty()) return {};
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
    const bool good = report.went_well();
    const std::string text = read_file(report.program, kMostSourceBytes).value_or("");
    std::string body =
        fmt::format("<style>{}</style>\n<h1>{}</h1>\n<p class=\"verdict {}\">{}</p>\n<p>", program_style(),
                    html_escaped(shown_path(report.program)), good ? "good" : "bad", html_escaped(verdict_of(report)));
    if (!has_errors(report.diagnostics)) {  // else it did not run: there was nothing to count
        body += counted_pill(report.mistake_count(), "mistake", "mistakes",
                             good                         ? "good"
                             : report.mistake_count() > 0 ? "bad"
                                                          : "");
        body += counted_pill(report.note_count(), "note", "notes", "");
        body += counted_pill(report.launch_count(), "launch", "launches", "");
        body += counted_pill(report.copies.size(), "copy", "copies", "");
    }
    body += "</p>\n";
    body += errors_html(report);
    if (report.smallest) body += fmt::format("<div class=\"found\"><p>{}</p></div>\n", html_escaped(text_of(*report.smallest)));
    if (!report.steps.empty() || !report.findings.empty()) {
        body += "<h2>What it did, in order</h2>\n";
        if (!report.launches.empty() && report.device == "emulated")
            body += fmt::format(
                "<p class=\"quiet\">The counts are emulated, for one launch. {} Strips show a few elements of the arrays that a "
                "kernel "
                "may write, before the launch and after it.</p>\n",
                repeated_text(report));
        body += program_steps_html(report, text);
    }
    if (!report.more_launches.empty())
        body += fmt::format("<p class=\"quiet\">{} further launches are not listed.</p>\n",
                            report.launch_count() - report.launches.size());
    body += report.output.empty() ? "" : fmt::format("<h2>Output</h2>\n<pre>{}</pre>\n", html_escaped(report.output));
    return html_page(shown_path(report.program) + " · Warpwise", body + source_html(report, text));
}

}  // namespace warpwise
