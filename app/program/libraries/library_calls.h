// Calls of CUDA's libraries (cuBLAS, cuFFT, cuRAND): computed by the CPU on the device's memory, which a bad pointer is a finding
// in.
#pragma once

#include <string>

#include "base/byte_rows.h"
#include "program/graphs/streams.h"

namespace warpwise {

enum class Touch { reads, writes, updates };

struct LibraryCall {
    const char* name;
    CodePlace place;

    // The host's bytes behind an array of the device. Null after a finding, and then every later call fails as after a fault of a
    // kernel. `what` is the parameter's name. `used`: which of the bytes the call touches, in rows from the first one; without a
    // width, all of them.
    std::byte* device_array(const void*, std::size_t bytes, const char* what, Touch, ByteRows used = {}) const;
    // The same for what the CPU itself touches: a scalar, or the array of a generator that runs on the host.
    std::byte* host_array(const void*, std::size_t bytes, const char* what, const char* hint) const;
    // Of work at hand whose result the host gets: it is there when the call returns.
    void wait() const;
    // Now, or when a graph runs; `size` says how much work it is, for the report.
    cudaError_t submit(cudaStream_t, std::string size, std::function<void()> work) const;
    // The call is done; `size` says how much work it was.
    void report(const std::string& size) const;
    // Gives `code` back; where it is no success, tells so.
    int returns(int code, const char* code_name, const char* text) const;
    // For what is not here.
    void unsupported(const std::string& what, const std::string& instead) const;

    template <typename T>
    T* device(const void* p, std::size_t count, const char* what, Touch touch) const {
        return reinterpret_cast<T*>(device_array(p, count * sizeof(T), what, touch));
    }
};

// A library of this machine, opened when it is first needed.
class CpuLibraryFile {
  public:
    CpuLibraryFile(const char* what, const char* variable, std::vector<const char*> files, const char* package);
    // Null where there is no library, or none of this name in it.
    void* find(const std::string& name) const;
    bool is_open() const { return handle_ != nullptr; }
    // What is missing, and how to get it.
    const std::string& problem() const { return problem_; }
    const std::string& remedy() const { return remedy_; }

  private:
    void* handle_ = nullptr;
    std::string problem_, remedy_;
};

}  // namespace warpwise

// At the start of a function of a library: the lock and the place of the call.
#define WARPWISE_LIBRARY_CALL(name)                             \
    warpwise::Runtime& runtime = warpwise::Runtime::instance(); \
    const std::lock_guard lock(runtime.mutex);                  \
    const warpwise::LibraryCall call { name, warpwise::place_of_call(__builtin_return_address(0)) }
