// The CUDA runtime of a program that runs here: one for the process, as CUDA's own. The functions that a program calls
// (api_*.cpp) are thin; what they share is here.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/launch_limits.h"
#include "device/process/exec_options.h"
#include "device/process/program_progress.h"
#include "program/compile/compile_program.h"
#include "program/compile/jit.h"
#include "program/runtime/calling_thread.h"
#include "program/runtime/check_budget.h"
#include "program/runtime/crash_record.h"
#include "program/runtime/device_heap.h"
#include "program/runtime/errors.h"
#include "program/runtime/flights.h"
#include "program/runtime/gpus.h"
#include "program/runtime/open_works.h"
#include "program/runtime/repeated_launches.h"
#include "program/runtime/report.h"
#include "program/runtime/stream_order.h"
#include "simt/code/texture.h"
#include "simt/execute/block_memory.h"
#include "simt/execute/execute.h"
#include "simt/memory/kernel_heap.h"

namespace warpwise {

class WatchedPages;

// A __device__ or __constant__ variable: its bytes between launches.
struct DeviceVariable {
    std::string symbol;  // the linker's name
    std::size_t bytes = 0;
    bool is_constant = false;
    struct OnGpu {
        std::vector<std::byte> value;
        bool is_loaded = false;  // `value` holds the program's initial values
    };
    std::array<OnGpu, kMostEmulatedGpus> on_gpus = {};    // each GPU has one; their address is the same
    void* managed = nullptr;                              // the host's own variable, where both sides share it
    bool has_no_address = false;                          // no kernel knows it
    std::optional<std::uint64_t> address = std::nullopt;  // once it was asked for
};

struct RegisteredKernel {
    std::string symbol;  // the linker's name on the device side
    std::size_t most_dynamic_shared_bytes = kSharedBytesByDefault;
    CheckBudget::Kernel checks;
    std::shared_ptr<DeviceModule> module{};  // that the program has compiled while it ran; null: its own
};

inline constexpr const char* kLaunchCall = "<<<...>>>";  // the name that reports have for it

class Runtime {
  public:
    static Runtime& instance();
    // Before main: what is compiled, and where events go.
    void begin(ExecOptions, DeviceModule, std::vector<IgnoredResult>, int report_descriptor);
    void set_program(HostProgram*);
    void set_progress(ProgramProgress* progress) { progress_ = progress; }
    const Pretence& pretence() const { return options_.pretence; }
    void set_pretence(const Pretence& pretence) { options_.pretence = pretence; }
    // In the process that runs the program: what must outlive it is kept there.
    void start(CrashRecord&);
    // In the process that waits for the program, which has ended without telling it.
    void go_on_after(const CrashRecord&);
    // When the program ends: what only then can be said (leaks, errors that the program ignores), and the exit status.
    void end(int exit_code);
    // It is ended although it goes on, and all has been told; without a code the report has no end.
    void end_told(std::optional<int> exit_code);

    // Held by every call of the API. A thread may take it again: its call may fault on memory that is watched.
    using Mutex = std::recursive_mutex;
    Mutex mutex;
    // The program has forked: CUDA does not work in the new process.
    bool is_forked() const { return is_forked_; }
    DeviceHeap heap;
    Gpus gpus;
    simt::TextureTable textures;
    Report& report() { return *report_; }
    HostProgram* program() const { return program_; }
    const ExecOptions& options() const { return options_; }

    // ---- errors (runtime_errors.cpp) ----
    // The result of a call, kept as the last error where it is one.
    cudaError_t returns(const char* call, const CodePlace&, cudaError_t, bool is_told = false);
    // A launch has no result: its error waits for cudaGetLastError().
    void expect_a_look(const char* call, const CodePlace&, cudaError_t);
    // What the next error of a launch is told with.
    void refuse(std::string why) { refusal_ = std::move(why); }  // the call at hand
    cudaError_t last_error(const CodePlace&, bool clear);
    void observe_errors();  // the program looks: what was wrong so far is no unchecked error
    void set_sticky(cudaError_t);
    cudaError_t sticky() const { return sticky_; }
    void clear_errors();  // of all threads; the last error is the calling thread's
    void tell(std::string kind, const CodePlace&, std::string message, std::string hint, int launch = -1);
    // What is worth knowing and no mistake, unless the user is strict.
    void tell_leaks();
    void tell_note(std::string kind, const CodePlace&, std::string message, std::string hint, int launch = -1);
    void tell_unsupported(const Diagnostics&);  // a kernel that the emulator refuses
    bool is_ignored(const CodePlace& place) const { return is_in(ignored_, place); }
    bool has_failed_to_allocate() const { return has_failed_to_allocate_; }
    void forget_told() { report_->forget_told(); }

