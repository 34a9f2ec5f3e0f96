// How kernels come to write GL's buffers, against a driver of host memory: what is mapped when, what is unregistered, and that
// nothing of the driver is called once a fault has ruined it.
#ifdef WARPWISE_HAS_CUDA
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "cuda/device/graphics_device.h"
#include "cuda/driver/gl_context.h"
#include "unit/fake_driver.h"

namespace warpwise {
namespace {
using namespace test;
using testing::HasSubstr;

// GL's side: buffers by name, each a resource while it is registered. Memory of it counts as the GPU's while it is mapped.
struct FakeGl {
    struct Buffer {
        std::vector<std::int32_t> memory;
        bool registered = false, mapped = false;
    };
    std::map<unsigned, Buffer> buffers;
    bool current = true;  // the context
    int map_calls = 0, events_behind = 0;
    CUresult launch_status = CUDA_SUCCESS, read_status = CUDA_SUCCESS, map_status = CUDA_SUCCESS, register_status = CUDA_SUCCESS;
    bool ruined = false;  // a sticky error was given: any call after it is wrong

    void touch(const char* call) const {
        if (ruined && fake_gpu->wrong.empty()) fake_gpu->wrong = std::string(call) + " after a sticky error";
    }
    CUresult give(CUresult status) {
        ruined = ruined || status == CUDA_ERROR_ILLEGAL_ADDRESS;
        return status;
    }
};
FakeGl* fake_gl = nullptr;

FakeGl::Buffer& buffer_of(CUgraphicsResource resource) { return *reinterpret_cast<FakeGl::Buffer*>(resource); }

CUdeviceptr address_of(FakeGl::Buffer& buffer) { return reinterpret_cast<CUdeviceptr>(buffer.memory.data()); }

void fill_registering(Driver& d) {
    d.register_gl_buffer = [](CUgraphicsResource* made, unsigned name, unsigned) {
        fake_gl->touch("cuGraphicsGLRegisterBuffer");
        if (!fake_gl->current) fake_gpu->wrong = "registered without a GL context";
        if (fake_gl->register_status != CUDA_SUCCESS) return fake_gl->register_status;
        const auto found = fake_gl->buffers.find(name);
        if (found == fake_gl->buffers.end()) return CUDA_ERROR_INVALID_VALUE;
        found->second.registered = true;
        *made = reinterpret_cast<CUgraphicsResource>(&found->second);
        return CUDA_SUCCESS;
    };
    d.cuGraphicsUnregisterResource = [](CUgraphicsResource resource) {
        fake_gl->touch("cuGraphicsUnregisterResource");
        if (!fake_gl->current) fake_gpu->wrong = "unregistered without a GL context";
        if (!std::exchange(buffer_of(resource).registered, false)) fake_gpu->wrong = "unregistered twice";
        return CUDA_SUCCESS;
    };
}

void fill_mapping(Driver& d) {
    d.cuGraphicsMapResources = [](unsigned count, CUgraphicsResource* resources, CUstream) {
        fake_gl->touch("cuGraphicsMapResources");
        ++fake_gl->map_calls;
        if (fake_gl->map_status != CUDA_SUCCESS) return fake_gl->map_status;
        for (unsigned i = 0; i < count; ++i) {
            FakeGl::Buffer& buffer = buffer_of(resources[i]);
            if (buffer.mapped || !buffer.registered) fake_gpu->wrong = "mapped twice, or what is not registered";
            buffer.mapped = true;
            fake_gpu->device_memory[address_of(buffer)] = buffer.memory.size() * 4;
        }
        return CUDA_SUCCESS;
    };
    d.cuGraphicsUnmapResources = [](unsigned count, CUgraphicsResource* resources, CUstream) {
        fake_gl->touch("cuGraphicsUnmapResources");
        for (unsigned i = 0; i < count; ++i) {
            FakeGl::Buffer& buffer = buffer_of(resources[i]);
            if (!std::exchange(buffer.mapped, false)) fake_gpu->wrong = "unmapped what is not mapped";
            fake_gpu->device_memory.erase(address_of(buffer));
        }
        return CUDA_SUCCESS;
    };
    d.cuGraphicsResourceGetMappedPointer = [](CUdeviceptr* address, std::size_t* bytes, CUgraphicsResource resource) {
        if (!buffer_of(resource).mapped) fake_gpu->wrong = "an address of what is not mapped";
        *address = address_of(buffer_of(resource));
        *bytes = buffer_of(resource).memory.size() * 4;
        return CUDA_SUCCESS;
    };
}

std::unique_ptr<Driver> graphics_driver() {
    auto d = std::make_unique<Driver>(fake_driver());
    fill_registering(*d);
    fill_mapping(*d);
    d->create_context = [](CUcontext* made, unsigned, CUdevice) {
        *made = reinterpret_cast<CUcontext>(fake_gl);
        return CUDA_SUCCESS;
    };
    d->cuDeviceGetAttribute = [](int* value, CUdevice_attribute, CUdevice) {
        *value = 1024;
        return CUDA_SUCCESS;
    };
    d->cuGetErrorName = [](CUresult, const char** text) {
        *text = "AN_ERROR";
        return CUDA_SUCCESS;
    };
    d->cuGetErrorString = [](CUresult, const char** text) {
        *text = "its meaning";
        return CUDA_SUCCESS;
    };
    d->cuEventQuery = [](CUevent) {
        fake_gl->touch("cuEventQuery");
        if (fake_gl->events_behind > 0) {
            --fake_gl->events_behind;
            return CUDA_ERROR_NOT_READY;
        }
        return CUDA_SUCCESS;
    };
    d->cuLaunchKernel = [](CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                           void** arguments, void**) {
        fake_gl->touch("cuLaunchKernel");
        ++fake_gpu->launches;
        fake_gpu->now_ms += 1;
        if (fake_gl->launch_status != CUDA_SUCCESS) return fake_gl->give(fake_gl->launch_status);
        const CUdeviceptr out = *static_cast<CUdeviceptr*>(arguments[0]), in = *static_cast<CUdeviceptr*>(arguments[1]);
        std::int32_t add = 0;
        std::memcpy(&add, arguments[2], sizeof add);
        if (!fake_gpu->holds(out, 64) || !fake_gpu->holds(in, 64)) fake_gpu->wrong = "a kernel outside of the memory";
        for (int i = 0; i < 16; ++i) static_cast<std::int32_t*>(host(out))[i] = static_cast<std::int32_t*>(host(in))[i] + add;
        return CUDA_SUCCESS;
    };
    d->cuStreamSynchronize = [](CUstream) {
        fake_gl->touch("cuStreamSynchronize");
        return fake_gl->give(fake_gl->read_status);
    };
    return d;
}

class CudaGraphics : public testing::Test {
  protected:
    void SetUp() override {
        fake_gpu = &gpu_;
        fake_gl = &gl_;
        gl_.buffers[1].memory.assign(16, 100);
        gl_.buffers[2].memory.assign(16, 200);
        auto gpu = CudaDevice::make_with(graphics_driver(), {}, 0);
        ASSERT_TRUE(gpu);
        program_.context = (*gpu)->context();
        program_.entry = "add";
        program_.parameters = {{"out", "int *", 8, true}, {"in", "const int *", 8, true}, {"by", "int", 4, false}};
        auto made = CudaGraphicsDevice::make_on(std::move(*gpu), [] { return fake_gl->current; });
        ASSERT_TRUE(made) << made.error().text();
        device_ = std::move(*made);
    }
    void TearDown() override {
        const bool was_ruined = gl_.ruined;
        a_.reset();
        b_.reset();
        device_.reset();
        EXPECT_EQ(gpu_.wrong, "");
        if (was_ruined) return;  // what is left then stays, on purpose
        EXPECT_EQ(gpu_.streams, 0);
        EXPECT_EQ(gpu_.events, 0);
        EXPECT_TRUE(gpu_.device_memory.empty());
        for (const auto& [name, buffer] : gl_.buffers) {
            EXPECT_FALSE(buffer.mapped) << name;
            EXPECT_EQ(buffer.registered, !gl_.current) << name;
        }
    }
    void share_both() {
        a_ = std::move(device_->share(1, 64).value());
        b_ = std::move(device_->share(2, 64).value());
    }
    GraphicsDevice::Launch adding(GraphicsBuffer& out, GraphicsBuffer& in, std::int32_t by) {
        GraphicsArgument number;
        std::memcpy(number.scalar.data(), &by, sizeof by);
        return {&program_, {.grid = {1, 1, 1}, .block = {16, 1, 1}}, {{.buffer = &out}, {.buffer = &in}, number}};
    }
    Result<void> run(const GraphicsDevice::Launch& launch) { return device_->run({&launch, 1}); }

