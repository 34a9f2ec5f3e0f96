// Dear ImGui, ImPlot and their backends for one host, made and taken down in the right order. Nothing here is drawn.
#pragma once

#include <string>
#include <vector>

#include "gl/host.h"
#include "ui/kit/drawn_frame.h"
#include "ui/kit/theme.h"

struct ImGuiContext;
struct ImPlotContext;

namespace warpwise::ui {

class GuiContext {
  public:
    // The host outlives it and its GL context stays current.
    explicit GuiContext(gl::Host& host);
    ~GuiContext();
    GuiContext(const GuiContext&) = delete;
    GuiContext& operator=(const GuiContext&) = delete;

    const Fonts& fonts() const { return fonts_; }
    const std::vector<std::string>& font_problems() const { return font_problems_; }
    // `fixed_step`: time goes by in sixtieths, so that equal frames give equal pictures.
    void begin_frame(bool fixed_step);
    // Ends the frame and draws it into the host's target, unless that still shows an equal one.
    void draw(const ImVec4& ground);
    void draw_equal_frames() { draws_equal_frames_ = true; }  // for who times the drawing

  private:
    gl::Host& host_;
    DrawnFrame drawn_;
    bool draws_equal_frames_ = false;
    ImGuiContext* imgui_;
    ImPlotContext* implot_;
    Fonts fonts_;
    std::vector<std::string> font_problems_;
};

}  // namespace warpwise::ui
