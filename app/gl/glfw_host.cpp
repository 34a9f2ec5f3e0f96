// A window on the desktop.
#include <epoxy/gl.h>
// after epoxy, which brings the GL declarations
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "gl/display_loss.h"
#include "gl/hosts.h"

namespace warpwise::gl {
namespace {

std::string last_glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

constexpr const char* kWithoutWindow =
    "Start it on a desktop, or use `warpwise run LESSON` for results in the terminal, `warpwise shot LESSON --view window -o "
    "F.png` "
    "for a picture, or --host egl to draw without a screen";

// glfwInit and glfwTerminate, in pairs.
class Library {
  public:
    Library() : started_(glfwInit() == GLFW_TRUE) {}
    ~Library() {
        if (started_) glfwTerminate();
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    bool started() const { return started_; }

  private:
    bool started_;
};

class GlfwHost final : public Host {
  public:
    explicit GlfwHost(std::unique_ptr<Library> library, GLFWwindow* window) : library_(std::move(library)), window_(window) {
        glfwSetWindowUserPointer(window_, this);
        glfwSetDropCallback(window_, [](GLFWwindow* on, int count, const char** files) {
            auto* host = static_cast<GlfwHost*>(glfwGetWindowUserPointer(on));
            for (int i = 0; i < count; ++i) host->dropped_.emplace_back(files[i]);
        });
    }
    ~GlfwHost() override { glfwDestroyWindow(window_); }
    GlfwHost(const GlfwHost&) = delete;
    GlfwHost& operator=(const GlfwHost&) = delete;

    void set_renderer(const std::string& renderer) { description_ = "glfw, " + renderer; }
    HostKind kind() const override { return HostKind::glfw; }
    std::string description() const override { return description_; }
    Size size() const override {
        Size size;
        glfwGetFramebufferSize(window_, &size.width, &size.height);
        return size;
    }
    void resize(Size size) override { glfwSetWindowSize(window_, size.width, size.height); }
    float display_scale() const override {
        float x = 1, y = 1;
        glfwGetWindowContentScale(window_, &x, &y);
        return std::max(x, y);
    }
    void* window() const override { return window_; }
    bool wait_events(double at_most_s) override {
        if (at_most_s <= 0) {
            glfwPollEvents();
            return false;
        }
        const double begin = glfwGetTime();
        glfwWaitEventsTimeout(at_most_s);
        return glfwGetTime() - begin < at_most_s * 0.95;
    }
    bool visible() const override { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE; }
    bool close_requested() const override { return glfwWindowShouldClose(window_) == GLFW_TRUE; }
    std::vector<std::string> take_dropped_files() override { return std::exchange(dropped_, {}); }
    void on_display_lost(std::function<void()> save) override {
        last_words_ = std::move(save);
        watch_display(last_words_);
    }
    bool context_lost() const override { return reset_status_ != nullptr && reset_status_() != GL_NO_ERROR; }
    // Once the context is current: how to ask it whether it is still there.
    void find_reset_status() {
        for (const char* name : {"glGetGraphicsResetStatus", "glGetGraphicsResetStatusARB"})
            if (reset_status_ == nullptr && (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_ARB_robustness")))
                reset_status_ = reinterpret_cast<GLenum (*)()>(glfwGetProcAddress(name));
    }
    void begin_frame(float red, float green, float blue) override {
        const Size now = size();
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, now.width, now.height);
        glClearColor(red, green, blue, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void end_frame() override { glfwSwapBuffers(window_); }
    Result<Image> read_pixels() const override {
        glReadBuffer(GL_BACK);
        return read_framebuffer(size());
    }

  private:
    std::unique_ptr<Library> library_;  // outlives the window
    GLFWwindow* window_;
    std::string description_;
    std::vector<std::string> dropped_;
    std::function<void()> last_words_;
    GLenum (*reset_status_)() = nullptr;
};

// As large as asked for, but never larger than the screen's free area.
Size fitting(Size wanted) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return wanted;
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (width < 320 || height < 240) return wanted;
    return {std::min(wanted.width, width), std::min(wanted.height, height)};
}

}  // namespace

Result<std::unique_ptr<Host>> make_glfw_host(const HostOptions& options) {
    auto library = std::make_unique<Library>();
    if (!library->started()) return failure("no window can be opened here (" + last_glfw_error() + ")", kWithoutWindow);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "dev.warpwise");  // ties the window to dev.warpwise.desktop
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "warpwise");
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // passed over where the driver cannot tell
    const Size size = fitting(options.size);
    GLFWwindow* window = glfwCreateWindow(size.width, size.height, options.title.c_str(), nullptr, nullptr);
    if (window == nullptr)
        return failure("no window with OpenGL 3.3 can be opened here (" + last_glfw_error() + ")", kWithoutWindow);
    auto host = std::make_unique<GlfwHost>(std::move(library), window);
    glfwSetWindowSizeLimits(window, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    const auto renderer = check_context();
    if (!renderer) return std::unexpected(renderer.error());
    host->set_renderer(*renderer);
    host->find_reset_status();
    report_driver_messages();
    return host;
}

}  // namespace warpwise::gl
