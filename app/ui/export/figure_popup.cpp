#include "ui/export/figure_popup.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <utility>

#include "ui/export/save_figure.h"
#include "ui/kit/desktop_tools.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/screenshot.h"

namespace warpwise::ui {
namespace {

constexpr const char* kPopupName = "Export figure###export_figure";
constexpr float kLabelWidth = 72, kPopupWidth = 430;  // unscaled

// "Format  [PNG|SVG|PDF]": true when another one was chosen.
bool choice_row(const Look& look, const char* label, const char* id, std::span<const std::string> names, int& chosen,
                std::span<const std::string> help) {
    ImGui::AlignTextToFramePadding();
    {
        const FontScope font(look.fonts.regular, look.px(ui::Fonts::kSmall));
        text_in(look, look.theme.muted, label);
    }
    ImGui::SameLine(look.px(kLabelWidth) + ImGui::GetStyle().WindowPadding.x);
    return segmented(look, id, names, chosen, help);
}

bool format_row(const Look& look, FigureSettings& settings) {
    static const std::string names[] = {"PNG", "SVG", "PDF"};
    static const std::string help[] = {"Pixels, for slides and messages", "Vectors with text that can be searched and edited",
                                       "Vectors on one page, for LaTeX; text can be selected and searched"};
    int chosen = static_cast<int>(figure::format_from_name(settings.format).value_or(figure::Format::png));
    if (!choice_row(look, "Format", "##figure_format", names, chosen, help)) return false;
    settings.format = figure::name_of(static_cast<figure::Format>(chosen));
    return true;
}

bool scale_row(const Look& look, FigureSettings& settings) {
    static const std::string names[] = {"1x", "2x", "3x", "4x"};
    static const std::string help[] = {"800 pixels wide", "1,600 pixels wide: sharp on most screens", "2,400 pixels wide",
                                       "3,200 pixels wide: for print"};
    int chosen = settings.scale - 1;
    if (!choice_row(look, "Scale", "##figure_scale", names, chosen, help)) return false;
    settings.scale = chosen + 1;
    return true;
}

bool ground_row(const Look& look, FigureSettings& settings) {
    static const std::string names[] = {"White", "Transparent", "For dark slides"};
    static const std::string help[] = {"Dark ink on white", "Dark ink and no ground: for light pages", "Light ink and no ground"};
    int chosen = static_cast<int>(figure::ground_from_name(settings.ground).value_or(figure::Ground::white));
    if (!choice_row(look, "Ground", "##figure_ground", names, chosen, help)) return false;
    settings.ground = figure::name_of(static_cast<figure::Ground>(chosen));
    return true;
}

bool words_row(const Look& look, FigureSettings& settings) {
    ImGui::AlignTextToFramePadding();
    {
        const FontScope font(look.fonts.regular, look.px(ui::Fonts::kSmall));
        text_in(look, look.theme.muted, "Words");
    }
    ImGui::SameLine(look.px(kLabelWidth) + ImGui::GetStyle().WindowPadding.x);
    bool changed = ImGui::Checkbox("Title##figure", &settings.title);
    explain(look, "The lesson's title and a sentence about what is shown");
    ImGui::SameLine(0, look.px(20));
    changed |= ImGui::Checkbox("Caption##figure", &settings.caption);
    explain(look, "Lesson, kernel, parameters, device, how the numbers were obtained, and the date");
    return changed;
}

bool target_row(const Look& look, FigureSettings& settings) {
    static const std::string names[] = {"Folder", "Clipboard"};
    const std::string help[] = {"A new file in " + pictures_dir().string(), "SVG as text; PNG by wl-copy or xclip"};
    int chosen = settings.to_clipboard ? 1 : 0;
    if (!choice_row(look, "To", "##figure_target", names, chosen, help)) return false;
    settings.to_clipboard = chosen == 1;
    return true;
}

void tell(Workbench& bench, FigurePopupState& state, const Error& error) {
    state.failed = true;
    state.saved.clear();
    state.told = sentence(error.text());
    bench.say(Severity::error, "The figure was not exported: " + error.message, error.hint);
}

void export_drawn(Workbench& bench, FigurePopupState& state, const figure::Figure& drawn, const FigureChoice& choice,
                  const figure::FontSet& fonts) {
    if (choice.to_clipboard) {
        if (const auto copied = copy_figure(bench, state.view, drawn, choice, fonts); !copied)
            return tell(bench, state, copied.error());
        state.saved.clear();
        state.told = choice.format == figure::Format::svg ? "Copied as SVG text." : "Copied.";
    } else {
        const auto file = save_figure(bench, state.view, drawn, choice, fonts);
        if (!file) return tell(bench, state, file.error());
        state.saved = *file;
        state.told = "Saved to " + file->string();
        bench.say(Severity::note, "Figure saved to " + file->string());
    }
    state.failed = false;
}

void export_now(Workbench& bench, FigurePopupState& state) {
    const FigureChoice choice = choice_of(bench.settings.figure);
    if (has_picture(state.view)) {  // the pop-up would be in the picture
        state.awaits_picture = true;
        state.told.clear();
        bench.post(ask::SavePicture{state.view});
        return ImGui::CloseCurrentPopup();
    }
    const auto fonts = figure::FontSet::load();
    if (!fonts) return tell(bench, state, fonts.error());
    const auto drawn = figure_of_view(bench, state.view, choice.options);
    if (!drawn) return tell(bench, state, drawn.error());
    export_drawn(bench, state, *drawn, choice, **fonts);
}

void outcome(const Look& look, FigurePopupState& state) {
    if (state.told.empty()) return;
    ImGui::Dummy({0, look.px(2)});
    {
        const FontScope font(look.fonts.regular, look.px(ui::Fonts::kSmall));
        text_in(look, state.failed ? look.theme.bad : look.theme.good, state.told);
    }
    if (state.saved.empty() || !can_open_folders()) return;
    if (!quiet_button(look, "Open folder###figure_open_folder")) return;
    if (const auto opened = open_folder(state.saved.parent_path()); !opened) {
        state.failed = true;
        state.told = sentence(opened.error().text());
    }
}

}  // namespace

bool exports_figure(std::string_view view) { return has_figure(view) || has_picture(view); }

void save_or_export(Workbench& bench, std::string_view view) {
    if (!exports_figure(view)) return bench.post(ask::SavePicture{std::string(view)});
    FigurePopupState& state = bench.state<FigurePopupState>();
    state = {};
    state.view = view;
    state.asked = true;
}

void figure_popup(Workbench& bench) {
    const Look& look = bench.look;
    FigurePopupState& state = bench.state<FigurePopupState>();
    if (std::exchange(state.asked, false)) ImGui::OpenPopup(kPopupName);
    ImGui::SetNextWindowSize({look.px(kPopupWidth), 0});
    if (!ImGui::BeginPopup(kPopupName)) return;
    FigureSettings& settings = bench.settings.figure;
    heading(look, "Export figure");
    bool changed = format_row(look, settings);
    changed |= scale_row(look, settings);
    changed |= ground_row(look, settings);
    changed |= words_row(look, settings);
    changed |= target_row(look, settings);
    if (changed) {
        state.told.clear();
        bench.post(ask::SaveSettings{});
    }
    ImGui::Dummy({0, look.px(2)});
    if (primary_button(look, settings.to_clipboard ? "Copy###figure_export" : "Save###figure_export", nullptr, -1))
        export_now(bench, state);
    outcome(look, state);
    ImGui::EndPopup();
}

bool take_picture_for_figure(Workbench& bench, const Image& window) {
    FigurePopupState& state = bench.state<FigurePopupState>();
    if (!std::exchange(state.awaits_picture, false)) return false;
    const FigureChoice choice = choice_of(bench.settings.figure);
    const auto fonts = figure::FontSet::load();
    if (!fonts) {
        tell(bench, state, fonts.error());
    } else if (const auto picture = picture_in(bench, state.view, window); !picture) {
        tell(bench, state, picture.error());
    } else {
        export_drawn(bench, state, figure_of_picture(bench, state.view, *picture, choice.scale, choice.options, *fonts), choice,
                     **fonts);
    }
    state.asked = true;  // to say how it went
    return true;
}

}  // namespace warpwise::ui
