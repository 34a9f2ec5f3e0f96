#include "gl/picture.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

#include "gl/handle.h"

namespace warpwise::gl {

struct Picture::Objects {
    Texture texture = Texture::make();
    int width = 0, height = 0;  // of the storage
};

Picture::Picture() = default;
Picture::~Picture() = default;
Picture::Picture(Picture&&) noexcept = default;
Picture& Picture::operator=(Picture&&) noexcept = default;

void Picture::set(int width, int height, std::vector<std::uint32_t> colours) {
    width_ = width;
    height_ = height;
    pending_ = std::move(colours);
    refused_ = false;
}

std::uint32_t Picture::texture() {
    if (width_ <= 0 || height_ <= 0 || refused_) return 0;
    if (pending_.empty()) return objects_ ? objects_->texture.get() : 0;
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (std::max(width_, height_) > largest) {
        refused_ = true;
        return 0;
    }
    if (!objects_) objects_ = std::make_unique<Objects>();
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, objects_->texture.get());
    if (objects_->width != width_ || objects_->height != height_) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, pending_.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        objects_->width = width_;
        objects_->height = height_;
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pending_.data());
    }
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
    pending_ = {};
    return objects_->texture.get();
}

}  // namespace warpwise::gl
