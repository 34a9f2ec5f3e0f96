// A lesson's kernel run in the window's own process, on memory that OpenGL draws from (GraphicsDevice): the interop path. Beside
// it the copy path, which brings the same launches' result to the host and to OpenGL from there, so that the two can be
// compared. No GL in here: buffers come as their names, and the upload as a function of the caller.
//
// Guard: a fault here ruins CUDA for the window's process. Only the lesson's own text runs here - make() and compile() refuse an
// edited one - and the caller sees to it that the same kernel has run before without a fault, in the process of its own that
// devices with graphics have.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/gpu/graphics_device.h"
#include "experiment/picture/animation.h"

namespace warpwise {

enum class PicturePath { interop, copy };
std::string_view name_of(PicturePath);  // "interop", "copy"

// An array as a GL buffer must hold it.
struct DrawnArray {
    std::string id;
    DType dtype = DType::f32;
    std::vector<std::int64_t> shape;
    std::size_t count = 0, bytes = 0;
};
// What a picture of the lesson needs: both arrays of a declared animation and what else its view of points colours by, or the array
// of the image view.
Result<std::vector<DrawnArray>> drawn_arrays(const Lesson&, const ExperimentRequest&);

struct PictureTimes {
    GraphicsTimes gpu;
    std::optional<double> upload_ms;  // of the copy path: from host memory to the GL buffer, by the clock
};

class GraphicsAnimation {
  public:
    struct Targets {
        PicturePath path = PicturePath::interop;
        // interop: GL buffers of the arrays' sizes, by array. They outlive the animation. Of two arrays that change places both
        // have one or none.
        std::map<std::string, std::uint32_t> gl_buffers;
        // copy: the arrays that are brought to the host after each run, and what takes them from there.
        std::vector<std::string> shown;
        std::function<Result<void>(const std::string& array, std::span<const std::byte>)> upload;
    };

    // From any thread: takes a tenth of a second or more.
    static Result<std::shared_ptr<Program>> compile(const Lesson&, const ExperimentRequest&, GraphicsDevice&);
    // From here on: on the thread where the GL context is current. Fills the arrays; in the copy path uploads them. The lesson
    // and the device outlive the animation, and an animation goes before the GL buffers that it was given.
    static Result<GraphicsAnimation> make(const Lesson&, const ExperimentRequest&, GraphicsDevice&, std::shared_ptr<Program>,
                                          Targets);
    ~GraphicsAnimation();
    GraphicsAnimation(GraphicsAnimation&&) noexcept;
    GraphicsAnimation& operator=(GraphicsAnimation&&) noexcept;

    // Launches `count` times in one mapping; after each launch the arrays of a declared animation change places.
    Result<void> run(std::uint64_t count = 1);
    // New values for the launches to come, without compiling or filling anything. False when they need a new animation: other
    // sizes, another dtype.
    Result<bool> set_parameters(const ParameterValues&);
    // The arrays as they were at the start.
    Result<void> reset();
    // As Animation::paint; waits.
    Result<void> paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value);

    // The GL buffer that holds an array now: of an animation's first array, the newest state. 0: none was given (copy path).
    std::uint32_t gl_buffer(const std::string& array) const;
    // An array's contents on the host; waits.
    Result<Array> read(const std::string& array) const;
    std::uint64_t steps_done() const;
    PicturePath path() const;
    PictureTimes times();

  private:
    struct State;
    explicit GraphicsAnimation(std::unique_ptr<State>);
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
