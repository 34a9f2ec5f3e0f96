// Occupancy: the blocks and warps of the current launch on one multiprocessor, what stops more, and how it would be with other
// block sizes; for any compute capability, GPU or none.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/occupancy_asked.h"
#include "ui/threads/occupancy_facts.h"
#include "ui/threads/occupancy_scene.h"
#include "ui/threads/occupancy_state.h"
#include "ui/threads/panels.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

void toolbar(Workbench& bench, const SmLimits& sm, const KernelNeeds& needs) {
    capability_combo(bench, sm);
    explain(bench.look, "The compute capability: the generation of a GPU. Choose any; no GPU is needed here.");
    if (needs.from == KernelNeeds::From::guess) {
        place_beside(bench.look.px(300));
        std::int64_t registers = bench.state<OccupancyState>().guessed_registers;
        if (number_row(bench.look, "Registers", registers, {.min = 8, .max = kMostRegistersOfThread}, "assumed",
                       "Registers per thread. The compiler decides; 16 to 64 are common. This is " + origin_text(needs, "") + "."))
            bench.state<OccupancyState>().guessed_registers = static_cast<int>(registers);
        return;
    }
    place_beside(bench.look.px(330));
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%d registers per thread", needs.registers_per_thread);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(bench.look.theme.muted), "%s",
                       origin_text(needs, bench.results.listed ? bench.results.listed->architecture : "").c_str());
}

void verdict(const Workbench& bench, const Occupancy& o, std::optional<int> drivers) {
    const Look& look = bench.look;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBigNumber));
        ImGui::Text("%.0f %%", 100 * o.fraction);
    }
    explain(look,
            "The occupancy: warps on a multiprocessor, as a share of the most that it can hold. More warps hide more "
            "latency, but a kernel can also be fast with fewer.");
    const float number_height = ImGui::GetItemRectSize().y;
    ImGui::SameLine();
    ImGui::BeginGroup();
    if (!drivers)  // one line stands beside the number's middle
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(0.0f, (number_height - ImGui::GetTextLineHeight()) / 2));
    text_in(look, o.impossible.empty() ? look.theme.text : look.theme.bad, occupancy_sentence(o));
    if (drivers)
        text_in(look, *drivers == o.active_blocks ? look.theme.good : look.theme.warn,
                fmt::format("The driver of this GPU says {} block{}.", *drivers, *drivers == 1 ? "" : "s"));
    ImGui::EndGroup();
}

// One cell a warp's place, in rows of 16; warps of a block share its hue, empty places are hatched.
void draw_warp_places(const Look& look, const Occupancy& o, float width) {
    constexpr int columns = 16;
    const int rows = (o.most_warps + columns - 1) / columns;
    const float gap = look.px(2), cell = std::clamp((width - gap * (columns - 1)) / columns, look.px(8), look.px(22));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int warp = 0; warp < o.most_warps; ++warp) {
        const ImVec2 min{at.x + static_cast<float>(warp % columns) * (cell + gap),
                         at.y + static_cast<float>(warp / columns) * (cell + gap)};
        const ImVec2 max{min.x + cell, min.y + cell};
        if (warp >= o.active_warps) {
            list.AddRectFilled(min, max, mix(look.theme.panel, look.theme.line, 0.4f), look.px(2));
            draw_hatch(list, min, max, mix(look.theme.panel, look.theme.muted, 0.4f), look.px(5));
            continue;
        }
        const auto block = static_cast<std::uint64_t>(warp / o.warps_per_block);
        list.AddRectFilled(min, max, mix(look.theme.panel, block_colour(look.theme, block), 0.75f), look.px(2));
    }
    ImGui::InvisibleButton("##warp_places", {columns * (cell + gap), static_cast<float>(rows) * (cell + gap)});
    explain(look, fmt::format("One multiprocessor: {} warp slots, {} of them filled. Warps of one block have one colour.",
                              o.most_warps, o.active_warps));
}

