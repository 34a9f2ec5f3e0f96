// The CUDA runtime of a program that runs here: one for the process, as CUDA's own. The functions that a program calls
// (api_*.cpp) are thin; what they share is here.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "device/exec_options.h"
#include "program/compile_program.h"
#include "program/device_heap.h"
#include "program/errors.h"
#include "program/jit.h"
#include "program/repeated_launches.h"
#include "program/report.h"
#include "simt/execute.h"
#include "simt/texture.h"

namespace warpwise {

// A __device__ or __constant__ variable: its bytes between launches.
struct DeviceVariable {
    std::string symbol;  // the linker's name
    std::size_t bytes = 0;
    bool is_constant = false;
    std::vector<std::byte> value;
    bool is_loaded = false;   // `value` holds the program's initial values
    void* managed = nullptr;  // the host's own variable, where both sides share it
};

struct RegisteredKernel {
    std::string symbol;  // the linker's name on the device side
    std::size_t most_dynamic_shared_bytes = 48 * 1024;
    double full_trace_s = 0;  // that the checks of its launches have taken
};

struct LaunchRequest {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    cudaStream_t stream = nullptr;
};

class Runtime {
  public:
    static Runtime& instance();
    // Before main: what is compiled, and where events go.
    void begin(ExecOptions, DeviceModule, std::vector<IgnoredResult>, int report_descriptor);
    void set_program(HostProgram*);
    // When the program ends: what only then can be said (leaks, errors that the program ignores), and the exit status.
    void end(int exit_code);

    std::mutex mutex;  // held by every call of the API
    DeviceHeap heap;
    simt::TextureTable textures;
    Report& report() { return *report_; }
    HostProgram* program() const { return program_; }
    const ExecOptions& options() const { return options_; }

    // ---- errors (runtime_errors.cpp) ----
    // The result of a call, kept as the last error where it is one.
    cudaError_t returns(const char* call, const CodePlace&, cudaError_t, bool is_told = false);
    // A launch has no result: its error waits for cudaGetLastError().
    void expect_a_look(const char* call, const CodePlace&, cudaError_t);
    cudaError_t last_error(const CodePlace&, bool clear);
    void observe_errors();  // the program looks: what was wrong so far is no unchecked error
    void set_sticky(cudaError_t error) { sticky_ = error; }
    cudaError_t sticky() const { return sticky_; }
    void clear_errors();
    void tell(std::string kind, const CodePlace&, std::string message, std::string hint, int launch = -1);
    void tell_unsupported(const Diagnostics&);  // a kernel that the emulator refuses
    bool is_ignored(const CodePlace&) const;

    // ---- launches (runtime_launch.cpp) ----
    void register_kernel(const void* stub, const char* symbol) { kernels_[stub] = {symbol}; }
    void register_variable(const void* shadow, const char* symbol, std::size_t bytes, bool is_constant);
    RegisteredKernel* kernel_of(const void* stub);
    std::expected<ProgramKernel*, Diagnostics> compiled(const RegisteredKernel& kernel) { return device_->kernel(kernel.symbol); }
    DeviceVariable* variable_of(const void* shadow);
    DeviceVariable* variable_at(std::uint64_t device_address, std::size_t& offset);
    // Its bytes, with the initial values of the program's text.
    std::vector<std::byte>& value_of(DeviceVariable&);
    std::optional<std::uint64_t> address_of(DeviceVariable&);
    cudaError_t launch(RegisteredKernel&, const LaunchRequest&, void** arguments, const CodePlace&, bool cooperative);

    // The host copies this much of a block back: were there threads for all of it?
    void judge_read_back(HeapBlock&, std::size_t bytes);

    // All work so far is done: what kernels printed appears, shared memory is the host's again.
    void synchronize();
    void print_pending();

    std::vector<LaunchRequest> pushed;  // between <<<...>>> and the stub
    CodePlace pushed_place;

  private:
    void keep(const ProgramKernel&, const LaunchShape&, const std::vector<simt::ArgumentBytes>&);
    void store_variables(simt::CompiledKernel&, simt::Memory&);
    void fetch_variables(const simt::CompiledKernel&, const simt::Memory&);
    DeviceVariable& variable_named(const std::string& symbol, std::size_t bytes, bool is_constant);
    std::optional<LaunchResult> emulate(RegisteredKernel&, ProgramKernel&, const LaunchShape&,
                                        const std::vector<simt::ArgumentBytes>&, const std::vector<HeapBlock*>& starts);
    void note_checked(RegisteredKernel&, std::chrono::steady_clock::time_point start);
    std::vector<LaunchBytes> bytes_of_launch(const simt::CompiledKernel&);  // all that the kernel can read
    void note_changes(const LaunchResult&);
    struct Launched;
    void judge(const Launched&);

    struct UnseenError {
        cudaError_t code;
        std::string call;
        CodePlace place;
        bool is_told = false;  // a finding names its cause
    };
    ExecOptions options_;
    std::optional<DeviceModule> device_;
    std::vector<IgnoredResult> ignored_;
    std::unique_ptr<Report> report_;
    HostProgram* program_ = nullptr;
    cudaError_t last_ = cudaSuccess, sticky_ = cudaSuccess;
    std::vector<UnseenError> unseen_;
    CodePlace told_;  // of the last finding: the error that follows from it is not told again
    std::map<const void*, RegisteredKernel> kernels_;
    std::map<std::string, DeviceVariable> variables_;
    std::map<const void*, std::string> shadows_;
    std::set<std::string> managed_;  // the linker's names of __managed__ variables
    std::string pending_output_;
    CodePlace pending_place_;  // of the launch that printed it
    RepeatedLaunches repeated_;
    std::vector<std::byte> snapshot_;  // of device memory, before a launch that is checked
    double full_trace_s_ = 0;          // of all kernels
    int launches_ = 0;
    bool has_ended_ = false;
};

// The place in the user's text that called the API function whose return address this is.
CodePlace place_of_call(void* return_address);

}  // namespace warpwise

// At the start of an API function: the lock, the place of the call, and what a sticky error makes of it.
#define WARPWISE_CALL(name)                                                                 \
    warpwise::Runtime& runtime = warpwise::Runtime::instance();                             \
    const std::lock_guard lock(runtime.mutex);                                              \
    constexpr const char* call_name = name;                                                 \
    const warpwise::CodePlace place = warpwise::place_of_call(__builtin_return_address(0)); \
    if (runtime.sticky() != cudaSuccess) return runtime.returns(call_name, place, runtime.sticky(), true)
#define WARPWISE_RETURN(code) return runtime.returns(call_name, place, code)
