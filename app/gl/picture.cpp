#include "gl/picture.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gl/errors.h"
#include "gl/handle.h"

namespace warpwise::gl {
namespace {

constexpr const char* kChooseSmaller = "Choose a smaller one; the run's numbers are right all the same.";

}  // namespace

struct Picture::Objects {
    Texture texture = Texture::make();
    int width = 0, height = 0;  // of the storage
};

Picture::Picture(int largest_edge) : largest_edge_(largest_edge) {}
Picture::~Picture() = default;
Picture::Picture(Picture&&) noexcept = default;
Picture& Picture::operator=(Picture&&) noexcept = default;

void Picture::set(int width, int height, std::vector<std::uint32_t> colours) {
    width_ = width;
    height_ = height;
    pending_ = std::move(colours);
    refusal_.clear();
}

std::uint32_t Picture::texture() {
    if (width_ <= 0 || height_ <= 0 || !refusal_.empty()) return 0;
    if (pending_.empty()) return objects_ ? objects_->texture.get() : 0;
    GLint largest = largest_edge_;
    if (largest == 0) glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(width_, height_) > largest) {
        refusal_ = fmt::format("This display takes pictures of at most {} pixels per edge, and this one has {} × {}. {}", largest,
                               width_, height_, kChooseSmaller);
        return 0;
    }
    if (!objects_) objects_ = std::make_unique<Objects>();
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, objects_->texture.get());
    if (objects_->width != width_ || objects_->height != height_) {
        forget_errors();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, pending_.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        const std::string wrong = first_error();
        objects_->width = wrong.empty() ? width_ : 0;
        objects_->height = wrong.empty() ? height_ : 0;
        if (!wrong.empty())
            refusal_ =
                fmt::format("This display refuses a picture of {} x {} pixels ({}). {}", width_, height_, wrong, kChooseSmaller);
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pending_.data());
    }
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
    pending_ = {};
    return refusal_.empty() ? objects_->texture.get() : 0;
}

}  // namespace warpwise::gl
