// What the libraries share: finding and opening one, its status codes as a CudaError, and a look at the arguments.
#pragma once

#include <initializer_list>
#include <source_location>

#include "cuda/libraries/library_call.h"

namespace warpwise {

// Their C interfaces, declared here with the types that the documentation gives: the libraries' headers are in no wheel that
// Warpwise asks for. A library that was opened stays: it has threads and exit handlers of its own.
Result<SharedLibrary> open_cuda_library(const char* title, std::initializer_list<const char*> file_names);
// The folders in the order of the search: where NVRTC is looked for, then the wheels' own.
std::vector<std::filesystem::path> cuda_library_search_dirs();

// What a library's status means, and which driver error has the same consequences.
struct LibraryStatus {
    int status;
    const char* name;
    CUresult like;
    const char* meaning;
};
CudaResult<void> check_library(std::span<const LibraryStatus> known, int status, const char* call,
                               std::source_location = std::source_location::current());
// Calls a library's function and leaves the enclosing function with its CudaError when that fails; a file's own `kStatuses` say
// what its library means. For the .cpp files here.
#define WARPWISE_LIBRARY(call)                                                                                            \
    do {                                                                                                                  \
        if (auto done = ::warpwise::check_library(kStatuses, (call), #call); !done) return std::unexpected(done.error()); \
    } while (false)

// The dtype that all arrays have: f32 or f64.
DType array_dtype(const std::vector<KernelArgument>&);
// What a scalar argument holds as a whole number; -1 when it is none.
std::int64_t whole_number(const KernelArgument&);

// Kinds and dtypes as the routine's parameters have them, and sizes of at least 1.
std::optional<Fault> wrong_arguments_of(const LibraryKernel&, const std::vector<KernelArgument>&);
// The array has fewer elements than the sizes say.
std::optional<Fault> too_small(const LibraryKernel&, const std::vector<KernelArgument>&, std::size_t argument,
                               std::int64_t elements);

// Grows when a launch needs more; never shrinks.
CudaResult<void> ensure_memory(const std::shared_ptr<Context>&, DeviceMemory&, std::size_t& bytes, std::size_t needed);

template <typename T>
T* pointer_to(CUdeviceptr address) {
    return reinterpret_cast<T*>(address);
}

}  // namespace warpwise
