#include "ui/file/program_launches.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/fault.h"
#include "base/number_text.h"
#include "experiment/file/kept_launch.h"
#include "experiment/file/launch_rows.h"
#include "experiment/file/source_lines.h"
#include "ui/file/finding_card.h"
#include "ui/file/launch_pictures.h"
#include "ui/file/program_sources.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostSeparateRows = 40;  // more are merged
constexpr std::size_t kMostOpenFindings = 20;  // cards that are open without a click; the others are shown when their row is chosen
constexpr std::size_t kRowsToFilter = 12;      // fewer are seen at a glance
constexpr float kGap = 14, kMarkWidth = 28, kLineWidth = 40, kLeastText = 180, kLeastGrid = 84, kNameWidth = 60, kStripWidth = 130,
                kCountsWidth = 132;  // unscaled

ProgramState::Rows rows_of(const ProgramReport& report) {
    ProgramState::Rows out;
    out.launches = merged_rows(report, launch_rows(report), kMostSeparateRows);
    SourceLines lines;
    for (const LaunchRow& row : out.launches) {
        const ProgramLaunch& launch = report.launches[row.first()];
        const std::string text = lines.line(launch.file, launch.line);
        out.lines.push_back(text.empty() ? launch.kernel : text);
        out.widest_grid = std::max(out.widest_grid, grid_size(grid_thumbnail(launch)).x);
    }
    for (const ProgramFinding& finding : report.findings) out.finding_lines.push_back(lines.line(finding.file, finding.line));
    out.strips.resize(out.launches.size());
    return out;
}

const std::vector<ArrayStrip>& strips_of(ProgramState::Rows& rows, const ProgramReport& report, std::size_t row) {
    auto& strips = rows.strips[row];
    if (!strips) strips = array_strips(report, rows.launches[row]);
    return *strips;
}

