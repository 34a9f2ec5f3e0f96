#include "ui/workbench/settings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"
#include "base/json.h"

namespace warpwise::ui {
namespace {

constexpr int kSettingsVersion = 1;

// Leaves the default where the key is absent or of another type: one odd value does not cost the rest.
template <typename T>
T value_or(const nlohmann::json& json, const char* key, T otherwise) {
    const auto found = json.find(key);
    if (found == json.end()) return otherwise;
    try {
        return found->get<T>();
    } catch (const nlohmann::json::exception&) {
        return otherwise;
    }
}

float finite_or(float value, float otherwise) { return std::isfinite(value) ? value : otherwise; }

FigureSettings figure_from_json(const nlohmann::json& json) {
    FigureSettings figure;
    figure.format = value_or(json, "format", figure.format);
    figure.ground = value_or(json, "ground", figure.ground);
    figure.scale = std::clamp(value_or(json, "scale", figure.scale), 1, 4);
    figure.title = value_or(json, "title", figure.title);
    figure.caption = value_or(json, "caption", figure.caption);
    figure.to_clipboard = value_or(json, "to_clipboard", figure.to_clipboard);
    return figure;
}

nlohmann::json to_json(const FigureSettings& figure) {
    return {{"format", figure.format}, {"ground", figure.ground},   {"scale", figure.scale},
            {"title", figure.title},   {"caption", figure.caption}, {"to_clipboard", figure.to_clipboard}};
}

Settings from_json(const nlohmann::json& json) {
    Settings settings;
    settings.theme = theme_from_name(value_or<std::string>(json, "theme", "")).value_or(settings.theme);
    settings.layout = layout_from_name(value_or<std::string>(json, "layout", "")).value_or(settings.layout);
    settings.zoom = clamp_zoom(value_or(json, "zoom", settings.zoom));
    settings.code_zoom = std::clamp(finite_or(value_or(json, "code_zoom", 1.0f), 1.0f), 0.5f, 3.0f);
    settings.dpi_override = std::clamp(finite_or(value_or(json, "dpi_override", 0.0f), 0.0f), 0.0f, 4.0f);
    settings.last_lesson = value_or<std::string>(json, "last_lesson", "");
    settings.live_run = value_or(json, "live_run", settings.live_run);
    if (const auto figure = json.find("figure"); figure != json.end() && figure->is_object())
        settings.figure = figure_from_json(*figure);
    return settings;
}

// Where the broken file went, in words.
Message move_aside(const std::filesystem::path& file, const std::string& why) {
    std::filesystem::path aside = file;
    aside += ".broken";
    std::error_code error;
    std::filesystem::rename(file, aside, error);
    return {Severity::warning,
            "The settings in " + file.string() + " could not be used (" + why + "), so the defaults apply",
            error ? "It could not be moved aside: " + error.message() : "It is kept as " + aside.string(),
            {}};
}

}  // namespace

float clamp_zoom(float zoom) { return std::clamp(finite_or(zoom, 1.0f), kSmallestZoom, kLargestZoom); }

const char* name_of(LayoutName layout) {
    switch (layout) {
        case LayoutName::study: return "study";
        case LayoutName::code: return "code";
        case LayoutName::present: break;
    }
    return "present";
}

std::optional<LayoutName> layout_from_name(std::string_view name) {
    for (const LayoutName layout : {LayoutName::study, LayoutName::code, LayoutName::present})
        if (name == name_of(layout)) return layout;
    return std::nullopt;
}

std::optional<ThemeName> theme_from_name(std::string_view name) {
    for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::high_contrast})
        if (name == name_of(theme)) return theme;
    return std::nullopt;
}

LoadedSettings load_settings(const std::filesystem::path& file) {
    remove_stale_parts(file);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    const auto text = read_regular_file(file, std::size_t{1} << 20);
    if (!text)
        return {{}, Message{Severity::warning, "The settings cannot be read: " + text.error().message, "The defaults apply", {}}};
    const nlohmann::json json = parsed_or_discarded(*text);
    if (json.is_discarded() || !json.is_object()) return {{}, move_aside(file, "it is not a JSON object")};
    return {from_json(json), std::nullopt};
}

Result<void> save_settings(const std::filesystem::path& file, const Settings& settings) {
    const nlohmann::json json = {{"version", kSettingsVersion},         {"theme", name_of(settings.theme)},
                                 {"layout", name_of(settings.layout)},  {"zoom", settings.zoom},
                                 {"code_zoom", settings.code_zoom},     {"dpi_override", settings.dpi_override},
                                 {"last_lesson", settings.last_lesson}, {"live_run", settings.live_run},
                                 {"figure", to_json(settings.figure)}};
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return write_regular_file(file, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace warpwise::ui
