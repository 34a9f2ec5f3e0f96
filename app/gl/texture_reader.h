// A texture's pixels for the host, fetched without waiting for what draws them: GL copies them into a buffer of its own, and they
// are taken from there once they have come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/png.h"

namespace warpwise::gl {

class TextureReader {
  public:
    TextureReader();
    ~TextureReader();
    TextureReader(TextureReader&&) noexcept;
    TextureReader& operator=(TextureReader&&) noexcept;

    // Of a GL_RGBA8 texture, which may be drawn anew right after. Needs a current GL 3.3 context, which must outlive the reader;
    // keeps its state. A picture that was begun before and not taken is forgotten.
    Result<void> begin(std::uint32_t texture, int width, int height);
    // The picture, once; nothing while it is not there yet.
    Result<std::optional<Image>> poll();

  private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace warpwise::gl
