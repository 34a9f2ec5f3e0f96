#include "ui/export/save_figure.h"

#include <imgui.h>

#include "base/files.h"
#include "base/paths.h"
#include "ui/kit/desktop_tools.h"
#include "ui/picture/screenshot.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

Result<void> write_to(const fs::path& file, const std::string& bytes) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    return write_file_atomically(file, bytes);
}

}  // namespace

FigureChoice choice_of(const FigureSettings& settings) {
    FigureChoice choice;
    choice.format = figure::format_from_name(settings.format).value_or(choice.format);
    choice.options.ground = figure::ground_from_name(settings.ground).value_or(choice.options.ground);
    choice.options.title = settings.title;
    choice.options.caption = settings.caption;
    choice.scale = settings.scale;
    choice.to_clipboard = settings.to_clipboard;
    return choice;
}

Result<fs::path> save_figure(const Workbench& bench, std::string_view view, const figure::Figure& drawn, const FigureChoice& choice,
                             const figure::FontSet& fonts) {
    const auto bytes = figure::write(drawn, choice.format, choice.scale, fonts);
    if (!bytes) return std::unexpected(bytes.error());
    fs::path file = pictures_dir() / picture_name(bench, std::string(view));
    file.replace_extension(std::string(figure::name_of(choice.format)));
    if (const auto written = write_to(file, *bytes); !written) return std::unexpected(written.error());
    return file;
}

Result<void> copy_figure(const Workbench& bench, std::string_view view, const figure::Figure& drawn, const FigureChoice& choice,
                         const figure::FontSet& fonts) {
    if (choice.format == figure::Format::pdf)
        return failure("a PDF does not go on the clipboard", "Save a file, or choose SVG or PNG.");
    if (choice.format == figure::Format::png)  // before it is drawn: the answer is known
        if (const auto command = clipboard_command("image/png"); !command) return std::unexpected(command.error());
    const auto bytes = figure::write(drawn, choice.format, choice.scale, fonts);
    if (!bytes) return std::unexpected(bytes.error());
    if (choice.format == figure::Format::svg) {
        ImGui::SetClipboardText(bytes->c_str());
        return {};
    }
    const fs::path file = user_data_dir() / "clipboard" / "figure.png";  // which the tool reads
    if (const auto written = write_to(file, *bytes); !written) return written;
    return copy_file_to_clipboard(file, "image/png");
}

}  // namespace warpwise::ui
