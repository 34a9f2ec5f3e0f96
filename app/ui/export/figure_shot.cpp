#include "ui/export/figure_shot.h"

#include <fmt/format.h>

#include "base/files.h"
#include "ui/export/figure_of_view.h"
#include "ui/export/figure_writers.h"

namespace warpwise::ui {
namespace {

Result<figure::Format> format_of(const ShotOptions& wanted) {
    const std::string extension = wanted.output.extension().string();
    const std::string name = !wanted.format.empty() ? wanted.format : extension.empty() ? "png" : extension.substr(1);
    const auto format = figure::format_from_name(name);
    if (!format)
        return usage_error(fmt::format("a figure cannot be written as '{}'", name),
                           "Formats: png, svg, pdf; say one with --format.");
    const auto named = extension.empty() ? std::nullopt : figure::format_from_name(extension.substr(1));
    if (named && *named != *format)
        return usage_error(fmt::format("--format {} and the name {} disagree", name, wanted.output.filename().string()),
                           "Leave out --format, or name the file accordingly.");
    return *format;
}

Result<figure::Options> options_of(const ShotOptions& wanted) {
    const auto ground = figure::ground_from_name(wanted.ground);
    if (!ground)
        return usage_error(fmt::format("there is no ground '{}'", wanted.ground), "Grounds: white, transparent, transparent-dark.");
    return figure::Options{*ground, !wanted.without_title, !wanted.without_caption};
}

Result<figure::Figure> figure_of_shot(Workbench& bench, const std::optional<Image>& frame, const ShotOptions& wanted,
                                      const figure::Options& options, const std::shared_ptr<const figure::FontSet>& fonts) {
    if (!has_picture(wanted.view)) return figure_of_view(bench, wanted.view, options);
    if (!frame) return failure("the host returned no picture");
    const auto picture = picture_in(bench, wanted.view, *frame);
    if (!picture) return std::unexpected(picture.error());
    return figure_of_picture(bench, wanted.view, *picture, static_cast<double>(wanted.scale), options, fonts);
}

}  // namespace

Result<void> check_figure_options(const ShotOptions& wanted) {
    if (!has_figure(wanted.view) && !has_picture(wanted.view))
        return usage_error(fmt::format("the view '{}' has no figure", wanted.view),
                           "Choose one with --view: " + views_with_figures() + ".");
    const auto format = format_of(wanted);
    if (!format) return std::unexpected(format.error());
    if (const auto options = options_of(wanted); !options) return std::unexpected(options.error());
    return {};
}

bool needs_display(const ShotOptions& wanted) { return has_picture(wanted.view); }

Result<void> write_figure(Workbench& bench, const std::optional<Image>& frame, const ShotOptions& wanted) {
    if (wanted.chosen_thread) bench.pointing.chosen_thread = wanted.chosen_thread;
    const auto format = format_of(wanted);
    const auto options = options_of(wanted);
    const auto fonts = figure::FontSet::load();
    if (!format) return std::unexpected(format.error());
    if (!options) return std::unexpected(options.error());
    if (!fonts) return std::unexpected(fonts.error());
    const auto drawn = figure_of_shot(bench, frame, wanted, *options, *fonts);
    if (!drawn) return std::unexpected(drawn.error());
    const auto bytes = figure::write(*drawn, *format, static_cast<double>(wanted.scale), **fonts);
    if (!bytes) return std::unexpected(bytes.error());
    return write_file_atomically(wanted.output, *bytes);
}

}  // namespace warpwise::ui
