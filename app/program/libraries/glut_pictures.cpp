// GLUT's loop without a window: what a program draws is written beside where it runs, one picture as PNG, an animation as APNG.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/apng.h"
#include "program/headers/cuda_gl_host.h"
#include "program/headers/glut_host.h"
#include "program/libraries/glut_pictures.h"
#include "program/runtime/api_table.h"
#include "program/runtime/runtime.h"

struct cudaGraphicsResource {
    GLuint buffer = 0;
};

namespace warpwise {
namespace {

constexpr int kFrames = 60;  // of an animation: GLUT's loop would go on for ever
constexpr int kFrameMs = 40, kMostTimers = 1000;
constexpr unsigned char kEscape = 27;  // the key by which the samples end, and free what they have
constexpr std::int64_t kMostPixels = std::int64_t{1} << 26;

struct Timer {
    void (*call)(int) = nullptr;
    int value = 0;
};

struct Glut {
    void (*display)() = nullptr;
    void (*idle)() = nullptr;
    void (*close)() = nullptr;
    void (*reshape)(int, int) = nullptr;
    void (*keyboard)(unsigned char, int, int) = nullptr;
    std::vector<Timer> timers;
    int width = 300, height = 300;  // GLUT's own
    bool is_redrawn = true;
    std::map<GLuint, std::uint64_t> buffers;  // addresses of the device
    GLuint last_buffer = 0, bound = 0;
    std::optional<Image> drawn;  // since the last frame
    std::vector<Image> frames;
};

Glut& glut() {
    static Glut all;
    return all;
}

CodePlace here(void* return_address) { return place_of_call(return_address); }

// Where the pixels are: the bound buffer's, or the host's.
const std::uint8_t* pixels_at(const void* given, std::size_t bytes) {
    Glut& state = glut();
    if (state.bound == 0) return static_cast<const std::uint8_t*>(given);
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    const HeapBlock* block = runtime.heap.at(state.buffers[state.bound]);
    const auto offset = reinterpret_cast<std::size_t>(given);
    return block && offset <= block->bytes && bytes <= block->bytes - offset
               ? reinterpret_cast<const std::uint8_t*>(block->host) + offset
               : nullptr;
}

// One channel of a pixel as a byte.
std::uint8_t byte_at(const std::uint8_t* pixels, std::size_t channel, bool is_float) {
    if (!is_float) return pixels[channel];
    float value = 0;
    std::memcpy(&value, pixels + channel * sizeof(float), sizeof(float));
    return value > 0 ? static_cast<std::uint8_t>(std::min(value, 1.0F) * 255 + 0.5F) : std::uint8_t{0};  // NaN is black
}

void end_frame() {
    Glut& state = glut();
    if (!state.drawn) return;
    if (state.frames.size() < kFrames) state.frames.push_back(std::move(*state.drawn));
    state.drawn.reset();
}

void display() {
    Glut& state = glut();
    state.is_redrawn = false;
    if (state.display) state.display();
    end_frame();
}

Result<void> write_frames(const std::filesystem::path& file) {
    const std::vector<Image>& frames = glut().frames;
    const TextChunks texts{{"Software", "Warpwise"}};
    if (frames.size() == 1) return write_png(file, frames.front(), texts);
    auto writer = ApngWriter::create(file, kFrameMs, texts);
    if (!writer) return std::unexpected(writer.error());
    for (const Image& frame : frames)
        if (frame.width == frames.front().width && frame.height == frames.front().height)
            if (auto added = writer->add(frame); !added) return added;
    return writer->finish();
}

void tell_picture() {
    Runtime& runtime = Runtime::instance();
    const std::vector<Image>& frames = glut().frames;
    if (frames.empty()) return;
    const std::filesystem::path file = runtime.options().text.file.stem().string() + ".png";
    const auto written = write_frames(file);
    const std::lock_guard lock(runtime.mutex);
    std::error_code error;
    runtime.report().event({{"event", "picture"},
                            {"file", std::filesystem::absolute(file, error).string()},
                            {"width", frames.front().width},
                            {"height", frames.front().height},
                            {"frames", frames.size()},
                            {"problem", written ? "" : written.error().text()}});
}

void destroy_window(int) {
    if (const auto close = std::exchange(glut().close, nullptr)) close();
}

[[noreturn]] void main_loop() {
    Glut& state = glut();
    if (state.reshape) state.reshape(state.width, state.height);
    display();
    for (int turn = 0; turn < kMostTimers && state.frames.size() < kFrames; ++turn) {
        std::vector<Timer> due = std::exchange(state.timers, {});
        if (!state.idle && due.empty()) break;
        if (state.idle) state.idle();
        for (const Timer& timer : due) timer.call(timer.value);
        if (state.is_redrawn) display();
        end_frame();
    }
    tell_picture();
    if (state.keyboard) state.keyboard(kEscape, 0, 0);
    destroy_window(1);  // if that key has not
    std::exit(0);
}

HeapBlock* block_of(const cudaGraphicsResource* resource) {
    const auto found = resource ? glut().buffers.find(resource->buffer) : glut().buffers.end();
    return found == glut().buffers.end() ? nullptr : Runtime::instance().heap.at(found->second);
}

void buffer_data(GLsizeiptr bytes, const void* data, void* return_address) {
    Glut& state = glut();
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    if (state.bound == 0 || bytes <= 0) return;
    if (const auto old = state.buffers.find(state.bound); old != state.buffers.end() && old->second != 0)
        runtime.heap.release(old->second);
    HeapBlock* block =
        runtime.heap.allocate(MemoryKind::device, static_cast<std::size_t>(bytes), here(return_address), "glBufferData");
    state.buffers[state.bound] = block ? block->address : 0;
    if (block == nullptr) return;
    block->is_internal = true;  // OpenGL's, which ends with the program
    runtime.heap.note_written(*block);
    if (data) std::memcpy(block->host, data, block->bytes);
}

// What programs call by name, or ask for by glXGetProcAddress().
void make_buffers(GLsizei count, GLuint* buffers) {
    for (int i = 0; i < count; ++i) glut().buffers[buffers[i] = ++glut().last_buffer] = 0;
}
void delete_buffers(GLsizei, const GLuint*) {}
void bind_buffer(GLenum target, GLuint buffer) {
    if (target == GL_PIXEL_UNPACK_BUFFER) glut().bound = buffer;
}
void fill_buffer(GLenum, GLsizeiptr bytes, const void* data, GLenum) { buffer_data(bytes, data, __builtin_return_address(0)); }

cudaError_t register_buffer(cudaGraphicsResource** out, GLuint buffer, unsigned) {
    if (out == nullptr || !glut().buffers.contains(buffer)) return cudaErrorInvalidValue;
    *out = new cudaGraphicsResource{buffer};
    return cudaSuccess;
}
cudaError_t unregister(cudaGraphicsResource* resource) {
    if (resource == nullptr) return cudaErrorInvalidResourceHandle;
    delete resource;
    return cudaSuccess;
}
cudaError_t map_all(int, cudaGraphicsResource**, cudaStream_t) { return cudaSuccess; }
cudaError_t mapped(void** memory, std::size_t* bytes, cudaGraphicsResource* resource) {
    const HeapBlock* block = block_of(resource);
    if (block == nullptr || memory == nullptr) return cudaErrorInvalidResourceHandle;
    *memory = reinterpret_cast<void*>(block->address);
    if (bytes) *bytes = block->bytes;
    return cudaSuccess;
}

void ask_for_size(GLenum, GLenum what, GLint* value) {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    const HeapBlock* block = runtime.heap.at(glut().buffers[glut().bound]);
    if (value && what == GL_BUFFER_SIZE) *value = block ? static_cast<GLint>(block->bytes) : 0;
}

}  // namespace

void refuse_drawing(const std::string& what, void* return_address) {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    runtime.tell("unsupported", here(return_address), what,
                 "Only pictures in bytes or floats are shown here, by glDrawPixels() or as a texture on a quad.");
}

bool has_bound_buffer() { return glut().bound != 0; }

void show_picture(Image image) { glut().drawn = std::move(image); }

std::optional<Image> image_of_pixels(int width, int height, unsigned format, unsigned type, const void* given,
                                     void* return_address) {
    const std::size_t channels = format == GL_RGBA || format == GL_BGRA ? 4 : format == GL_RGB ? 3 : format == GL_LUMINANCE ? 1 : 0;
    const bool is_float = type == GL_FLOAT;
    if (channels == 0 || (type != GL_UNSIGNED_BYTE && !is_float)) {
        refuse_drawing("OpenGL is given pixels in a format other than bytes or floats of RGBA, RGB or luminance", return_address);
        return std::nullopt;
    }
    const std::size_t pixel_bytes = channels * (is_float ? sizeof(float) : 1);
    if (width <= 0 || height <= 0 || std::int64_t{width} * height > kMostPixels) return std::nullopt;
    const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
    const std::uint8_t* from = pixels_at(given, w * h * pixel_bytes);
    if (from == nullptr) {
        refuse_drawing("OpenGL reads pixels past the end of the bound buffer", return_address);
        return std::nullopt;
    }
    Image image{width, height, std::vector<std::uint8_t>(w * h * 3)};
    for (std::size_t y = 0; y < h; ++y)
        for (std::size_t x = 0; x < w; ++x) {
            const std::uint8_t* pixel = from + ((h - 1 - y) * w + x) * pixel_bytes;  // OpenGL's first row is the lowest
            std::uint8_t* to = image.rgb.data() + (y * w + x) * 3;
            for (std::size_t c = 0; c < 3; ++c) to[c] = byte_at(pixel, channels == 1 ? 0 : format == GL_BGRA ? 2 - c : c, is_float);
        }
    return image;
}

std::vector<HostFunction> glut_functions() {
    const auto at = [](auto function) { return reinterpret_cast<void*>(+function); };
    return {
        {"glutInit", at([](int*, char**) {})},
        {"glutInitDisplayMode", at([](unsigned) {})},
        {"glutInitWindowSize", at([](int width, int height) {
             glut().width = width;
             glut().height = height;
         })},
        {"glutInitWindowPosition", at([](int, int) {})},
        {"glutCreateWindow", at([](const char*) { return 1; })},
        {"glutDestroyWindow", at(&destroy_window)},
        {"glutGetWindow", at([] { return 1; })},
        {"glutSetWindowTitle", at([](const char*) {})},
        {"glutCloseFunc", at([](void (*call)()) { glut().close = call; })},
        {"glutWMCloseFunc", at([](void (*call)()) { glut().close = call; })},
        {"glutReportErrors", at([] {})},
        {"glutDisplayFunc", at([](void (*call)()) { glut().display = call; })},
        {"glutIdleFunc", at([](void (*call)()) { glut().idle = call; })},
        {"glutReshapeFunc", at([](void (*call)(int, int)) { glut().reshape = call; })},
        {"glutKeyboardFunc", at([](void (*call)(unsigned char, int, int)) { glut().keyboard = call; })},
        {"glutSpecialFunc", at([](void (*)(int, int, int)) {})},
        {"glutMouseFunc", at([](void (*)(int, int, int, int)) {})},
        {"glutMotionFunc", at([](void (*)(int, int)) {})},
        {"glutTimerFunc", at([](unsigned, void (*call)(int), int value) { glut().timers.push_back({call, value}); })},
        {"glutPostRedisplay", at([] { glut().is_redrawn = true; })},
        {"glutSwapBuffers", at([] { end_frame(); })},
        {"glutMainLoop", at([] { main_loop(); })},
        {"glutGet", at([](GLenum) { return 0; })},
        {"glClearColor", at([](float, float, float, float) {})},
        {"glClear", at([](GLbitfield) {})},
        {"glFlush", at([] {})},
        {"glFinish", at([] {})},
        // A picture fills the window, whatever is set up around it.
        {"glEnable", at([](GLenum) {})},
        {"glDisable", at([](GLenum) {})},
        {"glMatrixMode", at([](GLenum) {})},
        {"glLoadIdentity", at([] {})},
        {"glOrtho", at([](double, double, double, double, double, double) {})},
        {"gluOrtho2D", at([](double, double, double, double) {})},
        {"glPixelStorei", at([](GLenum, GLint) {})},
        {"glViewport", at([](int, int, int, int) {})},
        {"glRasterPos2f", at([](float, float) {})},
        {"glRasterPos2i", at([](int, int) {})},
        {"glPixelZoom", at([](float, float) {})},
        {"glGetError", at([]() -> GLenum { return GL_NO_ERROR; })},
        {"glDrawPixels", at([](int width, int height, GLenum format, GLenum type, const void* pixels) {
             if (auto image = image_of_pixels(width, height, format, type, pixels, __builtin_return_address(0)))
                 show_picture(std::move(*image));
         })},
        {"glGenBuffers", at(&make_buffers)},
        {"__warpwise_glGenBuffers", at(&make_buffers)},
        {"glDeleteBuffers", at(&delete_buffers)},
        {"__warpwise_glDeleteBuffers", at(&delete_buffers)},
        {"glBindBuffer", at(&bind_buffer)},
        {"__warpwise_glBindBuffer", at(&bind_buffer)},
        {"glBufferData", at(&fill_buffer)},
        {"__warpwise_glBufferData", at(&fill_buffer)},
        {"glGetBufferParameteriv", at(&ask_for_size)},
        {"__warpwise_glGetBufferParameteriv", at(&ask_for_size)},
        {"cudaGraphicsGLRegisterBuffer", at(&register_buffer)},
        {"cudaGraphicsUnregisterResource", at(&unregister)},
        {"cudaGraphicsMapResources", at(&map_all)},
        {"cudaGraphicsUnmapResources", at(&map_all)},
        {"cudaGraphicsResourceGetMappedPointer", at(&mapped)},
        {"cudaGLSetGLDevice", at([](int) { return cudaSuccess; })},
    };
}

}  // namespace warpwise
