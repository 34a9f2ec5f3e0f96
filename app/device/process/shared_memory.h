// Memory that two processes see: the arrays of a launch travel through it, not through the socket.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "base/error.h"
#include "device/process/file_descriptor.h"

namespace warpwise {

class SharedMemory {
  public:
    SharedMemory() = default;
    // Takes the pages at once: memory that is not there is an Error here, and no SIGBUS later.
    static Result<SharedMemory> make(std::size_t bytes);
    // What the other process made; an Error when the file is smaller than it said.
    static Result<SharedMemory> map(FileDescriptor file, std::size_t bytes);

    SharedMemory(SharedMemory&& other) noexcept
        : file_(std::move(other.file_)), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    SharedMemory& operator=(SharedMemory&& other) noexcept {
        std::swap(file_, other.file_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~SharedMemory();

    // Whether so much goes into it and it is not far too large for it.
    bool fits(std::size_t bytes) const {
        constexpr std::size_t always_kept = std::size_t{64} << 20;
        return bytes <= size_ && (size_ <= always_kept || size_ / 4 <= bytes);
    }
    // Both sides keep it for the next launch, or both let it go.
    bool is_kept() const { return size_ <= std::size_t{512} << 20; }
    int file() const { return file_.get(); }
    std::size_t size() const { return size_; }
    std::span<std::byte> bytes() const { return {data_, size_}; }

  private:
    FileDescriptor file_;
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace warpwise
