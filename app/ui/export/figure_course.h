// What a learner has done in the course, as a page to print.
#pragma once

#include <memory>
#include <string>

#include "lesson/course_summary.h"
#include "ui/export/figure_page.h"

namespace warpwise::ui::figure {

// `name`: of the learner, may be empty. `day`: "2026-11-22".
Figure course_figure(std::shared_ptr<const FontSet>, const CourseSummary&, const std::string& name, const std::string& day);

}  // namespace warpwise::ui::figure