    FakeGpu gpu_;
    FakeGl gl_;
    CudaProgram program_;
    std::unique_ptr<GraphicsDevice> device_;
    std::unique_ptr<GraphicsBuffer> a_, b_;
};

TEST_F(CudaGraphics, ARunMapsAllItsBuffersOnce) {
    share_both();
    const std::vector<GraphicsDevice::Launch> launches{adding(*a_, *b_, 1), adding(*b_, *a_, 2), adding(*a_, *b_, 3)};
    ASSERT_TRUE(device_->run(launches));
    EXPECT_EQ(gl_.map_calls, 1);
    EXPECT_EQ(gpu_.launches, 3);
    EXPECT_EQ(gl_.buffers[2].memory, std::vector<std::int32_t>(16, 203));
    EXPECT_EQ(gl_.buffers[1].memory, std::vector<std::int32_t>(16, 206));
    EXPECT_FALSE(gl_.buffers[1].mapped) << "GL draws after a run";
}

TEST_F(CudaGraphics, OwnMemoryIsNotMapped) {
    a_ = std::move(device_->allocate(64).value());
    b_ = std::move(device_->allocate(64).value());
    const std::vector<std::int32_t> values(16, 5);
    const GraphicsPiece whole{0, std::as_bytes(std::span(values))};
    ASSERT_TRUE(device_->write(*b_, {&whole, 1}));
    ASSERT_TRUE(run(adding(*a_, *b_, 4)));
    auto memory = device_->host_memory(64);
    ASSERT_TRUE(memory);
    ASSERT_TRUE(device_->read((*memory)->bytes(), *a_));
    EXPECT_EQ(*reinterpret_cast<const std::int32_t*>((*memory)->bytes().data()), 9);
    EXPECT_EQ(gl_.map_calls, 0);
    for (auto& [name, buffer] : gl_.buffers) buffer.registered = false;
    const GraphicsTimes times = device_->times();
    EXPECT_TRUE(times.kernel_ms && times.copy_out_ms);
    EXPECT_FALSE(times.map_ms);
    memory->reset();
    EXPECT_TRUE(gpu_.pinned_memory.empty());
}

TEST_F(CudaGraphics, PiecesGoInOneMapping) {
    share_both();
    const std::vector<std::int32_t> ones(3, 1), twos(2, 2);
    const std::vector<GraphicsPiece> pieces{{4, std::as_bytes(std::span(ones))}, {56, std::as_bytes(std::span(twos))}};
    ASSERT_TRUE(device_->write(*a_, pieces));
    EXPECT_EQ(gl_.map_calls, 1);
    EXPECT_THAT(gl_.buffers[1].memory, testing::ElementsAre(100, 1, 1, 1, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 2, 2));
    const GraphicsPiece beyond{60, std::as_bytes(std::span(twos))};
    EXPECT_FALSE(device_->write(*a_, {&beyond, 1}));
    std::vector<std::byte> more(65);
    EXPECT_FALSE(device_->read(more, *a_));
    EXPECT_EQ(gl_.map_calls, 1);
}

TEST_F(CudaGraphics, TimesAreReadOnlyWhenTheEventsHavePassed) {
    share_both();
    EXPECT_FALSE(device_->times().kernel_ms);
    ASSERT_TRUE(run(adding(*a_, *b_, 1)));
    gl_.events_behind = 1;
    EXPECT_FALSE(device_->times().kernel_ms);
    EXPECT_EQ(device_->times().kernel_ms, 1.0);
    const std::vector<GraphicsDevice::Launch> two{adding(*a_, *b_, 1), adding(*a_, *b_, 1)};
    ASSERT_TRUE(device_->run(two));
    gl_.events_behind = 1;
    EXPECT_EQ(device_->times().kernel_ms, 1.0) << "the last one known";
    EXPECT_EQ(device_->times().kernel_ms, 2.0);
    // more runs than the GPU has time for
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(run(adding(*a_, *b_, 1)));
    EXPECT_EQ(device_->times().kernel_ms, 1.0);
}

TEST_F(CudaGraphics, WrongLaunchesReachNoDriver) {
    share_both();
    auto launch = adding(*a_, *b_, 1);
    launch.arguments.pop_back();
    EXPECT_FALSE(run(launch));
    launch = adding(*a_, *b_, 1);
    launch.arguments[2].dtype = DType::f64;
    EXPECT_FALSE(run(launch));
    launch = adding(*a_, *b_, 1);
    launch.arguments[0].buffer = nullptr;
    EXPECT_FALSE(run(launch)) << "a number for an array";
    launch = adding(*a_, *b_, 1);
    launch.shape.block = {4096, 1, 1};
    EXPECT_FALSE(run(launch));
    CudaProgram other;
    launch = adding(*a_, *b_, 1);
    launch.program = &other;
    EXPECT_FALSE(run(launch));
    EXPECT_EQ(gpu_.launches, 0);
    EXPECT_EQ(gl_.map_calls, 0);
    EXPECT_FALSE(device_->lost());
}

TEST_F(CudaGraphics, ABufferThatGlGaveOtherMemoryIsRefusedAndUnmapped) {
    share_both();
    gl_.buffers[2].memory.resize(8);
    const auto ran = run(adding(*a_, *b_, 1));
    ASSERT_FALSE(ran);
    EXPECT_EQ(gpu_.launches, 0);
    EXPECT_FALSE(device_->lost());
    gl_.buffers[2].memory.assign(16, 1);
    EXPECT_TRUE(run(adding(*a_, *b_, 1)));
}

TEST_F(CudaGraphics, WhatGlRefusesDoesNotLoseTheDevice) {
    share_both();
    EXPECT_FALSE(device_->share(77, 64)) << "no such buffer";
    gl_.map_status = CUDA_ERROR_MAP_FAILED;
    EXPECT_FALSE(run(adding(*a_, *b_, 1)));
    gl_.map_status = CUDA_SUCCESS;
    gl_.launch_status = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    const auto ran = run(adding(*a_, *b_, 1));
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().message, HasSubstr("registers or shared memory"));
    gl_.launch_status = CUDA_SUCCESS;
    EXPECT_FALSE(device_->lost());
    EXPECT_TRUE(run(adding(*a_, *b_, 1)));
}

TEST_F(CudaGraphics, AnotherGpusBuffersAreCopiedInstead) {
    EXPECT_EQ(device_->no_sharing(), nullptr);
    gl_.register_status = CUDA_ERROR_INVALID_DEVICE;
    const auto shared = device_->share(1, 64);
    ASSERT_FALSE(shared);
    EXPECT_THAT(shared.error().message, HasSubstr("draws on another GPU"));
    ASSERT_NE(device_->no_sharing(), nullptr);
    EXPECT_FALSE(device_->lost());
    a_ = std::move(device_->allocate(64).value());
    b_ = std::move(device_->allocate(64).value());
    EXPECT_TRUE(run(adding(*a_, *b_, 1)));
}

TEST_F(CudaGraphics, AfterAFaultNothingOfTheDriverIsCalled) {
    share_both();
    gl_.launch_status = CUDA_ERROR_ILLEGAL_ADDRESS;
    const auto ran = run(adding(*a_, *b_, 1));
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().text(), HasSubstr("lost to this window"));
    EXPECT_THAT(ran.error().hint, HasSubstr("Start Warpwise again"));
    EXPECT_TRUE(device_->lost());
    std::vector<std::byte> bytes(64);
    EXPECT_FALSE(run(adding(*a_, *b_, 1)));
    EXPECT_FALSE(device_->read(bytes, *a_));
    EXPECT_FALSE(device_->share(1, 64));
    EXPECT_FALSE(device_->allocate(64));
    EXPECT_FALSE(device_->host_memory(64));
    EXPECT_FALSE(device_->times().kernel_ms);
}

