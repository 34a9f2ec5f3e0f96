#include "gl/shared_buffer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>

#include "gl/errors.h"
#include "gl/handle.h"

namespace warpwise::gl {

struct SharedBuffer::Object {
    Buffer buffer = Buffer::make();
    std::size_t bytes = 0;
    Storage storage = Storage::fixed;
};

SharedBuffer::SharedBuffer(std::unique_ptr<Object> object) : object_(std::move(object)) {}
SharedBuffer::~SharedBuffer() = default;
SharedBuffer::SharedBuffer(SharedBuffer&&) noexcept = default;
SharedBuffer& SharedBuffer::operator=(SharedBuffer&&) noexcept = default;

Result<SharedBuffer> SharedBuffer::make(std::size_t bytes, Storage storage) {
    auto object = std::make_unique<Object>();
    object->bytes = bytes;
    object->storage = storage;
    forget_errors();
    // at least a byte: a buffer without memory cannot be registered or read
    glBindBuffer(GL_COPY_WRITE_BUFFER, object->buffer.get());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 1)), nullptr, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    if (const std::string wrong = first_error(); !wrong.empty())
        return failure(fmt::format("the display gives no memory for an array of {:.1f} MiB ({})",
                                   static_cast<double>(bytes) / (1 << 20), wrong),
                       "Choose a smaller picture, or close other programs that draw");
    return SharedBuffer(std::move(object));
}

Result<void> SharedBuffer::upload(std::span<const std::byte> from) {
    if (from.size() > object_->bytes)
        return failure(fmt::format("{} bytes do not fit into the display's array of {}", from.size(), object_->bytes));
    forget_errors();
    glBindBuffer(GL_COPY_WRITE_BUFFER, object_->buffer.get());
    if (object_->storage == Storage::replaced)
        glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(std::max<std::size_t>(object_->bytes, 1)), nullptr,
                     GL_DYNAMIC_DRAW);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(from.size()), from.data());
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    if (const std::string wrong = first_error(); !wrong.empty())
        return failure(
            fmt::format("the display takes no array of {:.1f} MiB ({})", static_cast<double>(from.size()) / (1 << 20), wrong),
            "Choose a smaller picture, or close other programs that draw");
    return {};
}

Result<void> SharedBuffer::read(std::span<std::byte> to) const {
    if (to.size() > object_->bytes)
        return failure(fmt::format("{} bytes were asked of the display's array of {}", to.size(), object_->bytes));
    forget_errors();
    glBindBuffer(GL_COPY_READ_BUFFER, object_->buffer.get());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(to.size()), to.data());
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    if (const std::string wrong = first_error(); !wrong.empty())
        return failure(fmt::format("the display does not give its array back ({})", wrong));
    return {};
}

std::uint32_t SharedBuffer::name() const { return object_->buffer.get(); }
std::size_t SharedBuffer::size_bytes() const { return object_->bytes; }

}  // namespace warpwise::gl
