#include "device/process/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace warpwise {

Result<SharedMemory> SharedMemory::make(std::size_t bytes) {
    FileDescriptor file(memfd_create("warpwise-arrays", MFD_CLOEXEC));
    if (!file) return failure(fmt::format("no memory can be shared with another process: {}", std::strerror(errno)));
    if (const int status = posix_fallocate(file.get(), 0, static_cast<off_t>(bytes)); status != 0)
        return failure(fmt::format("{:.1f} MB cannot be shared with another process: {}", static_cast<double>(bytes) / 1e6,
                                   std::strerror(status)),
                       "Use smaller arrays, or close other programs");
    return map(std::move(file), bytes);
}

Result<SharedMemory> SharedMemory::map(FileDescriptor file, std::size_t bytes) {
    struct stat status{};
    if (fstat(file.get(), &status) != 0 || static_cast<std::size_t>(status.st_size) < bytes)
        return failure("the shared memory is smaller than the arrays in it");
    void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (data == MAP_FAILED) return failure(fmt::format("the shared memory cannot be mapped: {}", std::strerror(errno)));
    SharedMemory memory;
    memory.file_ = std::move(file);
    memory.data_ = static_cast<std::byte*>(data);
    memory.size_ = bytes;
    return memory;
}

SharedMemory::~SharedMemory() {
    if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace warpwise