TEST_F(CudaGraphics, AFaultThatIsToldLateLosesTheDeviceToo) {
    share_both();
    ASSERT_TRUE(run(adding(*a_, *b_, 1)));
    gl_.read_status = CUDA_ERROR_ILLEGAL_ADDRESS;
    std::vector<std::byte> bytes(64);
    EXPECT_FALSE(device_->read(bytes, *a_));
    EXPECT_TRUE(device_->lost());
}

TEST_F(CudaGraphics, WithoutItsGlContextNothingOfItIsTouched) {
    share_both();
    gl_.current = false;
    const auto ran = run(adding(*a_, *b_, 1));
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().message, HasSubstr("context"));
    EXPECT_FALSE(device_->share(1, 64));
    std::vector<std::byte> bytes(64);
    EXPECT_FALSE(device_->read(bytes, *a_));
    EXPECT_EQ(gl_.map_calls, 0);
    EXPECT_FALSE(device_->lost());
    // TearDown: the buffers go without being unregistered
}

// What a driver says of the GPU that draws.
class DeviceOfGl : public testing::Test {
  protected:
    void SetUp() override {
        fake_gl = &gl_;
        driver_ = graphics_driver();
        driver_->cuDeviceGetCount = [](int* count) {
            *count = 2;
            return CUDA_SUCCESS;
        };
        driver_->cuDeviceGet = [](CUdevice* device, int i) {
            *device = i;
            return CUDA_SUCCESS;
        };
        driver_->cuDeviceGetName = [](char* name, int, CUdevice device) {
            std::strcpy(name, device == 0 ? "NVIDIA T4" : "NVIDIA T4G");
            return CUDA_SUCCESS;
        };
        driver_->gl_devices = [](unsigned*, CUdevice*, unsigned, int) { return CUDA_ERROR_OPERATING_SYSTEM; };
    }
    FakeGl gl_;
    std::unique_ptr<Driver> driver_;
};

