// An array's picture for a file: the image view's colours, a pixel an element.
#pragma once

#include "ui/picture/animation_export.h"
#include "ui/picture/image_facts.h"

namespace warpwise::ui {

// Small pictures enlarged by a whole factor.
Image picture_of(const Array& state, const ImageSpec&);

class ImagePainter final : public FramePainter {
  public:
    explicit ImagePainter(ImageSpec spec) : spec_(std::move(spec)) {}
    Result<Image> paint(std::vector<Array> arrays, const std::stop_token&) override { return picture_of(arrays.front(), spec_); }

  private:
    const ImageSpec spec_;
};

}  // namespace warpwise::ui
