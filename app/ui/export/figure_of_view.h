// The figure of what a view of the window shows now.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ui/export/figures.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// A drawing from facts: any format. Nothing is known of panels of text.
bool has_figure(std::string_view view);
// A picture that a kernel draws: pixels around which a figure's words are put, and below it the work of a warp's lanes.
bool has_picture(std::string_view view);
std::string views_with_figures();  // "thread_grid, array_strip, ..."

// An Error where the view has none, or no lesson is open.
Result<figure::Figure> figure_of_view(Workbench&, std::string_view view, const figure::Options&);
figure::Figure figure_of_picture(Workbench&, std::string_view view, const Image&, double pixels_per_unit, const figure::Options&,
                                 std::shared_ptr<const figure::FontSet>);

// The canvas of such a view, cut out of a picture of the window. An Error when the view draws none now.
Result<Image> picture_in(const Workbench&, std::string_view view, const Image& window);

// "2026-11-22", UTC: today, or the day that SOURCE_DATE_EPOCH names, so that a build of a document can be repeated.
std::string day_of_export();

}  // namespace warpwise::ui
