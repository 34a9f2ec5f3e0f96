#include "ui/debugger/banks_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "ui/debugger/bank_layout.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

struct BanksScene {
    DebugView& view;
    const DebugAccess& access;
    const BankGroup& group;
    ImDrawList& list;
    float left = 0, pitch = 0, top = 0;  // of the banks
    float bank_height = 0, word_height = 0;
    int words_shown = 0;  // of a bank, before the rest is a number

    const Look& look() const { return view.look; }
    ImVec2 bank_min(std::size_t bank) const { return {std::round(left + pitch * static_cast<float>(bank)), top}; }
    float cell() const { return std::floor(pitch) - std::max(1.0f, look().px(1.5f)); }
    bool is_crowded(std::size_t bank) const { return group.passes_of(bank, access.is_atomic) > 1; }
};

std::uint32_t lanes_at(const BankGroup& group, std::size_t bank) {
    std::uint32_t lanes = 0;
    for (const BankWord& word : group.banks[bank]) lanes |= word.lanes;
    return lanes;
}

// "tile[33]", "byte 132 of shared memory"
std::string word_name(const DebugAccess& access, const BankWord& word) {
    const int lane = std::countr_zero(word.lanes);
    const std::uint64_t of_lane = access.addresses[static_cast<std::size_t>(lane)];
    if (of_lane / kBytesPerBankWord * kBytesPerBankWord == word.address) return element_text(access, lane);
    return fmt::format("{}, byte {}", element_text(access, lane), word.address - of_lane);
}

void explain_bank(BanksScene& s, std::size_t bank) {
    if (!begin_tooltip(s.look())) return;
    const std::vector<BankWord>& words = s.group.banks[bank];
    if (words.empty())
        ImGui::Text("Bank %d: not accessed", static_cast<int>(bank));
    else
        ImGui::Text("Bank %d: %d word%s, %u wavefront%s", static_cast<int>(bank), static_cast<int>(words.size()),
                    words.size() == 1 ? "" : "s", s.group.passes_of(bank, s.access.is_atomic),
                    s.group.passes_of(bank, s.access.is_atomic) == 1 ? "" : "s");
    constexpr std::size_t told = 8;
    for (std::size_t i = 0; i < std::min(told, words.size()); ++i)
        ImGui::Text("%s: %s", word_name(s.access, words[i]).c_str(), lanes_text(words[i].lanes).c_str());
    if (words.size() > told) ImGui::Text("and %d more words", static_cast<int>(words.size() - told));
    ImGui::EndTooltip();
}

// A bank's words, one below another: what it serves in as many wavefronts.
void draw_stack(BanksScene& s, std::size_t bank) {
    const Theme& t = s.look().theme;
    const std::vector<BankWord>& words = s.group.banks[bank];
    const int marked = s.view.state.shown_lane();
    const float size = s.look().px(Fonts::kSmall);
    const int count = static_cast<int>(words.size()), shown = count > s.words_shown ? s.words_shown - 1 : count;
    for (int i = 0; i < shown; ++i) {
        const BankWord& word = words[static_cast<std::size_t>(i)];
        const ImVec2 min{s.bank_min(bank).x, s.top + s.bank_height + s.look().px(3) + static_cast<float>(i) * s.word_height};
        const ImVec2 max{min.x + s.cell(), min.y + s.word_height - std::max(1.0f, s.look().px(1.5f))};
        const int lanes = std::popcount(word.lanes);
        const bool waits = i > 0 || (s.access.is_atomic && lanes > 1), is_marked = marked >= 0 && (word.lanes >> marked & 1) != 0;
        const ImU32 fill = is_marked ? t.accent : mix(t.panel, waits ? t.bad : t.good, t.dark ? 0.42f : 0.28f);
        s.list.AddRectFilled(min, max, fill, s.look().px(2));
        const std::string text = lanes == 1 ? std::to_string(std::countr_zero(word.lanes)) : fmt::format("\u00d7{}", lanes);
        const float wide = text_width(s.look().fonts.mono, size, text);  // smaller where it has no room
        const float fitted = std::max(std::min(size, size * s.cell() / wide), s.look().px(8));
        put_text(s.list, s.look().fonts.mono, fitted, {(min.x + max.x) / 2, min.y + (max.y - min.y - fitted) / 2 - s.look().px(1)},
                 is_marked ? t.accent_ink : t.text, text, 0.5f);
        if (ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(min, max)) point_at_lane(s.view, std::countr_zero(word.lanes));
    }
    if (shown < count)
        put_text(
            s.list, s.look().fonts.mono, size,
            {s.bank_min(bank).x + s.cell() / 2, s.top + s.bank_height + s.look().px(3) + static_cast<float>(shown) * s.word_height},
            t.muted, fmt::format("+{}", count - shown), 0.5f);
}

