// What can run a kernel. The emulator and the GPU implement Device; one test suite runs against both.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/array.h"
#include "base/diagnostic.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/kernel_parameter.h"
#include "base/launch_limits.h"
#include "base/launch_shape.h"
#include "base/line_counts.h"
#include "device/interface/device_id.h"
#include "device/interface/device_kinds.h"
#include "simt/code/texture.h"
#include "simt/compile/compile_options.h"

namespace warpwise {

struct DeviceInfo {
    DeviceKind kind{};
    std::string name;                               // "SIMT emulator", "NVIDIA H200", "AMD EPYC, one core"
    std::map<std::string, std::string> properties;  // for doctor and tooltips: "compute_capability": "9.0", ...
    int ordinal = 0;                                // of several of its kind
    DeviceId id() const { return {kind, ordinal}; }
};

struct KernelSource {
    std::string text;    // CUDA C++
    std::string entry;   // a name expression: "add_one<float>" or "add_one"
    std::string origin;  // the file's name for diagnostics and faults
    simt::CompileOptions options{};
    bool operator==(const KernelSource&) const = default;
};

// What a compiler says of a kernel.
struct CompiledFacts {
    std::vector<KernelParameter> parameters;
    double compile_ms = 0;  // measured here
    Diagnostics warnings;   // of a compiler that says them with a program that runs
    // Lines of its text on which a statement begins, ascending: where a debugger can stop. Empty where there is no debugger.
    std::vector<int> statement_lines;
    // What a block of it takes, as the compiler says; nothing from devices that have no such thing.
    struct Resources {
        int registers_per_thread = 0;
        std::size_t static_shared_bytes = 0, local_bytes_per_thread = 0;
        int most_threads_per_block = 0;
    };
    std::optional<Resources> resources;
};

// A compiled kernel, owned by the device that made it.
class Program : public CompiledFacts {
  public:
    virtual ~Program() = default;
    using Parameter = KernelParameter;
    std::string entry;
    std::string origin;
};

// One argument of a launch. An array is passed as its bytes, whatever the pointer's type.
struct KernelArgument {
    enum class Kind { array, scalar };
    Kind kind = Kind::array;
    std::string name;        // as the lesson or the parameter names it
    Array* array = nullptr;  // when an array: host data, copied in and, unless read_only, copied back
    bool read_only = false;
    bool zeroed = false;       // when an array: an output full of zeros, which a device clears itself instead of having them copied
    bool is_variable = false;  // when an array: the values of the __device__ or __constant__ variable `name`, no argument
    bool unset = false;        // when an array: memory that the host allocates and does not fill (trace full tells who reads it)
    DType dtype = DType::i32;  // when a scalar
    std::array<std::byte, 8> scalar{};
    std::vector<std::byte> structure{};  // when a scalar: the bytes of a structure or vector by value, in place of `scalar`
    // When an array: the kernel gets no pointer to it but an object over it, a texture or a surface. Its address is the device's.
    std::optional<simt::Texture> texture;
};

enum class Trace { none, counters, full };
// How arrays travel between host and device memory: from and to ordinary memory by the driver; page-locked memory; not at all
// after the first launch (they stay where they are, and `total` then holds the kernel alone); or from and to ordinary memory by
// way of page-locked pieces that several threads fill and empty.
enum class CopyMode { pageable, pinned, resident, staged };
std::string_view name_of(CopyMode);  // "pageable", "pinned", "resident", "staged"
std::optional<CopyMode> copy_mode_from_name(std::string_view);
// Of blocks and warps, on the emulator. sequential: one warp after another, each as far as it can go; round_robin: one instruction
// per warp; by_request: up to the next request to global memory, as where a warp scheduler hides latency; reversed: sequential from
// the last block and warp down.
enum class Schedule { sequential, round_robin, by_request, reversed, random };

class DebugSession;
struct DebugOptions;

struct LaunchOptions {
    int repeats = 1;  // warm launches to time; output arrays hold the result of the first launch
    int threads = 0;  // host threads of the emulator and of CPU routines; 0: all
    Trace trace = Trace::counters;
    Schedule schedule = Schedule::sequential;
    std::uint64_t schedule_seed = 1;
    std::uint64_t step_budget = std::uint64_t{4} << 30;    // warp instructions of a launch
    double time_budget_s = 0;                              // wall time of a launch; 0: none (cuda: 10 s, docs/gpu.md)
    std::uint64_t memory_budget = std::uint64_t{8} << 30;  // bytes of device memory
    // The GPU's; the emulator, which has no times, and the CPU routines pass over them.
    CopyMode copies = CopyMode::pageable;
    bool flush_l2 = false;  // before each timed launch
    // The arrays are cut into that many equal chunks of their first dimension; each piece's copy in, launch and copy out go to
    // stream (piece modulo streams). `length_argument` is the scalar that tells the kernel its number of elements.
    int chunks = 1, streams = 1;
    std::optional<std::size_t> length_argument;
    std::optional<std::uint64_t> watch_thread;  // linear index blockIdx * threads per block + thread: its accesses are recorded
    bool line_counts = false;                   // of the emulator, with Trace::full: what each line did
    std::stop_token stop;
    std::function<void(double fraction)> progress;  // 0..1, from any thread
};

// One access of the watched thread.
struct WatchedAccess {
    int line = 0;
    std::size_t argument = 0;  // which array argument; npos when shared or local memory
    std::int64_t index = 0;    // element of that array
    bool is_store = false;
    std::string value;  // as text, read or written
    // The warp instruction: in its block, as the debugger counts; and in the launch, where a schedule gave it one host thread.
    std::uint64_t position = 0, step = 0;
};

// Which thread wrote each element of an array argument (trace full): linear thread index + 1, 0 where no thread wrote.
struct WriteMap {
    std::size_t argument = 0;
    std::vector<std::uint32_t> writer;
};

struct Phase {
    std::string name;                // compile load copy_in kernel copy_out total
    std::optional<double> cold_ms;   // the first, apart from the warm ones
    std::vector<double> samples_ms;  // warm
};

// One operation on a stream of the GPU, by events: milliseconds since the first operation of the run began.
struct StreamSpan {
    std::string operation;  // copy_in kernel copy_out
    int stream = 0, chunk = 0;
    double begin_ms = 0, end_ms = 0;
    DeviceId device{};  // whose stream
    bool operator==(const StreamSpan&) const = default;
};

// The emulator's code for this machine's processor, to which a long launch goes over while it runs.
struct CompiledCode {
    std::string isa;                 // that it is for: "AVX2"
    std::uint64_t after_blocks = 0;  // blocks that had ended when it began
    bool operator==(const CompiledCode&) const = default;
};

// Counts of a launch, named as the record names them (docs/counters.md).
using Counters = std::map<std::string, double>;

struct LaunchOutcome {
    std::optional<Fault> fault;
    Diagnostics warnings;  // of the emulator: what did not end the launch and may be wrong on a GPU
    bool cancelled = false;
    std::vector<Phase> phases;  // measured times; the emulator gives none but its own wall time below
    Counters counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::uint64_t most_by_one_warp = 0;    // warp instructions of the busiest warp
    std::optional<CompiledCode> compiled;  // nothing: all of it was interpreted
    double wall_s = 0;                     // the emulator's own run time: never a GPU time
    std::string printed;                   // what printf wrote, at most 1 MB
    std::vector<WriteMap> writes;
    std::vector<WatchedAccess> watched;
    std::vector<LineCounts> lines;     // over the whole launch, ascending, where they were asked for
    std::vector<StreamSpan> timeline;  // of the last warm pass, when it was cut into chunks
    // What the machine said about itself around the launch, where it can be asked: sm_clock_mhz, memory_clock_mhz, power_w,
    // temperature_c, utilisation_percent, active_blocks_per_sm (docs/gpu.md).
    std::map<std::string, double> readings;
    std::optional<DeviceId> readings_device;  // whose they are; nothing: the device's that launched
    // Warm samples of the kernel phase during which the GPU held its clocks back, by their place, and why.
    std::map<std::size_t, std::string> throttled;
};

class Device {
  public:
    virtual ~Device() = default;
    virtual DeviceInfo describe() const = 0;
    // The devices of its kind on this machine, by ordinal, itself among them. None of the others is started for it.
    virtual std::vector<DeviceInfo> siblings() const { return {describe()}; }
    using Limits = LaunchLimits;
    virtual Limits limits() const { return {}; }
    virtual std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource&) = 0;
    // The same, given up soon after a stop where the device can; the Diagnostics then mean nothing.
    virtual std::expected<std::shared_ptr<Program>, Diagnostics> compile_until(const KernelSource& source, const std::stop_token&) {
        return compile(source);
    }
    virtual LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) = 0;
    // One block of a launch under the debugger (debug_session.h), on copies of the arrays. The session must end before the device
    // does; the program need not be kept. After a stop the Fault means nothing. Kinds with has_debugger; a Fault from the others.
    virtual std::expected<std::unique_ptr<DebugSession>, Fault> debug(Program&, const LaunchShape&, std::vector<KernelArgument>,
                                                                      const DebugOptions&, const std::stop_token&);
};

// The emulator in processes of its own, where no text can end the program (emulator_pool.h); an Error of kind device_missing
// when its program is not there.
Result<std::unique_ptr<Device>> make_isolated_emulator();
// The emulator in this process, which a text that crashes the compiler ends: for that program, and for tests of the emulator.
std::unique_ptr<Device> make_emulated_device();
// An NVIDIA GPU, in a process of its own (remote_device.h), by its number in the driver; an Error of kind device_missing says why
// there is none, or which there are instead.
Result<std::unique_ptr<Device>> make_cuda_device(int ordinal = 0);

}  // namespace warpwise