    // ---- launches (runtime_launch.cpp) ----
    void register_kernel(const void* stub, const char* symbol) { kernels_[stub] = {device_->linked_name(symbol)}; }
    void register_variable(const void* shadow, const char* symbol, std::size_t bytes, bool is_constant);
    RegisteredKernel* kernel_of(const void* stub);
    std::expected<ProgramKernel*, Diagnostics> compiled(const RegisteredKernel& kernel) {
        return (kernel.module ? *kernel.module : *device_).kernel(kernel.symbol);
    }
    void add_kernel(const void* handle, std::shared_ptr<DeviceModule> module, std::string symbol) {
        kernels_[handle] = {.symbol = std::move(symbol), .module = std::move(module)};
    }
    DeviceVariable* variable_of(const void* shadow);
    DeviceVariable* variable_at(std::uint64_t device_address, std::size_t& offset);
    // What lies there, as a message names it: "'pixels'", or "memory".
    std::string name_at(std::uint64_t device_address);
    // Its bytes on the GPU of the work at hand, with the initial values of the program's text.
    std::vector<std::byte>& value_of(DeviceVariable&);
    std::optional<std::uint64_t> address_of(DeviceVariable&);
    cudaError_t launch(RegisteredKernel&, const LaunchRequest&, void** arguments, const CodePlace&, bool cooperative);
    // ---- what malloc() and new give in kernels (kernel_heap.cpp) ----
    // Before a launch. False if a kernel that asks for memory has none: the host does not have enough.
    bool prepare_kernel_heap(const simt::CompiledKernel&);
    // cudaLimitMallocHeapSize. False if a kernel that asks for memory was launched before.
    bool set_kernel_heap_bytes(std::size_t);
    // cudaDeviceReset(): variables have their initial values again, kernels another heap.
    void forget_variables(int gpu);

    // ---- several GPUs (runtime_gpus.cpp) ----
    bool is_gpu(int);  // one that is not there is noted: the report tells how to have more
    void note_counted_gpus();
    // The work at hand may use it.
    bool can_use(const HeapBlock& block) const {
        return block.kind != MemoryKind::device || gpus.can_use(working_gpu(), block.gpu);
    }

    struct Launched;
    // The host copies bytes of a block back: were there threads for all of them? (launch_verdict.cpp)
    void judge_read_back(HeapBlock&, const ByteRows&, std::size_t bytes);

    // ---- streams (runtime_streams.cpp) ----
    StreamOrder order;
    Flights flights;
    OpenWorks open_works;
    // Of the work that is being done now, and its number there.
    StreamOrder::Stream working_stream = StreamOrder::kLegacy;
    StreamOrder::Work working;
    int working_gpu() const { return order.gpu_of(working_stream); }
    // The stream is given work, which is then at work.
    void begin_work() { working = order.begin(working_stream); }
    // Work reads or writes bytes of CUDA's memory: told where work of another stream may still be writing it, or reading what
    // this writes. `what` does it: "cudaMemcpyAsync", "'scale'".
    void use(const ByteRows&, bool is_write, const std::string& what, const CodePlace&);
    void tell_unordered(const Flight&, bool is_write, const std::string& what, const CodePlace&);
    // The host has waited, as `order` knows: what it has waited for is the host's again, and what kernels printed appears.
    void note_wait();
    // A call of the program that waits: told with what it waited for.
    void tell_wait(const char* call, const CodePlace&);
    void synchronize(int gpu = Gpus::current());  // for all its work so far
    void print_pending();