void draw_bank(BanksScene& s, std::size_t bank) {
    const Theme& t = s.look().theme;
    const ImVec2 min = s.bank_min(bank), max{min.x + s.cell(), s.top + s.bank_height};
    const std::uint32_t passes = s.group.passes_of(bank, s.access.is_atomic);
    const bool crowded = passes > 1;
    s.list.AddRectFilled(min, max, crowded ? mix(t.panel, t.bad, t.dark ? 0.72f : 0.45f) : cell_ground(t), s.look().px(3));
    if (passes == 1) s.list.AddRect(min, max, t.good, s.look().px(3), std::max(1.0f, s.look().px(1.2f)));
    const float size = s.look().px(Fonts::kSmall);
    const bool room = text_width(s.look().fonts.mono, size, "31") <= s.cell();
    if (room || bank % 4 == 0)
        put_text(s.list, s.look().fonts.mono, size, {(min.x + max.x) / 2, min.y + s.look().px(3)}, crowded ? t.text : t.muted,
                 std::to_string(bank), 0.5f);
    if (crowded)
        put_text(s.list, s.look().fonts.semibold, size, {(min.x + max.x) / 2, min.y + s.look().px(20)}, t.text,
                 std::to_string(passes), 0.5f);
    if (ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(min, max)) explain_bank(s, bank);
    draw_stack(s, bank);
}

void draw_curves(BanksScene& s, const LaneStrip& strip) {
    const Theme& t = s.look().theme;
    const int marked = s.view.state.shown_lane();
    for (const bool pass : {false, true})
        for (const int lane : lanes_of(s.group.lanes)) {
            if ((lane == marked) != pass) continue;
            std::size_t first = kBankCount, last = 0;
            bool crowded = false;
            for (std::size_t bank = 0; bank < kBankCount; ++bank) {
                if ((lanes_at(s.group, bank) >> lane & 1) == 0) continue;
                first = std::min(first, bank), last = bank;
                crowded |= s.is_crowded(bank);
            }
            const float to_x = (s.bank_min(first).x + s.bank_min(last).x + s.cell()) / 2;
            const ImU32 colour = pass ? t.accent : mix(t.panel, crowded ? t.bad : t.good, t.dark ? 0.7f : 0.75f);
            const ImVec2 to{to_x, s.top - s.look().px(last > first ? 6 : 3)};
            draw_lane_curve(s.list, s.look(), {strip.middle[static_cast<std::size_t>(lane)], strip.bottom + s.look().px(2)}, to,
                            colour, pass);
            if (last > first)  // all banks that a wide access takes
                s.list.AddRectFilled({s.bank_min(first).x, s.top - s.look().px(5)},
                                     {s.bank_min(last).x + s.cell(), s.top - s.look().px(3)}, colour);
        }
}

void group_tabs(DebugView& view, BanksViewState& state, const std::vector<BankGroup>& groups, const DebugAccess& access) {
    if (state.position != access.position) state = {.position = access.position};
    if (groups.size() < 2) return;
    std::vector<std::string> names, help;
    for (const BankGroup& group : groups) {
        names.push_back(fmt::format("{}: {}", sentence(name_of_group(group)), group.wavefronts));
        help.push_back(fmt::format("{} wavefront{}", group.wavefronts, group.wavefronts == 1 ? "" : "s"));
    }
    int chosen = static_cast<int>(std::min(state.group.value_or(worst_group(groups)), groups.size() - 1));
    if (segmented(view.look, "bank_groups", names, chosen, help)) state.group = static_cast<std::size_t>(chosen);
}

}  // namespace

