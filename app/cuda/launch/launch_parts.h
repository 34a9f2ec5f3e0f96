// What the two ways of launching share (whole_launch.cpp, chunked_launch.cpp): the arrays of a launch, what is wrong with it before
// it starts, the call itself, and the samples' surroundings.
#pragma once

#include <optional>
#include <vector>

#include "base/clock.h"
#include "cuda/launch/launch_job.h"

namespace warpwise {

// An array of the launch on the device. Arguments that name one host array share it.
struct LaunchBuffer {
    Array* host = nullptr;
    bool read_only = true;  // no argument may write it
    bool zeroed = true;     // cleared on the GPU; nothing to copy in
    DeviceMemory memory;    // what the kernel works on
    std::size_t bytes() const { return host->size_bytes(); }
};
std::vector<LaunchBuffer> gather_buffers(const std::vector<KernelArgument>&);
std::size_t all_bytes(const std::vector<LaunchBuffer>&);
std::size_t writable_bytes(const std::vector<LaunchBuffer>&);

// Whether a launch of `length` elements cuts it: its first dimension is that long.
bool is_cut_array(const Array&, std::int64_t length);

// The driver reads as many bytes as the kernel declares: a wrong count or size must never reach it.
std::optional<Fault> wrong_arguments(const LaunchJob&);
// The arrays, and the copies of what a launch may change, must fit.
std::optional<Fault> over_budget(const LaunchJob&, const std::vector<LaunchBuffer>&);

// Compiling and loading, which the program knows, in front of what the launch measured.
std::vector<Phase> phases_of(const LaunchJob&, std::vector<Phase> measured);

// Calls the kernel; `addresses` are the arrays', by argument, and a `length` replaces the scalar of length_argument.
struct KernelCall {
    const std::vector<CUdeviceptr>& addresses;
    std::uint32_t grid_x = 1;
    std::optional<std::int64_t> length;
};
CudaResult<void> call_kernel(const LaunchJob&, const KernelCall&, CUstream);
// A whole number as the bytes of a scalar argument of this type.
std::array<std::byte, 8> scalar_bytes(DType, std::int64_t);
// What a scalar argument holds, as a whole number; floats are cut.
std::int64_t scalar_value(const KernelArgument&);

// Writes more memory than the L2 cache holds, so that the next launch finds none of its arrays there.
class L2Flush {
  public:
    // Does nothing when the options ask for none.
    CudaResult<void> prepare(const LaunchJob&);
    CudaResult<void> run(const LaunchJob&, CUstream) const;
    bool active() const { return static_cast<bool>(memory_); }

  private:
    DeviceMemory memory_;
    std::size_t words_ = 0;
};

// What NVML says: readings before and after the samples, and what held the clocks back in between.
class Surroundings {
  public:
    Surroundings(const LaunchJob& job, LaunchOutcome& outcome) : job_(job), outcome_(outcome) {}
    void before_samples();
    void after_sample(std::size_t sample);
    void after_samples();

  private:
    const LaunchJob& job_;
    LaunchOutcome& outcome_;
};

}  // namespace warpwise
