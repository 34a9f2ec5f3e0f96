// Whether a frame would look exactly as the one drawn before it. Software GL takes some 20 ms of both cores to draw one.
#pragma once

#include <cstdint>
#include <optional>

struct ImDrawData;

namespace warpwise::ui {

class DrawnFrame {
  public:
    // True where the target already shows this frame. Never for a frame with pictures of its own or with shaders: what those read
    // changes without a trace in the frame. The frame is kept as the one to compare with.
    bool shows(const ImDrawData& frame);

  private:
    std::optional<std::uint64_t> last_;
};

}  // namespace warpwise::ui
