#include "ui/run/outcome_sides.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/thread_name.h"
#include "experiment/run/emulator_check.h"
#include "experiment/search/other_outcome.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/thread_formula.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

using Sides = std::array<const OutcomeUnder*, 2>;

// The threads that race, by letters: A is the first that did something under the first schedule.
std::vector<std::uint64_t> threads_of(const Sides& sides) {
    std::vector<std::uint64_t> threads;
    for (const OutcomeUnder* side : sides)
        for (const AccessInOrder& done : side->accesses)
            if (std::ranges::find(threads, done.thread) == threads.end()) threads.push_back(done.thread);
    return threads;
}

struct Letters {
    std::vector<std::uint64_t> threads;
    std::size_t place(std::uint64_t thread) const {
        return static_cast<std::size_t>(std::ranges::find(threads, thread) - threads.begin());
    }
    bool has(std::uint64_t thread) const { return place(thread) < threads.size(); }
    char letter(std::uint64_t thread) const { return static_cast<char>('A' + std::min<std::size_t>(place(thread), 25)); }
};

// Apart by the letter; the colour only helps.
void badge(const Look& look, const Letters& letters, std::uint64_t thread, ImVec2 at, float size) {
    const Theme& t = look.theme;
    const ImU32 fills[] = {t.blocks[0], t.blocks[1], t.blocks[2], t.blocks[3]};
    const ImU32 fill = mix(t.panel, fills[letters.place(thread) % std::size(fills)], t.dark ? 0.45f : 0.30f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size, at.y + size}, fill, look.px(4));
    put_text(list, look.fonts.semibold, look.px(Fonts::kSmall),
             {at.x + size / 2, at.y + (size - look.px(Fonts::kSmall)) / 2 - look.px(2)}, t.text,
             std::string(1, letters.letter(thread)), 0.5f);
}

void who_is_who(const Look& look, const LaunchShape& launch, const Letters& letters) {
    const float size = look.px(18);
    for (const std::uint64_t thread : letters.threads) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        badge(look, letters, thread, at, size);
        ImGui::SetCursorScreenPos({at.x + size + look.px(8), at.y});
        muted_text(look, fmt::format("{}, warp {}", thread_name(launch, thread), place_of(launch, thread).warp()));
    }
}

void open_there(Workbench& bench, const LaunchShape& launch, const OutcomeUnder& side, const AccessInOrder& done) {
    const ThreadPlace place = place_of(launch, done.thread);
    bench.post(ask::Debug{.block = place.block,
                          .warp = place.warp(),
                          .lane = static_cast<int>(place.lane()),
                          .line = {},
                          .position = done.access.position,
                          .schedule = side.schedule,
                          .exercise = bench.debugged_exercise()});
}

void access_row(Workbench& bench, const LaunchShape& launch, const Letters& letters, const OutcomeUnder& side, std::size_t index,
                const char* name) {
    const Look& look = bench.look;
    const AccessInOrder& done = side.accesses[index];
    const std::string id = fmt::format("##{}_{}", name, index);  // ##first_0
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(40), size = look.px(20), left = size + look.px(14);
    if (ImGui::InvisibleButton(id.c_str(), {width, height}, ImGuiButtonFlags_EnableNav)) open_there(bench, launch, side, done);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) {
        list.AddRectFilled(at, {at.x + width, at.y + height}, mix(look.theme.raised, look.theme.accent, 0.12f), look.px(4));
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    explain(look, fmt::format("{} {} {} in line {}. Click to open the debugger at this moment, under {}.",
                              thread_name(launch, done.thread), done.access.is_store ? "writes" : "reads", done.access.value,
                              done.access.line, text_of(side.schedule)));
    badge(look, letters, done.thread, {at.x + look.px(6), at.y + (height - size) / 2}, size);
    put_text_cut(list, look.fonts.semibold, look.px(14), {at.x + left, at.y + look.px(3)}, look.theme.text,
                 fmt::format("{} {}", done.access.is_store ? "writes" : "reads", done.access.value), width - left);
    put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x + left, at.y + look.px(21)}, look.theme.muted,
                 fmt::format("line {}", done.access.line), width - left);
}

std::string end_of(const OtherOutcome& found, const OutcomeUnder& side) {
    if (side.fault) return sentence(words_for(side.fault->kind));
    if (side.value.empty()) return "Runs to its end";
    return fmt::format("{}[{}] = {}", found.array, found.index, side.value);
}

std::string writer_text(const OtherOutcome& found, const Letters& letters, const OutcomeUnder& side) {
    if (!side.writer) return "";
    if (letters.has(*side.writer)) return fmt::format("written last by {}", letters.letter(*side.writer));
    return "written last by " + thread_name(found.launch, *side.writer);
}

}  // namespace

void outcome_sides(Workbench& bench, const OtherOutcome& found) {
    const Look& look = bench.look;
    const Sides sides{&found.first, &found.other};
    const Letters letters{threads_of(sides)};
    who_is_who(look, found.launch, letters);
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("sides", 2, flags)) return;
    const auto row = [&](const auto& draw) {
        ImGui::TableNextRow();
        for (const OutcomeUnder* side : sides) {
            ImGui::TableNextColumn();
            draw(*side);
        }
    };
    row([&](const OutcomeUnder& side) { muted_text(look, text_of(side.schedule)); });
    const std::size_t rows = std::max(found.first.accesses.size(), found.other.accesses.size());
    for (std::size_t i = 0; i < rows; ++i)
        row([&](const OutcomeUnder& side) {
            if (i < side.accesses.size()) access_row(bench, found.launch, letters, side, i, &side == sides[0] ? "first" : "other");
        });
    row([&](const OutcomeUnder& side) {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, end_of(found, side));
    });
    row([&](const OutcomeUnder& side) { muted_text(look, writer_text(found, letters, side)); });
    ImGui::EndTable();
}

}  // namespace warpwise::ui
