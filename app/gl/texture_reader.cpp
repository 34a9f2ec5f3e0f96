#include "gl/texture_reader.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <span>
#include <string>

#include "gl/context.h"
#include "gl/errors.h"
#include "gl/handle.h"

namespace warpwise::gl {
namespace {

std::unexpected<Error> not_read(Size size, const std::string& why) {
    return failure(fmt::format("the display does not give back a picture of {} x {} pixels ({})", size.width, size.height, why),
                   "Choose a smaller picture, or close other programs that draw");
}

}  // namespace

struct TextureReader::Objects {
    Framebuffer framebuffer = Framebuffer::make();
    Buffer pixels = Buffer::make();
    GLsync copied = nullptr;  // null: nothing is under way
    Size size;

    Objects() = default;
    ~Objects() { forget(); }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;

    void forget() {
        glDeleteSync(copied);  // of null: nothing
        copied = nullptr;
    }
    std::size_t bytes() const { return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 4; }
};

TextureReader::TextureReader() = default;
TextureReader::~TextureReader() = default;
TextureReader::TextureReader(TextureReader&&) noexcept = default;
TextureReader& TextureReader::operator=(TextureReader&&) noexcept = default;

Result<void> TextureReader::begin(std::uint32_t texture, int width, int height) {
    if (width < 1 || height < 1) return failure("a picture without pixels cannot be read");
    if (!objects_) objects_ = std::make_unique<Objects>();
    Objects& o = *objects_;
    o.forget();
    o.size = {width, height};
    forget_errors();
    GLint bound = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, o.framebuffer.get());
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, o.pixels.get());
        glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(o.bytes()), nullptr, GL_STREAM_READ);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        o.copied = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
    const std::string wrong = first_error();
    if (o.copied != nullptr && wrong.empty()) return {};
    o.forget();
    return not_read(o.size, wrong.empty() ? "it was never drawn" : wrong);
}

Result<std::optional<Image>> TextureReader::poll() {
    if (!objects_ || objects_->copied == nullptr) return std::nullopt;
    Objects& o = *objects_;
    const GLenum state = glClientWaitSync(o.copied, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state == GL_TIMEOUT_EXPIRED) return std::nullopt;
    o.forget();
    if (state == GL_WAIT_FAILED) return not_read(o.size, "the context was lost");
    glBindBuffer(GL_PIXEL_PACK_BUFFER, o.pixels.get());
    const void* mapped = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(o.bytes()), GL_MAP_READ_BIT);
    std::optional<Image> image;
    if (mapped != nullptr) image = image_of({static_cast<const std::uint8_t*>(mapped), o.bytes()}, o.size);
    // false: the memory was lost while it was mapped
    const bool whole = mapped != nullptr && glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (!whole) return not_read(o.size, "its memory cannot be read");
    return image;
}

}  // namespace warpwise::gl
