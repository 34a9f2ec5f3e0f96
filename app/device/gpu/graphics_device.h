// A GPU that writes what OpenGL draws: kernels run in this process, on buffers that both share. Only for programs that are known
// to end well (a lesson's own text that has run without a fault): what ruins CUDA here ruins it for the window. Everything
// else goes through Device, which lives in a process of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "device/interface/device.h"

namespace warpwise {

// Bytes that kernels of a GraphicsDevice read and write. It goes before its device does, and on the GL thread.
class GraphicsBuffer {
  public:
    virtual ~GraphicsBuffer() = default;
    virtual std::size_t size_bytes() const = 0;
    virtual bool shared_with_gl() const = 0;  // false: device memory of its own
};

// Host memory that copies from and to the device reach without a detour (page-locked). It goes before its device does.
class GraphicsHostMemory {
  public:
    virtual ~GraphicsHostMemory() = default;
    virtual std::span<std::byte> bytes() = 0;
};

// Bytes that go to a place in a buffer.
struct GraphicsPiece {
    std::size_t at_byte = 0;
    std::span<const std::byte> bytes;
};

struct GraphicsArgument {
    GraphicsBuffer* buffer = nullptr;  // an array; else the scalar
    DType dtype = DType::i32;
    std::array<std::byte, 8> scalar{};
};

// Milliseconds; kernel_ms by events, the others by the clock. Nothing: not measured yet, or no part of this way.
struct GraphicsTimes {
    std::optional<double> map_ms, kernel_ms, unmap_ms, copy_out_ms;
};

class GraphicsDevice {
  public:
    virtual ~GraphicsDevice() = default;
    virtual DeviceInfo describe() const = 0;
    // From any thread; the GL context need not be current.
    virtual std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource&) = 0;

    // From here on: on the thread where the GL context is current.
    // A GL buffer object of `bytes`. The Error says why the two cannot share it: that of no_sharing(), or one of this buffer.
    virtual Result<std::unique_ptr<GraphicsBuffer>> share(std::uint32_t gl_buffer, std::size_t bytes) = 0;
    // Device memory that GL does not see: the copy path's, and arrays that are not drawn.
    virtual Result<std::unique_ptr<GraphicsBuffer>> allocate(std::size_t bytes) = 0;
    virtual Result<std::unique_ptr<GraphicsHostMemory>> host_memory(std::size_t bytes) = 0;

    struct Launch {
        Program* program = nullptr;
        LaunchShape shape;
        std::vector<GraphicsArgument> arguments;  // the kernel's, in order
    };
    // Maps the shared buffers that the launches name, runs the launches one after the other, and unmaps. Returns when GL may
    // draw, which is before the GPU has finished: GL's own commands wait for it. What is wrong with a shape or an argument is
    // refused before anything runs; after another Error lost() tells whether the device goes on.
    virtual Result<void> run(std::span<const Launch>) = 0;
    // Both wait, and refuse what does not fit. All pieces go in one mapping.
    virtual Result<void> write(GraphicsBuffer& to, std::span<const GraphicsPiece>) = 0;
    virtual Result<void> read(std::span<std::byte> to, GraphicsBuffer& from) = 0;
    // Of the last run() whose events have passed, and of the last read(); never waits.
    virtual GraphicsTimes times() = 0;
    // Why this GPU and OpenGL have no memory in common: software GL, another GPU, a remote display. Null: they have, as far as is
    // known before the first share(). The copy path goes all the same.
    virtual const Error* no_sharing() const = 0;
    // A fault ruined CUDA in this process: everything returns an Error from here on, and nothing of the driver is called.
    virtual bool lost() const = 0;
};

}  // namespace warpwise
