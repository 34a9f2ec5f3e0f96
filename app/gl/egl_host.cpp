// A window in memory: an EGL context without a surface, drawn into a framebuffer object. It needs a driver but no screen.
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/log.h"
#include "gl/context.h"
#include "gl/handle.h"
#include "gl/hosts.h"

namespace warpwise::gl {
namespace {

constexpr EGLint kCudaDeviceAttribute = 0x323A;  // EGL_CUDA_DEVICE_NV

struct Candidate {
    EGLDisplay display = EGL_NO_DISPLAY;
    std::string what;
};

bool software_wanted() {
    const char* value = std::getenv("LIBGL_ALWAYS_SOFTWARE");
    return value != nullptr && *value != '\0' && std::string(value) != "0" && std::string(value) != "false";
}

// The GPU that CUDA uses first, so that a kernel's texture need not travel; then other devices; Mesa without a surface last.
std::vector<Candidate> candidates() {
    std::vector<Candidate> found;
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const std::string known = extensions != nullptr ? extensions : "";
    const bool devices_known =
        known.find("EGL_EXT_device_enumeration") != std::string::npos || known.find("EGL_EXT_device_base") != std::string::npos;
    if (known.find("EGL_EXT_platform_base") == std::string::npos) return found;
    if (devices_known && known.find("EGL_EXT_platform_device") != std::string::npos && !software_wanted()) {
        EGLDeviceEXT devices[16];
        EGLint count = 0;
        if (eglQueryDevicesEXT(16, devices, &count) == EGL_TRUE) {
            std::vector<Candidate> others;
            for (EGLint i = 0; i < count; ++i) {
                EGLAttrib cuda_device = 0;
                const bool has_cuda = eglQueryDeviceAttribEXT(devices[i], kCudaDeviceAttribute, &cuda_device) == EGL_TRUE;
                (has_cuda ? found : others)
                    .push_back(
                        {eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr), "device " + std::to_string(i)});
            }
            found.insert(found.end(), others.begin(), others.end());
        }
    }
    if (known.find("EGL_MESA_platform_surfaceless") != std::string::npos)
        found.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), "Mesa without a surface"});
    return found;
}

class EglHost final : public Host {
  public:
    EglHost(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}
    ~EglHost() override {
        colour_ = {};
        framebuffer_ = {};
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display_, context_);
        eglTerminate(display_);
    }
    EglHost(const EglHost&) = delete;
    EglHost& operator=(const EglHost&) = delete;

    void set_renderer(const std::string& renderer) { description_ = "egl, " + renderer; }
    HostKind kind() const override { return HostKind::egl; }
    std::string description() const override { return description_; }
    bool keeps_frame() const override { return drawn_; }
    Size size() const override { return size_; }
    void resize(Size size) override {
        if (framebuffer_ && size == size_) return;
        size_ = size;
        drawn_ = false;
        framebuffer_ = Framebuffer::make();
        colour_ = Renderbuffer::make();
        glBindRenderbuffer(GL_RENDERBUFFER, colour_.get());
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.get());
    }
    bool complete() const {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    void begin_frame(float red, float green, float blue) override {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        glViewport(0, 0, size_.width, size_.height);
        glClearColor(red, green, blue, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void end_frame() override {
        glFinish();
        drawn_ = true;
    }
    Result<Image> read_pixels() const override {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        glReadBuffer(GL_COLOR_ATTACHMENT0);
        return read_framebuffer(size_);
    }

  private:
    EGLDisplay display_;
    EGLContext context_;
    Size size_;
    bool drawn_ = false;  // since the framebuffer was made
    Framebuffer framebuffer_;
    Renderbuffer colour_;
    std::string description_;
};

// A context on one display, or why not.
Result<std::unique_ptr<EglHost>> try_candidate(const Candidate& candidate, Size size) {
    if (candidate.display == EGL_NO_DISPLAY || eglInitialize(candidate.display, nullptr, nullptr) != EGL_TRUE)
        return failure(candidate.what + " does not start");
    const EGLint config_wanted[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    const EGLint context_wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    EGLContext context = EGL_NO_CONTEXT;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
        eglChooseConfig(candidate.display, config_wanted, &config, 1, &count) == EGL_TRUE && count > 0)
        context = eglCreateContext(candidate.display, config, EGL_NO_CONTEXT, context_wanted);
    if (context == EGL_NO_CONTEXT) {
        eglTerminate(candidate.display);
        return failure(candidate.what + " has no OpenGL 3.3");
    }
    auto host = std::make_unique<EglHost>(candidate.display, context);
    if (eglMakeCurrent(candidate.display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE)
        return failure(candidate.what + " cannot draw without a surface");
    const auto renderer = check_context();
    if (!renderer) return std::unexpected(renderer.error());
    host->set_renderer(*renderer);
    host->resize(size);
    if (!host->complete()) return failure(candidate.what + " cannot draw into a picture of this size");
    return host;
}

}  // namespace

Result<std::unique_ptr<Host>> make_egl_host(const HostOptions& options) {
    constexpr const char* what_to_do = "install a graphics driver or Mesa (packages libegl1 and libgl1-mesa-dri)";
    if (!epoxy_has_egl()) return failure("EGL is not installed here, so nothing can be drawn without a screen", what_to_do);
    std::string reasons;
    const std::vector<Candidate> displays = candidates();
    log_step("egl: " + std::to_string(displays.size()) + " displays to try");
    for (const Candidate& candidate : displays) {
        auto host = try_candidate(candidate, options.size);
        log_step("egl: " + (host ? candidate.what + " draws" : host.error().message));
        if (host) {
            report_driver_messages();
            return std::move(*host);
        }
        reasons += (reasons.empty() ? "" : "; ") + host.error().message;
    }
    return failure("EGL cannot draw here (" + (reasons.empty() ? std::string("no device found") : reasons) + ")", what_to_do);
}

}  // namespace warpwise::gl
