#include "cuda/launch/cuda_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuda/driver/cuda_try.h"
#include "cuda/launch/chunked_launch.h"
#include "cuda/launch/launch_parts.h"
#include "cuda/launch/whole_launch.h"

namespace warpwise {
namespace {

// A kernel has 48 KiB of shared memory a block unless it is opted in to more, up to the device's limit.
CudaResult<void> allow_shared_memory(const LaunchJob& job, LaunchOutcome& outcome) {
    const Driver& driver = *job.context->driver;
    const std::size_t dynamic_bytes = job.shape.dynamic_shared_bytes;
    const std::size_t static_bytes = job.program.resources ? job.program.resources->static_shared_bytes : 0;
    int by_default = 0, opted_in = 0;
    WARPWISE_CUDA(driver, cuDeviceGetAttribute(&by_default, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, job.context->device));
    WARPWISE_CUDA(driver,
                  cuDeviceGetAttribute(&opted_in, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, job.context->device));
    if (dynamic_bytes == 0 || static_bytes + dynamic_bytes <= static_cast<std::size_t>(by_default)) return {};
    const std::size_t most_bytes = static_cast<std::size_t>(std::max(by_default, opted_in));
    if (static_bytes + dynamic_bytes > most_bytes) {
        outcome.fault =
            Fault{.kind = FaultKind::launch_invalid,
                  .file = job.program.origin,
                  .message = fmt::format(
                      "CUDA_ERROR_INVALID_VALUE: {} bytes of dynamic and {} of static shared memory; a block has at most "
                      "{} together",
                      dynamic_bytes, static_bytes, most_bytes),
                  .hint = "Use smaller tiles."};
        return {};
    }
    WARPWISE_CUDA(driver, cuFuncSetAttribute(job.program.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                             static_cast<int>(dynamic_bytes)));
    return {};
}

// Empty: the launch is not to be cut, or there is nothing to cut.
std::vector<Chunk> chunks_of(const LaunchJob& job) {
    const auto& place = job.options.length_argument;
    if (job.program.library != nullptr) return {};
    if (!place || *place >= job.arguments.size() || job.arguments[*place].kind != KernelArgument::Kind::scalar) return {};
    const std::int64_t length = scalar_value(job.arguments[*place]);
    const bool is_cut = std::ranges::any_of(job.arguments, [&](const KernelArgument& argument) {
        return argument.kind == KernelArgument::Kind::array && is_cut_array(*argument.array, length);
    });
    return is_cut ? plan_chunks(length, job.options.chunks, job.shape.grid.x) : std::vector<Chunk>{};
}

}  // namespace

CudaResult<void> run_launch(const LaunchJob& job, LaunchOutcome& outcome) {
    if (auto current = job.context->make_current(); !current) return current;
    if ((outcome.fault = wrong_arguments(job))) return {};
    if ((outcome.fault = over_budget(job, gather_buffers(job.arguments)))) return {};
    WARPWISE_TRY(allow_shared_memory(job, outcome));
    if (outcome.fault) return {};
    const std::vector<Chunk> chunks = chunks_of(job);
    return chunks.empty() ? run_whole(job, outcome) : run_chunked(job, chunks, outcome);
}

}  // namespace warpwise