double counter(const ProgramLaunch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

std::string sectors_per_request(const ProgramLaunch& launch) {
    const double requests = counter(launch, "global_load_requests");
    return requests > 0 ? fmt::format("{:.1f}", counter(launch, "global_load_sectors") / requests) : "-";
}

// Where the columns begin, from the left edge; what has no room is left out, and stands in the row's card.
struct Columns {
    float line = 0, text = 0, text_width = 0, grid = 0, grid_width = 0, strips = 0, counts_right = 0, row_height = 0, right = 0;
    bool has_grid = false, has_strips = false, has_counts = false;
};
Columns columns_of(const Look& look, const ProgramState::Rows& rows) {
    Columns c;
    c.grid_width = std::max(kLeastGrid, rows.widest_grid);
    const float room = ImGui::GetContentRegionAvail().x, gap = look.px(kGap);
    c.line = look.px(kMarkWidth);
    c.text = c.line + look.px(kLineWidth) + gap / 2;
    c.right = room;
    float left = room - c.text - look.px(kLeastText);  // for the other columns
    const auto takes = [&](float width) {
        const bool fits = left >= look.px(width) + gap;
        if (fits) left -= look.px(width) + gap;
        return fits;
    };
    c.has_grid = takes(c.grid_width);
    c.has_strips = c.has_grid && takes(kNameWidth + kStripWidth);
    c.has_counts = c.has_strips && takes(kCountsWidth);
    float end = room;
    c.counts_right = end;
    if (c.has_counts) end -= look.px(kCountsWidth) + gap;
    if (c.has_strips) end -= look.px(kNameWidth + kStripWidth);
    c.strips = end;
    if (c.has_strips) end -= gap;
    if (c.has_grid) end -= look.px(c.grid_width);
    c.grid = end;
    if (c.has_grid) end -= gap;
    c.text_width = end - c.text;
    c.row_height = std::ceil(look.px(Fonts::kCode + Fonts::kSmall + 18));
    return c;
}

void header(const Look& look, const Columns& c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = look.px(Fonts::kSmall);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto title = [&](float x, const char* text, float align = 0) {
        put_text(list, look.fonts.regular, size, {at.x + x, at.y}, look.theme.muted, text, align);
    };
    title(c.text - look.px(kGap) / 2, "line", 1);
    title(c.text, "launch");
    if (c.has_grid) title(c.grid, "thread grid");
    if (c.has_strips) title(c.strips + look.px(kNameWidth), "before and after");
    if (c.has_counts) title(c.counts_right, "counted", 1);
    ImGui::Dummy({c.right, size + look.px(4)});
}

// Green: nothing was found. Orange: a note. Red: a mistake. The signs differ, too.
void mark(const Look& look, ImDrawList& list, ImVec2 centre, const LaunchRow& row) {
    const ImU32 colour = row.has_mistake ? look.theme.bad : row.findings.empty() ? look.theme.good : look.theme.warn;
    const char* const sign = row.has_mistake ? icon::kCross : row.findings.empty() ? icon::kCheck : icon::kInfo;
    list.AddCircleFilled(centre, look.px(9), colour);
    const float size = look.px(12);
    put_text(list, look.fonts.regular, size, {centre.x, centre.y - size / 2}, look.theme.panel, sign, 0.5f);
}

// The line that joins the marks.
void joint(const Look& look, ImDrawList& list, float left, float top, float bottom) {
    const float x = std::round(left + look.px(10));
    if (bottom > top) list.AddLine({x, top}, {x, bottom}, look.theme.line, look.px(2));
}

class List {
  public:
    List(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report)
        : bench_(bench),
          look_(bench.look),
          opened_(opened),
          state_(state),
          report_(report),
          rows_(*state.rows),
          c_(columns_of(look_, rows_)) {}

    // Rows between two cards have one height, so that only those in sight are drawn.
    void draw() {
        header(look_, c_);
        const std::vector<std::size_t> listed = listed_rows();
        if (listed.empty()) return;
        first_ = listed.front(), last_ = listed.back();
        std::size_t open_findings = 0;
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
        for (std::size_t begin = 0; begin < listed.size();) {
            std::size_t end = begin;
            while (end < listed.size() && !is_open(listed[end], open_findings)) ++end;
            plain_rows({listed.begin() + static_cast<std::ptrdiff_t>(begin), listed.begin() + static_cast<std::ptrdiff_t>(end)});
            if (end < listed.size()) row_with_card(listed[end++]);
            begin = end;
        }
        ImGui::PopStyleVar();
    }

  private:
    bool holds_chosen(const LaunchRow& row) const { return std::ranges::binary_search(row.launches, state_.chosen); }

    bool is_open(std::size_t row, std::size_t& open_findings) const {
        const LaunchRow& of = rows_.launches[row];
        if (!of.findings.empty() && open_findings++ < kMostOpenFindings) return true;
        return holds_chosen(of);
    }

    std::vector<std::size_t> listed_rows() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < rows_.launches.size(); ++i)
            if (!state_.lists_only_mistakes || rows_.launches[i].has_mistake || holds_chosen(rows_.launches[i])) out.push_back(i);
        return out;
    }

    void plain_rows(const std::vector<std::size_t>& rows) {
        if (rows.empty()) return;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(rows.size()), c_.row_height);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(rows[static_cast<std::size_t>(i)]);
    }

    void row_with_card(std::size_t i) {
        row(i);
        const LaunchRow& of = rows_.launches[i];
        if (holds_chosen(of) && std::exchange(state_.scrolled_to, state_.chosen) != state_.chosen && !ImGui::IsItemVisible())
            ImGui::SetScrollHereY(0);
        const ImVec2 top = ImGui::GetCursorScreenPos();
        const float indent = look_.px(kMarkWidth);
        ImGui::Indent(indent);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, look_.px(6)});
        {
            const IdScope id(static_cast<int>(i));
            card(i);
        }
        ImGui::PopStyleVar();
        ImGui::Unindent(indent);
        ImGui::Dummy({0, look_.px(8)});
        if (i != last_) joint(look_, *ImGui::GetWindowDrawList(), top.x, top.y, ImGui::GetCursorScreenPos().y);
    }

    void row(std::size_t i) {
        const LaunchRow& of = rows_.launches[i];
        const ProgramLaunch& launch = report_.launches[of.first()];
        const IdScope id(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool is_chosen = holds_chosen(of);
        ImGui::SetNextItemAllowOverlap();
        const std::string label = fmt::format("###launch_{}", of.first() + 1);
        if (ImGui::Selectable(label.c_str(), is_chosen, ImGuiSelectableFlags_AllowDoubleClick, {c_.right, c_.row_height})) {
            if (!is_chosen) choose(of.first());
            if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) bench_.post(ask::OpenProgramLaunch{state_.chosen});
        }
        explain_part(i, at);
        const ImVec2 after = ImGui::GetCursorScreenPos();
        line_link(launch, at);
        ImGui::SetCursorScreenPos(after);
        draw_row(i, at);
    }

    void choose(std::size_t launch) {
        state_.open_problem.clear();
        state_.refuses_launch = false;
        state_.chosen = launch;
        state_.scrolled_to = launch;  // it is in sight
    }

    // What the mouse is on; the keyboard has the card.
    void explain_part(std::size_t i, ImVec2 at) {
        if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) return;
        const float x = ImGui::GetMousePos().x - at.x, y = ImGui::GetMousePos().y - at.y;
        const ProgramLaunch& launch = report_.launches[rows_.launches[i].first()];
        if (c_.has_grid && x >= c_.grid && x < c_.grid + look_.px(c_.grid_width)) {
            const GridThumbnail grid = grid_thumbnail(launch);
            const std::string scale = grid.cells < grid.blocks
                                          ? fmt::format("Each cell stands for about {} blocks",
                                                        with_separators((grid.blocks + grid.cells - 1) / grid.cells))
                                          : std::string("Each cell is a block");
            return text_tooltip(look_, scale + (grid.hit ? "; the one with a cross has the fault." : "."));
        }
        const auto& strips = strips_of(rows_, report_, i);
        if (c_.has_strips && !strips.empty() && x >= c_.strips && x < c_.strips + look_.px(kNameWidth + kStripWidth)) {
            const ArrayStrip& strip = first_shown(strips);
            const bool is_before = y < c_.row_height / 2;
            return text_tooltip(look_, is_before ? strip.before_words : strip.after_words);
        }
        if (x >= c_.text && x < c_.text + c_.text_width) text_tooltip(look_, rows_.lines[i]);
    }

    void line_link(const ProgramLaunch& launch, ImVec2 at) {
        if (launch.line <= 0) return;
        const std::string number = std::to_string(launch.line);
        const FontScope font(look_.fonts.mono, look_.px(Fonts::kCode));
        const float width = ImGui::CalcTextSize(number.c_str()).x;
        ImGui::SetCursorScreenPos({at.x + c_.text - look_.px(kGap) / 2 - width, at.y + look_.px(6)});
        if (!can_show(state_, opened_, launch.file)) {
            ImGui::TextUnformatted(number.c_str());
            return;
        }
        if (ImGui::TextLink((number + "###line").c_str())) show_line_of(bench_, opened_, launch.file, launch.line);
        explain(look_, fmt::format("Shows line {} in Source", number));
    }

    // The array that a row has room for: one that the launch has changed, where there is one.
    static const ArrayStrip& first_shown(const std::vector<ArrayStrip>& strips) {
        const auto changed = std::ranges::find(strips, true, &ArrayStrip::changed);
        return changed == strips.end() ? strips.front() : *changed;
    }

    void draw_row(std::size_t i, ImVec2 at) {
        const LaunchRow& of = rows_.launches[i];
        const ProgramLaunch& launch = report_.launches[of.first()];
        const Theme& t = look_.theme;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float centre = std::round(at.y + c_.row_height / 2);
        joint(look_, list, at.x, i == first_ ? centre : at.y, i == last_ ? centre : at.y + c_.row_height);
        mark(look_, list, {std::round(at.x + look_.px(10)), centre}, of);
        const float first_line = at.y + look_.px(6), second_line = first_line + look_.px(Fonts::kCode + 5),
                    small = look_.px(Fonts::kSmall);
        put_text_cut(list, look_.fonts.mono, look_.px(Fonts::kCode), {at.x + c_.text, first_line}, t.text, rows_.lines[i],
                     c_.text_width);
        const std::string gpu = report_.gpus > 1 ? fmt::format(" on GPU {}", launch.gpu) : "";
        const std::string words = sentence(fmt::format("{}{}: {}", numbers_words(of), gpu, shape_words(launch)));
        put_text_cut(list, look_.fonts.regular, small, {at.x + c_.text, second_line}, t.muted, words, c_.text_width);
        ImGui::LogText("%d %s %s ", launch.line, rows_.lines[i].c_str(), words.c_str());  // drawn by hand, so logged by hand
        if (c_.has_grid) {
            const GridThumbnail grid = grid_thumbnail(launch);
            const float height = look_.px(grid_size(grid).y);
            draw_grid(look_, list, {at.x + c_.grid, std::round(at.y + (c_.row_height - height) / 2)}, grid);
        }
        const auto& strips = strips_of(rows_, report_, i);
        if (c_.has_strips && !strips.empty()) draw_row_strips(list, at, strips);
        if (c_.has_counts) draw_counts(list, at, launch, first_line, second_line);
        const float edge = at.y + c_.row_height - 1;
        list.AddLine({at.x + look_.px(kMarkWidth), edge}, {at.x + c_.right, edge}, t.line);
    }

    void draw_row_strips(ImDrawList& list, ImVec2 at, const std::vector<ArrayStrip>& strips) const {
        const ArrayStrip& strip = first_shown(strips);
        const float height = look_.px(2 * kStripHeight + kStripPairGap), small = look_.px(Fonts::kSmall);
        const float top = std::round(at.y + (c_.row_height - height) / 2), x = std::round(at.x + c_.strips);
        const float middle = at.y + c_.row_height / 2;
        const bool has_more = strips.size() > 1;
        const float right = look_.px(kNameWidth) - look_.px(8);
        const float name = std::min(text_width(look_.fonts.mono, small, strip.name), right);
        put_text_cut(list, look_.fonts.mono, small,
                     {x + right - name, has_more ? middle - small - look_.px(1) : middle - small / 2}, look_.theme.text, strip.name,
                     right);
        if (has_more)
            put_text(list, look_.fonts.regular, look_.px(12), {x + right, middle + look_.px(2)}, look_.theme.muted,
                     fmt::format("+{} more", strips.size() - 1), 1);
        draw_strips(look_, list, {x + look_.px(kNameWidth), top}, look_.px(kStripWidth), strip);
    }

    void draw_counts(ImDrawList& list, ImVec2 at, const ProgramLaunch& launch, float first_line, float second_line) const {
        const auto lines = counts_lines(launch);
        const float right = at.x + c_.counts_right;
        const ImU32 colour = launch.is_ended_by_fault ? look_.theme.bad : look_.theme.muted;
        for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i)
            put_text(list, look_.fonts.regular, look_.px(Fonts::kSmall), {right, i == 0 ? first_line : second_line}, colour,
                     lines[i], 1);
    }

    void card(std::size_t i) {
        const LaunchRow& of = rows_.launches[i];
        const bool is_chosen = holds_chosen(of);
        const std::size_t place = is_chosen ? state_.chosen : of.first();
        const ProgramLaunch& launch = report_.launches[place];
        const ImU32 edge = of.has_mistake || !of.findings.empty() ? finding_edge(look_, of.has_mistake) : look_.theme.accent;
        const ImU32 ground = of.findings.empty() ? look_.theme.raised : finding_ground(look_, of.has_mistake);
        const Card card(look_, "launch_card", ground, edge);
        for (std::size_t k = 0; k < of.findings.size(); ++k) {
            const IdScope id(static_cast<int>(k));
            const ProgramFinding& finding = report_.findings[of.findings[k]];
            const bool is_of_row = finding.file == launch.file && finding.line == launch.line;  // whose line stands above
            finding_part(bench_, opened_, report_, finding, &launch, is_of_row ? "" : rows_.finding_lines[of.findings[k]]);
        }
        if (is_chosen) {
            mono_text(look_, fmt::format("Launch {}: {}", place + 1, launch.kernel));
            if (of.launches.size() > 1) which_of(of);
            all_strips(strips_of(rows_, report_, i));
            facts(launch);
        }
        buttons(launch, place);
    }

    // Of a row of several: another of its launches.
    void which_of(const LaunchRow& of) {
        auto number = static_cast<std::int64_t>(state_.chosen) + 1;
        const NumberRange range{static_cast<std::int64_t>(of.first()) + 1, static_cast<std::int64_t>(of.last()) + 1};
        if (!number_row(look_, "Launch", number, range, {}, "Which launch of this row is shown, opened and stepped")) return;
        const auto wanted = static_cast<std::size_t>(number - 1);
        choose(*std::prev(std::ranges::upper_bound(of.launches, wanted)));
    }

    void all_strips(const std::vector<ArrayStrip>& strips) const {
        if (strips.empty() || (strips.size() == 1 && c_.has_strips)) return;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        for (const ArrayStrip& strip : strips) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float height = look_.px(2 * kStripHeight + kStripPairGap), small = look_.px(Fonts::kSmall);
            put_text_cut(list, look_.fonts.mono, small, {at.x, at.y + (height - small) / 2}, look_.theme.text, strip.name,
                         look_.px(kNameWidth - 8));
            const float width = std::min(look_.px(2 * kStripWidth), ImGui::GetContentRegionAvail().x - look_.px(kNameWidth));
            draw_strips(look_, list, {at.x + look_.px(kNameWidth), at.y}, width, strip);
            ImGui::Dummy({look_.px(kNameWidth) + width, height});
            if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip))
                text_tooltip(look_, strip.before_words + "\n" + strip.after_words);
        }
    }

    void facts(const ProgramLaunch& launch) const {
        std::string line =
            fmt::format("{}, grid {}, block {} \u00b7 {}, {} sectors per request", counted(launch.shape.thread_count(), "thread"),
                        extents_text(launch.shape.grid), extents_text(launch.shape.block),
                        counted(launch.warp_instructions, "warp instruction"), sectors_per_request(launch));
        if (const std::uint64_t shared = std::uint64_t{launch.static_shared_bytes} + launch.shape.dynamic_shared_bytes; shared > 0)
            line += fmt::format(" \u00b7 {} bytes of shared memory per block", with_separators(shared));
        if (const double conflicts = counter(launch, "shared_load_bank_conflicts") + counter(launch, "shared_store_bank_conflicts");
            conflicts > 0)
            line += fmt::format(" \u00b7 {} bank conflicts", with_separators(static_cast<std::uint64_t>(conflicts)));
        muted_text(look_, line);
        if (launch.repeats)
            muted_text(look_, fmt::format("This launch had the same arguments and memory contents as launch {}, so it was not run. "
                                          "Its results and counts are those of launch {}.",
                                          *launch.repeats + 1, *launch.repeats + 1));
        for (const std::string& warning : launch.warnings) muted_text(look_, sentence(warning));
    }

    void buttons(const ProgramLaunch& launch, std::size_t place) {
        const bool is_opening = state_.opening.running.valid();
        if (is_opening && state_.opening.launch == place) {
            if (quiet_button(look_, "Stop###open_launch")) bench_.post(ask::StopProgram{});
            ImGui::SameLine();
            ImGui::AlignTextToFramePadding();
            return muted_text(look_, fmt::format("Running the program up to launch {} ...", place + 1));
        }
        const bool has_kernel = kernel_of_launch(opened_.file.kernels, launch.kernel) != nullptr,
                   is_open = state_.opened_launch == place, is_refused = state_.refuses_launch && state_.chosen == place,
                   can_open = has_kernel && !is_refused && !state_.is_busy();
        constexpr const char* what =
            "Runs the program once more, up to this launch, and takes its arguments and arrays as they are then. All views and the "
            "debugger then show this launch.";
        constexpr const char* missing =
            "This launch cannot be opened: its kernel comes from a header or a macro, not from the file itself.";
        if (is_open) text_in(look_, look_.theme.good, "This launch is open.");
        if (!state_.open_problem.empty() && state_.chosen == place)
            text_in(look_, is_open ? look_.theme.warn : look_.theme.bad, sentence(state_.open_problem));
        if (quiet_button(look_, "Step here###debug_launch", can_open)) bench_.post(ask::OpenProgramLaunch{place, true});
        explain(look_, !has_kernel    ? missing
                       : launch.fault ? "Opens this launch in the debugger, before its fault: step forwards and back"
                                      : "Opens this launch in the debugger, at its first block: step forwards and back");
        place_beside(button_width(is_open ? "Open it again" : "Open this launch"));
        if (quiet_button(look_, is_open ? "Open it again###open_launch" : "Open this launch###open_launch", can_open))
            bench_.post(ask::OpenProgramLaunch{place});
        explain(look_, has_kernel ? what : missing);
        if (!has_kernel) muted_text(look_, missing);
    }

    Workbench& bench_;
    const Look& look_;
    const OpenedFile& opened_;
    ProgramState& state_;
    const ProgramReport& report_;
    ProgramState::Rows& rows_;
    const Columns c_;
    std::size_t first_ = 0, last_ = 0;  // rows that are listed
};

