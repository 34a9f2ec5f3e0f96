// What the tests of images and of points share: the canvases by name, the image's state, particles few enough to be quick.
#pragma once

#include "ui/picture/image_state.h"
#include "ui_test.h"

namespace warpwise::ui {

inline constexpr const char* kImageCanvas = "//###image/##image_canvas";
inline constexpr const char* kPointsCanvas = "//###points/##points_canvas";

inline ImageState& image(App& app) { return app.workbench().state<ImageState>(); }

inline AppOptions few_particles(AppOptions options) {
    options.settings = {"n=200", "block=64"};
    return options;
}

}  // namespace warpwise::ui
