// The prose of lessons: RichMd with our colours, our code blocks and our links. One Markdown lives as long as the window.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ui/kit/theme.h"

namespace RichMd {
struct Context;
}

namespace warpwise::ui {

// CUDA C++ in a box with line numbers and a copy button; long lines are wrapped at operators. Ids: the box is "##code".
void code_block(const Look&, std::string_view code);

class Markdown {
  public:
    Markdown() = default;
    ~Markdown();  // needs the Dear ImGui context that it drew in; does nothing when that is gone
    Markdown(const Markdown&) = delete;
    Markdown& operator=(const Markdown&) = delete;

    // Draws Markdown at the current place, at most 40 em wide. `open_link` gets the target of a clicked link. Pictures are files of
    // `folder`, a lesson's.
    void draw(const Look&, const std::string& text, const std::filesystem::path& folder,
              const std::function<void(const std::string&)>& open_link);

  private:
    void start();
    // Formulas, names and words that are too wide are broken, and tables are made to fit. Kept from frame to frame.
    const std::string& fitted(const std::string& text, float width, float size);

    RichMd::Context* context_ = nullptr;  // made at the first draw: it loads fonts
    // Kept, since a formula is measured by drawing it. Both are emptied when the type's size changes.
    std::map<std::string, float> formula_widths_;
    std::map<std::pair<std::string, int>, std::string> fitted_;  // by text and width
    float fitted_size_ = 0;
    // valid only while draw() runs; RichMd's callbacks take no argument of ours
    const Look* look_ = nullptr;
    const std::filesystem::path* folder_ = nullptr;
    std::string picture_;  // the file that is drawn
    const std::function<void(const std::string&)>* open_link_ = nullptr;
};

}  // namespace warpwise::ui