// Long lists: all rows, or those with mistakes.
void filter(const Look& look, ProgramState& state) {
    const auto& rows = state.rows->launches;
    const auto faulty = static_cast<std::size_t>(std::ranges::count(rows, true, &LaunchRow::has_mistake));
    if (rows.size() < kRowsToFilter || faulty == 0 || faulty == rows.size()) return;
    const std::string names[] = {fmt::format("All {} rows###all_launches", with_separators(rows.size())),
                                 fmt::format("{} with mistakes###faulty_launches", with_separators(faulty))};
    int chosen = state.lists_only_mistakes ? 1 : 0;
    if (segmented(look, "launch_filter", names, chosen)) state.lists_only_mistakes = chosen == 1;
}

}  // namespace

void centre_on_button() {
    const float spare = ImGui::GetItemRectSize().y - ImGui::GetFrameHeight();
    if (spare > 0) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + spare / 2);
}

void list_launches(ProgramState& state, const ProgramReport& report) {
    if (state.rows) return;
    state.rows = rows_of(report);
    const auto& rows = state.rows->launches;
    state.lists_only_mistakes =
        rows.size() > kMostSeparateRows / 2 && std::ranges::any_of(rows, [](const LaunchRow& row) { return row.has_mistake; });
}

void program_launches(Workbench& bench, const OpenedFile& opened, ProgramState& state, const ProgramReport& report) {
    const Look& look = bench.look;
    section_label(look, fmt::format("Launches ({})", with_separators(report.launch_count())).c_str());
    if (report.launches.empty()) {
        // one that CUDA refused did not run: it stands among the mistakes
        const bool is_refused = std::ranges::count(report.errors, "cudaErrorInvalidConfiguration", &ProgramError::name) > 0;
        return muted_text(look, is_refused ? "CUDA refused every kernel launch." : "The program launched no kernel.");
    }
    filter(look, state);
    List(bench, opened, state, report).draw();
    ImGui::Dummy({0, look.px(2)});
    if (report.launch_count() > report.launches.size())
        muted_text(
            look, fmt::format("{} more launches are not listed.", with_separators(report.launch_count() - report.launches.size())));
    if (state.chosen >= report.launches.size())
        muted_text(look, "Choose a launch to see more of it, and to open it in the views and in the debugger.");
}

}  // namespace warpwise::ui
