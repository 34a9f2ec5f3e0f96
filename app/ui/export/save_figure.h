// A figure as a file that is shown, or on the clipboard.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ui/export/figure_of_view.h"
#include "ui/export/figure_writers.h"

namespace warpwise::ui {

struct FigureChoice {
    figure::Format format = figure::Format::png;
    int scale = 2;  // 1 to 4
    figure::Options options;
    bool to_clipboard = false;
};
// A name that is not known, of a newer version, becomes the usual choice. Pictures that kernels draw are PNG.
FigureChoice choice_of(const FigureSettings&);

// "warpwise-indexing_1d-thread_grid-20261121-031500.svg" in pictures_dir(). An Error says why there is none.
Result<std::filesystem::path> save_figure(const Workbench&, std::string_view view, const figure::Figure&, const FigureChoice&,
                                          const figure::FontSet&);
// SVG goes as text, a PNG by a tool of the desktop; where there is none, and for a PDF, the Error says so.
Result<void> copy_figure(const Workbench&, std::string_view view, const figure::Figure&, const FigureChoice&,
                         const figure::FontSet&);

}  // namespace warpwise::ui
