#include "ui/source/listing_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr std::array<int, 9> kArchitectures{75, 80, 86, 87, 89, 90, 100, 103, 120};
constexpr double kTypingPauseS = 0.6;

void ask_for_listing(ListingViewState& state, const KernelSource& source) {
    ListingRequest wanted{source, state.architecture};
    const double now = ImGui::GetTime();
    if (!state.asked || !(*state.asked == wanted)) {
        // another kernel or architecture is asked for at once, a text that is being typed after a pause
        const bool typing = state.asked && state.asked->source.origin == source.origin &&
                            state.asked->source.entry == source.entry && state.asked->architecture == wanted.architecture;
        state.ask_at_s = typing ? now + kTypingPauseS : now;
        state.asked = std::move(wanted);
    }
    if (state.ask_at_s > 0 && now >= state.ask_at_s) {
        state.ask_at_s = 0;
        state.check.submit(*state.asked);
    }
    if (auto result = state.check.poll(); result && result->request == *state.asked) {
        state.shown = std::move(result);
        state.rows_form = CodeForm::cuda;  // of no listing: made anew below
    }
}

void architecture_combo(const Look& look, ListingViewState& state) {
    ImGui::SetNextItemWidth(look.px(100));
    if (!ImGui::BeginCombo("##architecture", fmt::format("sm_{}", state.architecture).c_str())) return;
    for (const int architecture : kArchitectures)
        if (ImGui::Selectable(fmt::format("sm_{}", architecture).c_str(), architecture == state.architecture))
            state.architecture = architecture;
    ImGui::EndCombo();
}

void status_line(const Look& look, ListingViewState& state) {
    architecture_combo(look, state);
    explain(look,
            "The GPU generation to compile for. No GPU is needed: 75 Turing, 80 A100, 86 RTX 30, 89 RTX 40, 90 H100 and H200, "
            "100 B200, 120 RTX 50.");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const bool stale = !state.shown || !(state.shown->request == *state.asked);
    if (stale) return ImGui::TextColored(to_vec4(look.theme.muted), "compiling ...");
    if (!state.shown->listing) return ImGui::TextColored(to_vec4(look.theme.bad), "not compiled");
    const Listing& listing = *state.shown->listing;
    std::string text = listing.compiler;
    if (listing.resources) text += ": " + text_of(*listing.resources);
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", text.c_str());
    explain(look,
            "Registers and shared memory decide how many blocks fit on a multiprocessor (Occupancy). Spills are values that "
            "found no register and go to memory.");
}

void make_rows(ListingViewState& state) {
    if (state.rows_form == state.form) return;
    state.rows_form = state.form;
    const Listing& listing = *state.shown->listing;
    state.rows = listing_rows(state.form == CodeForm::sass ? listing.sass : listing.ptx, state.shown->request.source.text);
}

std::optional<int> draw_rows(const Look& look, const std::vector<ListingRow>& rows) {
    std::optional<int> clicked;
    const FontScope font(look.fonts.mono, look.px(Fonts::kCode) * look.code_scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, look.px(3)});  // lines as close as the editor's
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ListingRow& row = rows[static_cast<std::size_t>(i)];
            if (!row.is_source) {
                ImGui::TextUnformatted(row.text.c_str());
                continue;
            }
            const IdScope id(i);
            const ColourScope colours{{ImGuiCol_Text, look.theme.thread_term}};
            if (ImGui::Selectable(fmt::format("{:>4}  {}", row.source_line, row.text).c_str())) clicked = row.source_line;
            if (ImGui::IsItemHovered()) text_tooltip(look, fmt::format("Go to line {} of the source", row.source_line));
        }
    ImGui::PopStyleVar();
    return clicked;
}

}  // namespace

void listing_status(const Look& look, ListingViewState& state, const KernelSource& source) {
    ask_for_listing(state, source);
    status_line(look, state);
}

const std::vector<ListingLine>* listing_lines(const Look& look, const ListingViewState& state, BesideForm form) {
    if (!state.shown) return nullptr;
    if (!state.shown->listing) {
        for (const Diagnostic& d : state.shown->listing.error()) {
            text_in(look, look.theme.bad, d.line > 0 ? fmt::format("Line {}: {}", d.line, d.message) : sentence(d.message));
            if (!d.hint.empty()) muted_text(look, d.hint);
        }
        return nullptr;
    }
    const Listing& listing = *state.shown->listing;
    if (form != BesideForm::sass) return &listing.ptx;
    if (!listing.sass.empty()) return &listing.sass;
    text_in(look, look.theme.text, sentence(listing.sass_missing) + ".");
    return nullptr;
}

std::optional<int> listing_view(const Look& look, ListingViewState& state, const KernelSource& source) {
    listing_status(look, state, source);
    std::optional<int> clicked;
    if (ImGui::BeginChild("##listing", {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_HorizontalScrollbar)) {
        if (listing_lines(look, state, state.form == CodeForm::sass ? BesideForm::sass : BesideForm::ptx) != nullptr) {
            make_rows(state);
            clicked = draw_rows(look, state.rows);
        }
    }
    ImGui::EndChild();
    return clicked;
}

}  // namespace warpwise::ui
