// A GL buffer object that holds an array: written by a kernel that maps it, or filled from the host, and read by ArrayPicture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/error.h"

namespace warpwise::gl {

class SharedBuffer {
  public:
    // `fixed`: its memory stays where it is, as CUDA needs it that knows the buffer. `replaced`: each upload may take new
    // memory, so that the host need not wait until GL has read the old.
    enum class Storage { fixed, replaced };

    // Needs a current GL 3.3 context, which must outlive the buffer. The Error says that the display's memory is short.
    static Result<SharedBuffer> make(std::size_t bytes, Storage storage);
    ~SharedBuffer();
    SharedBuffer(SharedBuffer&&) noexcept;
    SharedBuffer& operator=(SharedBuffer&&) noexcept;

    // Fills the buffer from its beginning; never more than it holds.
    Result<void> upload(std::span<const std::byte> from);
    // What it holds, from its beginning: waits until it is written.
    Result<void> read(std::span<std::byte> to) const;
    std::uint32_t name() const;
    std::size_t size_bytes() const;

  private:
    struct Object;
    explicit SharedBuffer(std::unique_ptr<Object> object);
    std::unique_ptr<Object> object_;
};

}  // namespace warpwise::gl
