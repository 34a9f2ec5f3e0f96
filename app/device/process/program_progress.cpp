#include "device/process/program_progress.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "device/process/file_descriptor.h"

namespace warpwise {

ProgramProgress* ProgramProgress::open(const std::filesystem::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file || ftruncate(file.get(), sizeof(ProgramProgress)) != 0) return nullptr;
    void* memory = mmap(nullptr, sizeof(ProgramProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    return memory == MAP_FAILED ? nullptr : static_cast<ProgramProgress*>(memory);
}

void ProgramProgress::close(ProgramProgress* progress) {
    if (progress != nullptr) munmap(progress, sizeof *progress);
}

void ProgramProgress::begin_launch(const std::string& kernel, int line) {
    version_.fetch_add(1, std::memory_order_acq_rel);
    kernel_.fill(0);
    std::memcpy(kernel_.data(), kernel.data(), std::min(kernel.size(), kMostName - 1));
    line_ = line;
    version_.fetch_add(1, std::memory_order_acq_rel);
}

void ProgramProgress::end_launch() {
    version_.fetch_add(1, std::memory_order_acq_rel);
    kernel_.fill(0);
    ++launches_;
    version_.fetch_add(1, std::memory_order_acq_rel);
}

std::optional<ProgramProgress::Seen> ProgramProgress::look() const {
    const std::uint64_t before = version_.load(std::memory_order_acquire);
    if (before % 2 != 0) return std::nullopt;
    const std::array<char, kMostName> kernel = kernel_;
    Seen seen{is_begun_, launches_, instructions_, std::string(kernel.data(), strnlen(kernel.data(), kMostName)), line_};
    std::atomic_thread_fence(std::memory_order_acquire);
    return version_.load(std::memory_order_acquire) == before ? std::optional(std::move(seen)) : std::nullopt;
}

}  // namespace warpwise
