// The slider of a number_row or real_row alone, for where the number itself is shown elsewhere.
#pragma once

#include "ui/kit/widgets.h"

namespace warpwise::ui {

bool number_slider(const NumberRange&, std::int64_t& value, float width);  // true when `value` changed
bool real_slider(double& value, const RealRange&, float width);

}  // namespace warpwise::ui
