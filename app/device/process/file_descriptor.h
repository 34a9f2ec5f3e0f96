// The owner of a file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace warpwise {

class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int raw) : raw_(raw) {}
    FileDescriptor(FileDescriptor&& other) noexcept : raw_(std::exchange(other.raw_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~FileDescriptor() { reset(); }
    int get() const { return raw_; }
    explicit operator bool() const { return raw_ >= 0; }
    void reset() {
        if (raw_ >= 0) close(std::exchange(raw_, -1));
    }

  private:
    int raw_ = -1;
};

}  // namespace warpwise