const DebugAccess* shown_shared_access(const DebuggerState& state) {
    const DebugAccess* shown = shown_access(state);
    if (shown == nullptr || shown->space == MemorySpace::shared) return shown;
    const std::vector<DebugAccess>& all = state.now->next.empty() ? state.now->last : state.now->next;
    const auto found = std::ranges::find(all, MemorySpace::shared, &DebugAccess::space);
    return found != all.end() ? &*found : nullptr;
}

void draw_banks_view(DebugView& view, BanksViewState& state) {
    const Look& look = view.look;
    const DebugAccess* access = shown_shared_access(view.state);
    const bool is_known = view.state.subject != nullptr && !view.state.subject->text.empty();
    if (access == nullptr && is_known && !view.state.subject->text.contains("__shared__"))
        return empty_state(look, "This kernel has no __shared__ array", "Only shared memory has banks.");
    if (access == nullptr || access->mask == 0)
        return empty_state(look, "This line accesses no shared memory", "Step to a line that reads or writes a __shared__ array.");
    access_header(view, *access, bank_headline(*access));
    const std::vector<BankGroup> groups = bank_groups(*access);
    group_tabs(view, state, groups, *access);
    const std::size_t chosen = std::min(state.group.value_or(worst_group(groups)), groups.size() - 1);
    if (!ImGui::BeginChild("##banks_picture", {0, 0}, ImGuiChildFlags_NavFlattened)) return ImGui::EndChild();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gutter = label_gutter(look), width = ImGui::GetContentRegionAvail().x - gutter - look.px(4);
    BanksScene s{.view = view, .access = *access, .group = groups[chosen], .list = *ImGui::GetWindowDrawList()};
    s.left = at.x + gutter, s.pitch = width / static_cast<float>(kBankCount);
    s.bank_height = look.px(38), s.word_height = look.px(17);
    const LaneStrip strip = draw_lane_strip(view, "##bank_lanes", {s.left, at.y + look.px(2)}, width, s.group.lanes);
    s.top = strip.bottom + look.px(92);
    std::size_t tallest = 0;
    for (const std::vector<BankWord>& bank : s.group.banks) tallest = std::max(tallest, bank.size());
    const Cause cause = cause_of(*access);
    const float below = look.px(cause.costs() ? 96 : 20);  // of the words under the picture
    const float room = at.y + ImGui::GetContentRegionAvail().y - s.top - s.bank_height - below;
    s.words_shown = std::clamp(static_cast<int>(room / s.word_height), 4, static_cast<int>(std::max<std::size_t>(tallest, 4)));
    const float stack = look.px(6) + s.word_height * static_cast<float>(std::min<int>(s.words_shown, static_cast<int>(tallest)));
    ImGui::SetCursorScreenPos({s.left, s.top});
    ImGui::InvisibleButton("##banks", {width, s.bank_height + stack});
    const float size = look.px(Fonts::kSmall);
    put_text(s.list, look.fonts.regular, size, {at.x, at.y + look.px(4)}, look.theme.muted, "lanes");
    put_text(s.list, look.fonts.regular, size, {at.x, s.top + look.px(3)}, look.theme.muted, "banks");
    put_text(s.list, look.fonts.regular, size, {at.x, s.top + s.bank_height + look.px(3)}, look.theme.muted, "lanes");
    for (std::size_t bank = 0; bank < kBankCount; ++bank) draw_bank(s, bank);
    draw_curves(s, strip);
    ImGui::SetCursorScreenPos({s.left, s.top + s.bank_height + stack + look.px(6)});
    ImGui::BeginGroup();
    if (!cause.why.empty()) text_in(look, look.theme.text, cause.why);
    if (!cause.advice.empty()) muted_text(look, cause.advice);
    if (cause.why.empty())
        muted_text(look, "A bank is 4 bytes wide and serves one word per wavefront, to all lanes that access it.");
    ImGui::EndGroup();
    ImGui::EndChild();
}

}  // namespace warpwise::ui
