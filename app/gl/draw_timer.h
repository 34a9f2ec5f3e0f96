// How long GL's own work takes, for benches: everything in here waits.
#pragma once

#include <functional>
#include <optional>

namespace warpwise::gl {

// Milliseconds that the commands of `draw` took, by a timer query; nothing where the driver counts none.
std::optional<double> time_draw(const std::function<void()>& draw);
// Until everything that was asked for is drawn.
void wait_until_drawn();

}  // namespace warpwise::gl
