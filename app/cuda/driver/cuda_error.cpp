#include "cuda/driver/cuda_error.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>

namespace warpwise {
namespace {

struct Meaning {
    CUresult status;
    FaultKind kind;
    bool sticky;
    const char* message;
    const char* hint;
};

constexpr const char* kAskTheEmulator =
    "Run it in the emulator (--device emulated), which names the array, the thread and the line. The GPU is ready for the next run";

constexpr std::array<Meaning, 14> kMeanings{{
    {CUDA_ERROR_ILLEGAL_ADDRESS, FaultKind::out_of_bounds, true, "a thread read or wrote an address that belongs to no array",
     kAskTheEmulator},
    {CUDA_ERROR_MISALIGNED_ADDRESS, FaultKind::misaligned, true,
     "a thread read or wrote an address that is not a multiple of the value's size", kAskTheEmulator},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, FaultKind::out_of_bounds, true, "a thread used an address of the wrong kind of memory",
     kAskTheEmulator},
    {CUDA_ERROR_ASSERT, FaultKind::assert_failed, true, "an assert in the kernel failed",
     "Run it in the emulator (--device emulated): it names the thread and the line. The GPU is ready for the next run"},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, FaultKind::stack_overflow, true, "a thread's call stack overflowed",
     "Use less recursion or smaller local arrays. Run it in the emulator (--device emulated): it names the line"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, FaultKind::device_lost, true, "the GPU met an instruction that it does not have",
     kAskTheEmulator},
    {CUDA_ERROR_INVALID_PC, FaultKind::device_lost, true, "the GPU jumped to a place that holds no code",
     "A function pointer in the kernel may be wrong"},
    {CUDA_ERROR_LAUNCH_FAILED, FaultKind::device_lost, true, "the kernel was stopped by the GPU", kAskTheEmulator},
    {CUDA_ERROR_LAUNCH_TIMEOUT, FaultKind::step_budget, true,
     "the kernel ran longer than the driver allows on a GPU with a display",
     "Give each thread less work, or run on a GPU without a display"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, FaultKind::launch_invalid, false,
     "a block needs more registers or shared memory than a multiprocessor has",
     "Use fewer threads in a block, or less shared memory"},
    {CUDA_ERROR_INVALID_VALUE, FaultKind::launch_invalid, false, "the launch has a value that the GPU does not take",
     "Check the grid, the block, the shared bytes and the arguments"},
    {CUDA_ERROR_OUT_OF_MEMORY, FaultKind::memory_budget, false, "the GPU has not enough free memory",
     "Use smaller arrays, or close other programs that use the GPU"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, FaultKind::unsupported, false, "the compiled kernel is not for this GPU",
     "Install a newer driver or CUDA Toolkit"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, FaultKind::unsupported, false,
     "the driver is older than the NVRTC that compiled the kernel",
     "Install a driver as new as the CUDA Toolkit, or an older toolkit"},
}};

const Meaning* find_meaning(CUresult status) {
    for (const Meaning& meaning : kMeanings)
        if (meaning.status == status) return &meaning;
    return nullptr;
}

}  // namespace

std::string CudaError::text() const { return fmt::format("{} gave {}: {}", call, name, meaning); }

bool CudaError::is_sticky() const {
    const Meaning* known = find_meaning(status);
    return known != nullptr ? known->sticky : status != CUDA_ERROR_INVALID_HANDLE && status != CUDA_ERROR_NOT_FOUND;
}

CudaResult<void> check(const Driver& driver, CUresult status, const char* call, std::source_location location) {
    if (status == CUDA_SUCCESS) return {};
    const std::string_view text = call;  // a macro gives the whole call; its name is enough
    return std::unexpected(CudaError{status, driver.name_of(status), driver.meaning_of(status),
                                     std::string(text.substr(0, text.find('('))), location});
}

void log_failure(const Driver& driver, CUresult status, const char* call) noexcept {
    if (status == CUDA_SUCCESS || status == CUDA_ERROR_DEINITIALIZED) return;  // the process ends: the driver went first
    const char* name = nullptr;
    driver.cuGetErrorName(status, &name);
    std::fprintf(stderr, "warpwise-cuda: %s gave %s\n", call, name != nullptr ? name : "an unknown error");
}

Fault fault_of(const CudaError& error, const std::string& origin, const std::string& entry) {
    Fault fault;
    fault.file = origin;
    const Meaning* known = find_meaning(error.status);
    fault.kind = known != nullptr ? known->kind : FaultKind::device_lost;
    fault.hint = known != nullptr ? known->hint : "";
    if (known != nullptr)
        fault.message = fmt::format("{} ({}: {}, from {} of {})", known->message, error.name, error.meaning, error.call, entry);
    else
        fault.message =
            fmt::format("{} for {} (reported at {}:{})", error.text(), entry, error.location.file_name(), error.location.line());
    return fault;
}

}  // namespace warpwise
