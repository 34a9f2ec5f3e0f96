#include "ui/kit/path_chooser.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

constexpr float kRows = 9, kRowHeight = 26;  // unscaled
constexpr const char* kFolderIcon = "\xef\x81\xbb";
constexpr const char* kFileIcon = "\xef\x87\x89";

}  // namespace

void PathChooser::open(const fs::path& folder) {
    const char* home = std::getenv("HOME");
    home_ = home != nullptr ? home : "/";
    std::error_code error;
    current_ = fs::current_path(error);
    if (text_.empty()) {
        text_ = (folder.empty() ? home_ : folder).string();
        if (!text_.ends_with('/')) text_ += '/';
    }
    set_text(text_);
    marked_ = kNone;
    asked_.clear();  // the folder may have changed
}

void PathChooser::set_text(std::string text) {
    text_ = std::move(text);
    sets_text_ = takes_focus_ = true;
}

// In the field, while it is edited: Tab completes, Up and Down walk through the entries.
int PathChooser::edit(ImGuiInputTextCallbackData* data) {
    PathChooser& self = *static_cast<PathChooser*>(data->UserData);
    const auto replace = [&](const std::string& text) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text.c_str());
        data->ClearSelection();
    };
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        replace(completed(std::string(data->Buf, static_cast<std::size_t>(data->BufTextLen)), self.typed_.rest, self.shown_));
    } else if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
        const std::size_t count = self.shown_.size();
        if (count == 0) return 0;
        if (data->EventKey == ImGuiKey_DownArrow)
            self.marked_ = self.marked_ == kNone ? 0 : std::min(self.marked_ + 1, count - 1);
        else
            self.marked_ = self.marked_ == kNone || self.marked_ == 0 ? kNone : self.marked_ - 1;
        self.follows_mark_ = true;
    } else if (std::exchange(self.sets_text_, false)) {
        replace(self.text_);
    }
    return 0;
}

void PathChooser::look_at(const fs::path& folder) {
    using namespace std::chrono_literals;
    if (looking_.valid() && looking_.wait_for(0s) == std::future_status::ready) listing_ = looking_.get();
    if (looking_.valid() || folder == asked_) return;
    asked_ = folder;
    looking_ = std::async(std::launch::async, [folder, endings = endings_] { return list_folder(folder, endings); });
}

void PathChooser::go_into(const std::string& name) {
    const fs::path folder = name == ".." ? typed_.folder.parent_path() : typed_.folder / name;
    set_text(folder.string().ends_with('/') ? folder.string() : folder.string() + "/");
    marked_ = kNone;
}

std::string PathChooser::full_path() const {
    return typed_.rest.empty() ? typed_.folder.string() : (typed_.folder / typed_.rest).string();
}

std::optional<std::string> PathChooser::entries(const Look& look) {
    std::optional<std::string> chosen;
    const float height = look.px(kRowHeight);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("##entries", {0, kRows * height + look.px(8)}, ImGuiChildFlags_Borders | ImGuiChildFlags_NavFlattened);
    const auto row = [&](const std::string& name, bool is_folder, bool is_marked, int number) {
        const IdScope id(number);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool pressed = ImGui::Selectable("###entry", is_marked, 0, {0, height});
        if (is_marked && std::exchange(follows_mark_, false)) ImGui::SetScrollHereY();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = at.y + (height - ImGui::GetFontSize()) / 2;
        list.AddText({at.x + look.px(6), y}, is_folder ? look.theme.accent : look.theme.muted, is_folder ? kFolderIcon : kFileIcon);
        put_text_cut(list, is_folder ? look.fonts.regular : look.fonts.mono, look.px(14), {at.x + look.px(30), y}, look.theme.text,
                     name, ImGui::GetContentRegionAvail().x - look.px(34));
        ImGui::LogText("%s%s", name.c_str(), is_folder ? "/" : "");  // drawn by hand, so logged by hand
        return pressed;
    };
    const bool has_parent = typed_.folder.has_relative_path();
    if (has_parent && typed_.rest.empty() && row("..", true, false, -1)) go_into("..");
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const PathEntry entry = shown_[i];
        if (!row(entry.name, entry.is_folder, i == marked_, static_cast<int>(i))) continue;
        if (entry.is_folder)
            go_into(entry.name);
        else
            chosen = (typed_.folder / entry.name).string();
        break;
    }
    const bool is_known = listing_.folder == typed_.folder;
    if (is_known && !listing_.problem.empty())
        muted_text(look, listing_.problem);
    else if (is_known && shown_.empty())
        muted_text(look, typed_.rest.empty() ? "Nothing to open in this folder" : "Nothing in this folder begins like this");
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return chosen;
}

std::optional<std::string> PathChooser::draw(const Look& look, const Words& words) {
    if (std::exchange(takes_focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-look.px(90));
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
                                          ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways |
                                          ImGuiInputTextFlags_ElideLeft;
    const std::string before = text_;
    const bool entered = ImGui::InputTextWithHint(words.field, words.hint, &text_, flags, edit, this);
    if (text_ != before) marked_ = kNone;
    ImGui::SameLine();
    const bool pressed = quiet_button(look, words.button, !text_.empty(), look.px(80));
    typed_ = typed_path(text_, home_, current_);
    look_at(typed_.folder);
    shown_ = listing_.folder == typed_.folder ? matching(listing_, typed_.rest) : std::vector<PathEntry>();
    if (marked_ != kNone && marked_ >= shown_.size()) marked_ = kNone;
    muted_text(look, endings_.empty() ? "Tab completes the path, the arrow keys choose a folder, Enter opens it."
                                      : "Tab completes the path, the arrow keys choose a file or folder, Enter opens it.");
    if (auto clicked = entries(look)) return clicked;
    if (entered && marked_ != kNone) {
        const PathEntry entry = shown_[marked_];
        if (!entry.is_folder) return (typed_.folder / entry.name).string();
        go_into(entry.name);
        return std::nullopt;
    }
    if (!entered && !pressed) return std::nullopt;
    // a folder that was typed in full is gone into where a file is wanted
    const auto exact = std::ranges::find(shown_, PathEntry{typed_.rest, true});
    if (!endings_.empty() && exact != shown_.end()) {
        go_into(typed_.rest);
        return std::nullopt;
    }
    return text_.empty() ? std::nullopt : std::optional(full_path());
}

}  // namespace warpwise::ui