std::string amount_text(const ResourceUse& use) {
    if (use.limit != OccupancyLimit::shared_memory)
        return fmt::format("{} of {}", with_separators(std::llround(use.used)), with_separators(std::llround(use.available)));
    return fmt::format("{:.4g} of {:.4g} KB", use.used / 1024, use.available / 1024);
}

std::string whole_text(ResourceUse use) {
    use.used = use.available;
    return amount_text(use);
}

constexpr const char* kBinds = "  - the limit";

// Room for every name as the limit, beside all that there is of it: the column stays as it is whichever of them binds.
float resource_width(const Look& look, const std::vector<ResourceUse>& uses) {
    float width = look.px(220);
    for (const ResourceUse& use : uses) {
        const float name =
            text_width(look.fonts.semibold, look.px(Fonts::kSmall), std::string(name_of(use.limit)) + kBinds) + look.px(14);
        for (const std::string& amount : {amount_text(use), whole_text(use)})
            width = std::max(width, name + text_width(look.fonts.mono, look.px(Fonts::kSmall), amount));
    }
    return width;
}

// What binds an occupancy of 100 % is nothing to warn of.
void draw_resource(const Look& look, const ResourceUse& use, bool is_full, float width, float height) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float bar_top = at.y + look.px(18), bar_height = look.px(9);
    const ImU32 colour = use.binds && !is_full ? look.theme.warn : look.theme.series[3];
    const std::string name = std::string(name_of(use.limit)) + (use.binds ? kBinds : "");
    put_text(list, use.binds ? look.fonts.semibold : look.fonts.regular, look.px(Fonts::kSmall), at,
             use.binds ? look.theme.text : look.theme.muted, name);
    put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {at.x + width, at.y}, use.binds ? look.theme.text : look.theme.muted,
             amount_text(use), 1);
    list.AddRectFilled({at.x, bar_top}, {at.x + width, bar_top + bar_height}, mix(look.theme.panel, look.theme.line, 0.6f),
                       look.px(2));
    const double share = use.available > 0 ? std::min(use.used / use.available, 1.0) : 0;
    if (share > 0)
        list.AddRectFilled({at.x, bar_top}, {at.x + width * static_cast<float>(share), bar_top + bar_height}, colour, look.px(2));
    ImGui::InvisibleButton(name_of(use.limit).data(), {width, height});
    explain(look, fmt::format("{}: {} taken; alone it would allow {} blocks.{}", sentence(std::string(name_of(use.limit))),
                              amount_text(use), use.blocks,
                              use.limit == OccupancyLimit::shared_memory
                                  ? " From compute capability 8.0 on, each block takes 1 KB more, for the system."
                                  : ""));
}

// A bar for each block size of whole warps. A block that fills its last warp only partly counts as the whole.
void draw_curve(Workbench& bench, const SmLimits& sm, const OccupancyQuestion& question, float width, float height) {
    const Look& look = bench.look;
    const std::vector<double> curve = occupancy_curve(sm, question);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + look.px(44), right = at.x + width, top = at.y + look.px(22), bottom = at.y + height - look.px(36);
    put_text(list, look.fonts.regular, look.px(Fonts::kSmall), at, look.theme.muted, "occupancy with other block sizes");
    for (const int percent : {0, 50, 100}) {
        const float y = bottom - (bottom - top) * static_cast<float>(percent) / 100;
        list.AddRectFilled({left, std::floor(y)}, {right, std::floor(y) + 1}, mix(look.theme.panel, look.theme.line, 0.6f));
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {left - look.px(6), y - look.px(8)}, look.theme.muted,
                 fmt::format("{} %", percent), 1);
    }
    const auto current = static_cast<std::size_t>((question.block_threads + 31) / 32 - 1);
    const float step = (right - left) / static_cast<float>(curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const float x = left + step * static_cast<float>(i), y = bottom - (bottom - top) * static_cast<float>(curve[i]);
        list.AddRectFilled({x + 1, std::min(y, bottom - 1)}, {x + step - 1, bottom},
                           i == current ? look.theme.accent : mix(look.theme.panel, look.theme.series[3], 0.6f));
    }
    for (const int threads : {32, 256, 512, 768, 1024}) {
        const std::string text = with_separators(threads);
        const float half = text_width(look.fonts.mono, look.px(Fonts::kSmall), text) / 2;
        const float x = std::min(left + step * (static_cast<float>(threads) / 32 - 0.5f), right - half);
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, bottom + look.px(3)}, look.theme.muted, text, 0.5f);
    }
    put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {(left + right) / 2, bottom + look.px(18)}, look.theme.muted,
             "threads per block", 0.5f);
    ImGui::InvisibleButton("##occupancy_curve", {width, height});
    if (!ImGui::IsItemHovered()) return;
    const auto under = static_cast<std::size_t>(std::clamp((ImGui::GetMousePos().x - left) / step, 0.0f, 31.0f));
    OccupancyQuestion asked = question;
    asked.block_threads = static_cast<int>(under + 1) * 32;
    text_tooltip(look, fmt::format("{} threads per block: {}", asked.block_threads, occupancy_sentence(occupancy_of(sm, asked))));
}

}  // namespace

