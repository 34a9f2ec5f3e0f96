// A GraphicsDevice without a GPU: its memory is the host's, GL buffers are numbers, and the emulator launches.
#pragma once

#include <cstring>
#include <map>
#include <vector>

#include "base/array.h"
#include "device/gpu/graphics_device.h"

namespace warpwise {

class FakeGraphicsDevice final : public GraphicsDevice {
  public:
    std::uint32_t make_gl_buffer(std::size_t bytes) {
        gl_.emplace(++last_name_, std::vector<std::byte>(bytes));
        return last_name_;
    }
    std::span<const std::byte> gl_bytes(std::uint32_t name) const { return gl_.at(name); }
    std::size_t mappings() const { return mappings_; }  // of the last run
    std::size_t shared_buffers() const { return shared_; }
    void lose() { lost_ = true; }
    // From here on as if GL drew on another GPU; `at_once`: known before a buffer is shared.
    void keep_apart(bool at_once) {
        apart_ = Error{ErrorKind::device_missing, "OpenGL draws on another GPU", ""};
        if (at_once) no_sharing_ = apart_;
    }

    DeviceInfo describe() const override { return {.kind = DeviceKind::cuda, .name = "fake", .properties = {}}; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return emulator_->compile(source);
    }
    Result<std::unique_ptr<GraphicsBuffer>> share(std::uint32_t name, std::size_t bytes) override {
        if (apart_) no_sharing_ = apart_;
        if (no_sharing_) return std::unexpected(*no_sharing_);
        const auto found = gl_.find(name);
        if (found == gl_.end() || found->second.size() < bytes) return failure("no such GL buffer");
        ++shared_;
        return std::make_unique<Buffer>(&found->second, std::vector<std::byte>{});
    }
    Result<std::unique_ptr<GraphicsBuffer>> allocate(std::size_t bytes) override {
        return std::make_unique<Buffer>(nullptr, std::vector<std::byte>(bytes));
    }
    Result<std::unique_ptr<GraphicsHostMemory>> host_memory(std::size_t bytes) override {
        return std::make_unique<HostMemory>(bytes);
    }

    Result<void> run(std::span<const Launch> launches) override {
        if (lost_) return failure("the device is lost");
        bool maps = false;
        for (const Launch& launch : launches) {
            for (const GraphicsArgument& argument : launch.arguments)
                maps = maps || (argument.buffer != nullptr && argument.buffer->shared_with_gl());
            if (auto ran = run_one(launch); !ran) return ran;
        }
        mappings_ = maps ? 1 : 0;
        return {};
    }
    Result<void> write(GraphicsBuffer& to, std::span<const GraphicsPiece> pieces) override {
        if (lost_) return failure("the device is lost");
        std::vector<std::byte>& bytes = static_cast<Buffer&>(to).bytes();
        for (const GraphicsPiece& piece : pieces) {
            if (piece.at_byte + piece.bytes.size() > bytes.size()) return failure("too large");
            std::memcpy(bytes.data() + piece.at_byte, piece.bytes.data(), piece.bytes.size());
        }
        return {};
    }
    Result<void> read(std::span<std::byte> to, GraphicsBuffer& from) override {
        if (lost_) return failure("the device is lost");
        const std::vector<std::byte>& bytes = static_cast<Buffer&>(from).bytes();
        if (to.size() > bytes.size()) return failure("too much asked");
        std::memcpy(to.data(), bytes.data(), to.size());
        return {};
    }
    GraphicsTimes times() override { return {}; }
    const Error* no_sharing() const override { return no_sharing_ ? &*no_sharing_ : nullptr; }
    bool lost() const override { return lost_; }

  private:
    class Buffer final : public GraphicsBuffer {
      public:
        Buffer(std::vector<std::byte>* shared, std::vector<std::byte> own) : shared_(shared), own_(std::move(own)) {}
        std::size_t size_bytes() const override { return shared_ != nullptr ? shared_->size() : own_.size(); }
        bool shared_with_gl() const override { return shared_ != nullptr; }
        std::vector<std::byte>& bytes() { return shared_ != nullptr ? *shared_ : own_; }

      private:
        std::vector<std::byte>* shared_;
        std::vector<std::byte> own_;
    };
    struct HostMemory final : GraphicsHostMemory {
        explicit HostMemory(std::size_t bytes) : memory(bytes) {}
        std::span<std::byte> bytes() override { return memory; }
        std::vector<std::byte> memory;
    };

    Result<void> run_one(const Launch& launch) {
        std::vector<Array> arrays;
        arrays.reserve(launch.arguments.size());
        std::vector<KernelArgument> arguments;
        for (const GraphicsArgument& argument : launch.arguments) {
            KernelArgument& bound = arguments.emplace_back();
            bound.kind = argument.buffer != nullptr ? KernelArgument::Kind::array : KernelArgument::Kind::scalar;
            bound.dtype = argument.dtype;
            bound.scalar = argument.scalar;
            if (argument.buffer == nullptr) continue;
            const std::vector<std::byte>& bytes = static_cast<Buffer*>(argument.buffer)->bytes();
            Array& array = arrays.emplace_back(Array::make(DType::u8, {static_cast<std::int64_t>(bytes.size())}).value());
            std::memcpy(array.data(), bytes.data(), bytes.size());
            bound.array = &array;
        }
        LaunchOptions options;
        options.trace = Trace::none;
        const LaunchOutcome outcome = emulator_->launch(*launch.program, launch.shape, arguments, options);
        if (outcome.fault) return failure(outcome.fault->message);
        std::size_t next = 0;
        for (const GraphicsArgument& argument : launch.arguments)
            if (argument.buffer != nullptr) {
                std::vector<std::byte>& bytes = static_cast<Buffer*>(argument.buffer)->bytes();
                std::memcpy(bytes.data(), arrays[next++].data(), bytes.size());
            }
        return {};
    }

    std::unique_ptr<Device> emulator_ = make_emulated_device();
    std::map<std::uint32_t, std::vector<std::byte>> gl_;
    std::uint32_t last_name_ = 0;
    std::size_t mappings_ = 0, shared_ = 0;
    bool lost_ = false;
    std::optional<Error> apart_, no_sharing_;
};

}  // namespace warpwise
