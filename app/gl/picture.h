// A picture as a texture: pixels come in from anywhere, and are uploaded when the texture is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpwise::gl {

class Picture {
  public:
    Picture() : Picture(0) {}
    // With the largest edge that it shows; 0: what the driver takes. No driver refuses what the lessons ask for, a test does.
    explicit Picture(int largest_edge);
    ~Picture();
    Picture(Picture&&) noexcept;
    Picture& operator=(Picture&&) noexcept;

    // R in the low byte, rows from the top; width * height colours. Needs no GL.
    void set(int width, int height, std::vector<std::uint32_t> colours);
    int width() const { return width_; }
    int height() const { return height_; }

    // Needs a current GL 3.3 context, which must outlive the picture; uploads what set() brought. 0 when there is nothing to
    // show or the driver refuses the size: `refusal` then says so.
    std::uint32_t texture();
    const std::string& refusal() const { return refusal_; }

  private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
    std::vector<std::uint32_t> pending_;
    int width_ = 0, height_ = 0;
    int largest_edge_;
    std::string refusal_;
};

}  // namespace warpwise::gl
