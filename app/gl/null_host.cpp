// A window that is nowhere: the user interface runs in full, for tests of what it does, in milliseconds.
#include "gl/hosts.h"

namespace warpwise::gl {
namespace {

class NullHost final : public Host {
  public:
    explicit NullHost(Size size) : size_(size) {}
    HostKind kind() const override { return HostKind::null; }
    bool draws() const override { return false; }
    std::string description() const override { return "null, draws nothing"; }
    Size size() const override { return size_; }
    void resize(Size size) override { size_ = size; }
    void begin_frame(float, float, float) override {}
    void end_frame() override {}
    Result<Image> read_pixels() const override {
        return failure("the null host draws nothing, so there is no picture to save", "use --host egl or --host glfw");
    }

  private:
    Size size_;
};

}  // namespace

Result<std::unique_ptr<Host>> make_null_host(const HostOptions& options) { return std::make_unique<NullHost>(options.size); }

}  // namespace warpwise::gl