  private:
    void keep(const ProgramKernel&, const LaunchShape&, const std::vector<simt::ArgumentBytes>&);
    void store_variables(simt::CompiledKernel&, simt::Memory&);
    void fetch_variables(const simt::CompiledKernel&, const simt::Memory&);
    DeviceVariable& variable_named(const std::string& symbol, std::size_t bytes, bool is_constant);
    struct Emulated {
        RegisteredKernel& registered;
        ProgramKernel& kernel;
        const LaunchShape& shape;
        const std::vector<simt::ArgumentBytes>& arguments;
        const std::vector<HeapBlock*>& starts;  // by parameter; null: no array's start
        const CodePlace& place;
        bool is_cooperative;
    };
    std::optional<LaunchResult> emulate(const Emulated&);
    void watch(WatchedPages&, std::size_t number, const Flight&);
    std::vector<LaunchBytes> bytes_of_launch(const simt::CompiledKernel&);  // all that the kernel can read
    void note_changes(const LaunchResult&);
    // launch_verdict.cpp
    void note_touches(const Launched&, const LaunchResult&);
    void judge_pitch(const Launched&, const simt::ArgumentWriters&);
    void judge(const Launched&);
    void tell_fault(const Launched&, const Fault&);
    // A kernel that used memory of another GPU without peer access: said so instead of what the access looks like.
    void name_other_gpu(Fault&, const simt::CompiledKernel&, const std::vector<HeapBlock*>& starts);
    bool is_of_other_gpu(const Fault&);

    struct UnseenError {
        cudaError_t code;
        std::string call;
        CodePlace place;
        bool is_told = false;  // a finding names its cause
        std::string why{};     // more than the code says
        std::uint64_t thread = CallingThread::here().number;
    };
    static constexpr std::size_t kMostUnseen = 1000;  // more are not kept
    void note_unseen(UnseenError);
    void note_unseen();  // for the process that waits for this one
    void note_lost_output();
    ExecOptions options_;
    std::optional<DeviceModule> device_;
    using Lines = std::set<std::pair<std::string, int>>;  // names of files without folders, and lines
    static bool is_in(const Lines&, const CodePlace&);
    Lines ignored_;        // with a call whose result the program does not use
    Lines ignored_looks_;  // of these, those where the call is cudaGetLastError() or cudaPeekAtLastError()
    std::unique_ptr<Report> report_;
    HostProgram* program_ = nullptr;
    cudaError_t sticky_ = cudaSuccess;
    bool has_failed_to_allocate_ = false;  // pointers may never have been set
    bool is_told_of_error_ = false;        // by cudaGetLastError(), and has allocated or launched nothing since
    std::vector<UnseenError> unseen_;
    std::map<const void*, RegisteredKernel> kernels_;
    std::map<std::string, DeviceVariable> variables_;
    std::size_t kernel_heap_bytes_ = simt::kKernelHeapBytes;
    std::map<const void*, std::string> shadows_;
    std::set<std::string> managed_;                                  // the linker's names of __managed__ variables
    std::map<std::uint64_t, DeviceVariable*> variables_by_address_;  // as far as they were asked for
    bool knows_addresses_ = false;
    std::string pending_output_;
    CodePlace pending_place_;  // of the launch that printed it
    RepeatedLaunches repeated_;
    simt::BlockPool block_pool_;
    std::vector<std::byte> snapshot_;  // of device memory, before a launch that is checked
    CheckBudget checks_;
    int launches_ = 0;
    int late_thumbnails_ = 0;  // of launches with a fault, beyond those of which all have thumbnails
    std::string refusal_;      // why the call at hand is refused
    std::atomic<bool> has_ended_ = false;
    bool is_forked_ = false, has_counted_gpus_ = false;
    CrashRecord* record_ = nullptr;
    ProgramProgress* progress_ = nullptr;  // null: nothing is told while it runs
};

// Registers of a kernel are for the compiler of a GPU to say; so many for each thread is what small kernels need.
constexpr int kAssumedRegisters = 32;
// Of a kernel, on one multiprocessor.
int resident_blocks(const ProgramKernel&, int block_threads, std::size_t dynamic_shared_bytes);

// Of a C++ symbol, as people write it; another one's own.
std::string readable_name(const std::string& symbol);

// The place in the user's text that called the API function whose return address this is.
CodePlace place_of_call(void* return_address);

}  // namespace warpwise

// At the start of an API function: the lock, the place of the call, and what a sticky error makes of it.
#define WARPWISE_CALL(name)                                                                 \
    warpwise::Runtime& runtime = warpwise::Runtime::instance();                             \
    if (runtime.is_forked()) return cudaErrorInitializationError;                           \
    const std::lock_guard lock(runtime.mutex);                                              \
    constexpr const char* call_name = name;                                                 \
    const warpwise::CodePlace place = warpwise::place_of_call(__builtin_return_address(0)); \
    if (runtime.sticky() != cudaSuccess) return runtime.returns(call_name, place, runtime.sticky(), true)
#define WARPWISE_RETURN(code) return runtime.returns(call_name, place, code)