TEST_F(DeviceOfGl, TheDriverIsAsked) {
    driver_->gl_devices = [](unsigned* count, CUdevice* devices, unsigned, int) {
        *count = 1;
        devices[0] = 1;
        return CUDA_SUCCESS;
    };
    EXPECT_EQ(device_of_gl(*driver_, "some renderer").value(), 1);
}

TEST_F(DeviceOfGl, ADriverThatDoesNotTellIsTakenAtTheWholeName) {
    EXPECT_EQ(device_of_gl(*driver_, "NVIDIA T4G/PCIe/SSE2").value(), 1);
    EXPECT_EQ(device_of_gl(*driver_, "NVIDIA T4/PCIe/SSE2").value(), 0);
}

TEST_F(DeviceOfGl, AnotherGpuIsNamedWithWhatTheDriverSaid) {
    const auto device = device_of_gl(*driver_, "Mesa Intel(R) UHD Graphics 770");
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().kind, ErrorKind::device_missing);
    EXPECT_THAT(device.error().message, HasSubstr("UHD Graphics 770"));
    EXPECT_THAT(device.error().message, HasSubstr("AN_ERROR"));
}

TEST_F(DeviceOfGl, ADriverWithoutItsGraphicsPartSaysSo) {
    driver_->cuGraphicsMapResources = nullptr;
    const auto device = device_of_gl(*driver_, "NVIDIA T4/PCIe/SSE2");
    ASSERT_FALSE(device);
    EXPECT_THAT(device.error().hint, HasSubstr("NVIDIA_DRIVER_CAPABILITIES"));
}

}  // namespace
}  // namespace warpwise
#endif