void occupancy_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr)
        return empty_state(look, "No lesson is open", "Open one to see the blocks of its launch on one multiprocessor.");
    if (!bench.draft.resolved) return empty_state(look, "This launch has no shape", bench.draft.resolved.error().text());
    const IdScope id("occupancy");
    const SmLimits& sm = chosen_sm(bench);
    const KernelNeeds needs = needs_of_kernel(bench);
    const OccupancyQuestion question = question_of(bench, needs);
    const Occupancy o = occupancy_of(sm, question);
    const RunRecord* cuda = bench.results.latest_that(&DeviceTraits::has_occupancy);
    const bool same_machine =
        cuda != nullptr && bench.state<OccupancyState>().compute_capability == present_capability(bench.devices.present);
    toolbar(bench, sm, needs);
    verdict(bench, o, same_machine ? drivers_blocks(*cuda, bench.draft.resolved->shape) : std::nullopt);
    if (ImGui::BeginChild("##occupancy_pictures", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        // three columns, two, or one below the other
        const std::vector<ResourceUse> uses = resource_uses(sm, o);
        const float whole = ImGui::GetContentRegionAvail().x, gap = look.px(24), column = resource_width(look, uses);
        const bool three = whole > look.px(250) + column + look.px(290), two = whole > column + look.px(270);
        const float places = three ? look.px(250) : two ? std::max(column, std::min(whole * 0.5f, look.px(400))) : whole;
        const float limits = three ? column : places;
        ImGui::BeginGroup();
        draw_warp_places(look, o, places);
        ImGui::Dummy({0, look.px(4)});
        if (three) {
            ImGui::EndGroup();
            ImGui::SameLine(0, gap);
            ImGui::BeginGroup();
        }
        // below the warps' places they are closer together: all of it fits a page of Present
        const float use_height = look.px(three ? 34 : 29);
        for (const ResourceUse& use : uses) draw_resource(look, use, o.fraction >= 1, limits, use_height);
        ImGui::EndGroup();
        if (two) ImGui::SameLine(0, gap);
        const float height = std::clamp(ImGui::GetContentRegionAvail().y, look.px(150), look.px(260));
        if (question.block_threads <= kMostThreadsOfBlock)
            draw_curve(bench, sm, question, ImGui::GetContentRegionAvail().x, height);
    }
    ImGui::EndChild();
}

Result<OccupancyScene> shown_occupancy(Workbench& bench) {
    if (bench.lesson == nullptr) return failure("no lesson is open");
    if (!bench.draft.resolved) return std::unexpected(bench.draft.resolved.error());
    const SmLimits& sm = chosen_sm(bench);
    const KernelNeeds needs = needs_of_kernel(bench);
    return OccupancyScene{sm, question_of(bench, needs),
                          origin_text(needs, bench.results.listed ? bench.results.listed->architecture : "")};
}

}  // namespace warpwise::ui
