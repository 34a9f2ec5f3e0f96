#include "cuda/driver/stdout_capture.h"

#include <sys/mman.h>

#include <cstdio>

namespace warpwise {
namespace {
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
}

StdoutCapture::StdoutCapture(bool active, int descriptor) : descriptor_(descriptor) {
    if (!active) return;
    std::fflush(stdout);
    sink_ = memfd_create("warpwise-printf", MFD_CLOEXEC);
    saved_ = dup(descriptor_);
    if (sink_ < 0 || saved_ < 0 || dup2(sink_, descriptor_) < 0) {
        if (sink_ >= 0) close(sink_);
        if (saved_ >= 0) close(saved_);
        sink_ = saved_ = -1;
    }
}

StdoutCapture::~StdoutCapture() { finish(); }

std::string StdoutCapture::finish() {
    if (saved_ < 0) return {};
    std::fflush(stdout);
    dup2(saved_, descriptor_);
    close(saved_);
    std::string text(kMaxBytes, '\0');
    const ssize_t got = pread(sink_, text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    close(sink_);
    sink_ = saved_ = -1;
    return text;
}

}  // namespace warpwise
