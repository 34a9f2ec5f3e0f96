// The palette: every command, lesson and view in one list that typing narrows down.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/paths.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/shell/palette_search.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

struct Choice {
    PaletteEntry entry;
    std::function<void(Shell&)> act;
};

struct PaletteState {
    bool was_open = false, uses_loaded = false;
    std::array<char, 128> query{};
    int chosen = 0;
    bool moved = false;  // by a key, so that the chosen row comes into sight
    PaletteUses uses;
};

std::filesystem::path uses_file() { return config_dir() / "command-uses.json"; }

void load_uses(const Workbench& bench, PaletteState& state) {
    if (std::exchange(state.uses_loaded, true) || !bench.keeps_files) return;
    if (const auto text = read_regular_file(uses_file(), std::size_t{1} << 20)) state.uses = uses_from_json(*text);
}

// Only an order hangs on it: a file that cannot be written is not worth a message.
void count_use(const Workbench& bench, PaletteState& state, const std::string& id) {
    ++state.uses[id];
    if (!bench.keeps_files) return;
    std::error_code error;
    std::filesystem::create_directories(uses_file().parent_path(), error);
    (void)write_regular_file(uses_file(), to_json_text(state.uses));
}

std::vector<Choice> choices(const Shell& shell) {
    std::vector<Choice> all;
    for (const Command& command : all_commands()) {
        if (!command.enabled(shell)) continue;
        all.push_back(
            {{std::string("command:") + command.name, std::string(command.group) + ": " + command.name, command.keys_shown},
             [&command](Shell& s) { s.state.to_run.push_back(&command); }});
    }
    for (const Lesson& lesson : shell.bench.lessons.course.lessons)
        all.push_back({{"lesson:" + lesson.id, "Open lesson " + numbered_title(lesson), ""},
                       [id = lesson.id](Shell& s) { s.bench.post(ask::OpenLesson{id}); }});
    for (const View& view : all_views())
        all.push_back({{std::string("view:") + view.id, std::string("Show ") + view.title, ""},
                       [id = std::string(view.id)](Shell& s) { s.bench.post(ask::FocusView{id}); }});
    return all;
}

// Arrow up and down stay with the list while the field has the keyboard.
int move_in_list(ImGuiInputTextCallbackData* data) {
    auto& state = *static_cast<PaletteState*>(data->UserData);
    state.chosen += data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
    state.moved = true;
    return 0;
}

// Letter runs in two looks: those that matched stand out.
void marked_text(const Look& look, const std::string& text, const std::vector<std::uint8_t>& letters, ImVec2 at, float right) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kBody);
    const auto is_marked = [&](std::size_t i) { return std::ranges::find(letters, i) != letters.end(); };
    for (std::size_t begin = 0; begin < text.size();) {
        const bool marked = is_marked(begin);
        std::size_t end = begin + 1;
        while (end < text.size() && is_marked(end) == marked) ++end;
        const std::string run = text.substr(begin, end - begin);
        ImFont* font = marked ? look.fonts.semibold : look.fonts.regular;
        put_text_cut(list, font, size, at, marked ? look.theme.accent : look.theme.text, run, right - at.x);
        at.x += text_width(font, size, run);
        begin = end;
    }
}

bool row(const Look& look, const PaletteEntry& entry, const PaletteMatch& match, bool chosen, bool show) {
    const float height = look.px(30), pad = look.px(10);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const bool clicked = ImGui::Selectable(("##" + entry.id).c_str(), chosen, 0, {0, height});
    if (chosen && show) ImGui::SetScrollHereY(0.5f);
    const float y = at.y + (height - look.px(Fonts::kBody)) / 2 - look.px(1);
    const float keys = entry.keys.empty() ? 0 : text_width(look.fonts.mono, look.px(Fonts::kSmall), entry.keys) + pad;
    marked_text(look, entry.text, match.letters, {at.x + pad, y}, right - pad - keys);
    put_text(*ImGui::GetWindowDrawList(), look.fonts.mono, look.px(Fonts::kSmall), {right - pad, y + look.px(1)}, look.theme.muted,
             entry.keys, 1);
    return clicked;
}

void list_of(Shell& shell, PaletteState& state, bool entered) {
    const Look& look = shell.bench.look;
    const std::vector<Choice> all = choices(shell);
    std::vector<PaletteEntry> entries;
    for (const Choice& choice : all) entries.push_back(choice.entry);
    const std::vector<PaletteMatch> found = search_palette(entries, state.query.data(), state.uses);
    if (found.empty()) return muted_text(look, "No command, lesson or view has these letters in this order.");
    state.chosen = std::clamp(state.chosen, 0, static_cast<int>(found.size()) - 1);
    const PaletteMatch* act_on = entered ? &found[static_cast<std::size_t>(state.chosen)] : nullptr;
    if (ImGui::BeginChild("##found", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
        for (std::size_t i = 0; i < found.size(); ++i)
            if (row(look, entries[found[i].entry], found[i], static_cast<int>(i) == state.chosen, state.moved)) act_on = &found[i];
        ImGui::PopStyleVar();
    }
    ImGui::EndChild();
    state.moved = false;
    if (act_on == nullptr) return;
    const Choice& choice = all[act_on->entry];
    count_use(shell.bench, state, choice.entry.id);
    choice.act(shell);
    shell.state.palette_open = false;
}

}  // namespace

void palette(Shell& shell) {
    PaletteState& state = shell.bench.state<PaletteState>();
    const bool opened = shell.state.palette_open && !std::exchange(state.was_open, shell.state.palette_open);
    if (!shell.state.palette_open) {
        state.was_open = false;
        return;
    }
    const Look& look = shell.bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::min(look.px(640), viewport.Size.x * 0.92f);
    ImGui::SetNextWindowPos({viewport.Pos.x + (viewport.Size.x - width) / 2, viewport.Pos.y + look.px(64)});
    ImGui::SetNextWindowSize({width, std::min(look.px(420), viewport.Size.y * 0.7f)});
    if (opened) ImGui::SetNextWindowFocus();
    if (begin_overlay(look, "All commands###palette", &shell.state.palette_open,
                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        if (opened) {
            load_uses(shell.bench, state);
            state.query.fill('\0');
            state.chosen = 0;
            ImGui::SetKeyboardFocusHere();
        }
        ImGui::SetNextItemWidth(-1);
        const std::array<char, 128> before = state.query;
        const bool entered = ImGui::InputTextWithHint(
            "##query", "A command, a lesson or a view", state.query.data(), state.query.size(),
            ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, move_in_list, &state);
        if (state.query != before) state.chosen = 0;
        list_of(shell, state, entered);
        // a click beside it means something else
        if (!opened && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) shell.state.palette_open = false;
    }
    ImGui::End();
    state.was_open = shell.state.palette_open;
}

}  // namespace warpwise::ui
