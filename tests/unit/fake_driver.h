// A driver made of host memory, for the plugin's logic without a GPU: copies are memcpy, streams run at once, a kernel is a host
// function. It counts what is alive and refuses copies that leave an allocation.
#pragma once

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "cuda/driver/handle.h"

namespace warpwise::test {

struct FakeGpu {
    std::map<CUdeviceptr, std::size_t> device_memory;  // begin and bytes
    std::map<void*, std::size_t> pinned_memory;
    int streams = 0, events = 0;  // alive
    int launches = 0, flushes = 0, pageable_copies = 0, pinned_copies = 0, clearings = 0;
    std::map<CUfunction, int> most_shared_bytes;  // as cuFuncSetAttribute set it
    double now_ms = 0;                            // each operation takes one
    std::map<CUevent, double> recorded_ms;
    // What cuLaunchKernel does; the arguments are as the driver gets them.
    std::function<void(unsigned grid_x, unsigned block_x, void** arguments)> kernel;
    std::string wrong;  // the first thing that a real driver would have failed or crashed at

    bool holds(CUdeviceptr begin, std::size_t bytes) {
        auto after = device_memory.upper_bound(begin);
        if (after == device_memory.begin()) return false;
        const auto& [start, size] = *--after;
        return begin - start + bytes <= size;
    }
    bool holds_pinned(const void* begin, std::size_t bytes) {
        for (const auto& [start, size] : pinned_memory) {
            const auto offset = static_cast<const char*>(begin) - static_cast<const char*>(start);
            if (offset >= 0 && static_cast<std::size_t>(offset) + bytes <= size) return true;
        }
        return false;
    }
};

// One at a time: the driver's functions have no place for a pointer to it.
inline FakeGpu* fake_gpu = nullptr;

inline void* host(CUdeviceptr pointer) { return reinterpret_cast<void*>(pointer); }

inline void fill_copies(Driver& d) {
    d.cuMemcpyHtoD = [](CUdeviceptr to, const void* from, std::size_t bytes) {
        if (!fake_gpu->holds(to, bytes)) fake_gpu->wrong = "cuMemcpyHtoD outside";
        ++fake_gpu->pageable_copies;
        std::memcpy(host(to), from, bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemcpyDtoH = [](void* to, CUdeviceptr from, std::size_t bytes) {
        if (!fake_gpu->holds(from, bytes)) fake_gpu->wrong = "cuMemcpyDtoH outside";
        ++fake_gpu->pageable_copies;
        std::memcpy(to, host(from), bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemcpyHtoDAsync = [](CUdeviceptr to, const void* from, std::size_t bytes, CUstream) {
        if (!fake_gpu->holds(to, bytes) || !fake_gpu->holds_pinned(from, bytes)) fake_gpu->wrong = "cuMemcpyHtoDAsync outside";
        ++fake_gpu->pinned_copies;
        fake_gpu->now_ms += 1;
        std::memcpy(host(to), from, bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemcpyDtoHAsync = [](void* to, CUdeviceptr from, std::size_t bytes, CUstream) {
        if (!fake_gpu->holds(from, bytes) || !fake_gpu->holds_pinned(to, bytes)) fake_gpu->wrong = "cuMemcpyDtoHAsync outside";
        ++fake_gpu->pinned_copies;
        fake_gpu->now_ms += 1;
        std::memcpy(to, host(from), bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemcpyDtoDAsync = [](CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream) {
        if (!fake_gpu->holds(to, bytes) || !fake_gpu->holds(from, bytes)) fake_gpu->wrong = "cuMemcpyDtoDAsync outside";
        std::memcpy(host(to), host(from), bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemsetD8Async = [](CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream) {
        if (!fake_gpu->holds(to, bytes)) fake_gpu->wrong = "cuMemsetD8Async outside";
        ++fake_gpu->clearings;
        std::memset(host(to), value, bytes);
        return CUDA_SUCCESS;
    };
    d.cuMemsetD32Async = [](CUdeviceptr to, unsigned, std::size_t words, CUstream) {
        if (!fake_gpu->holds(to, words * 4)) fake_gpu->wrong = "cuMemsetD32Async outside";
        ++fake_gpu->flushes;
        return CUDA_SUCCESS;
    };
}

inline void fill_memory(Driver& d) {
    d.cuMemAlloc = [](CUdeviceptr* made, std::size_t bytes) {
        void* memory = std::malloc(bytes);
        std::memset(memory, 0xcd, bytes);
        *made = reinterpret_cast<CUdeviceptr>(memory);
        fake_gpu->device_memory[*made] = bytes;
        return CUDA_SUCCESS;
    };
    d.cuMemFree = [](CUdeviceptr memory) {
        if (fake_gpu->device_memory.erase(memory) != 1) fake_gpu->wrong = "cuMemFree of what is not there";
        std::free(host(memory));
        return CUDA_SUCCESS;
    };
    d.cuMemHostAlloc = [](void** made, std::size_t bytes, unsigned) {
        *made = std::malloc(bytes);
        fake_gpu->pinned_memory[*made] = bytes;
        return CUDA_SUCCESS;
    };
    d.cuMemFreeHost = [](void* memory) {
        if (fake_gpu->pinned_memory.erase(memory) != 1) fake_gpu->wrong = "cuMemFreeHost of what is not there";
        std::free(memory);
        return CUDA_SUCCESS;
    };
    d.cuMemGetInfo = [](std::size_t* free_bytes, std::size_t* all_bytes) {
        *free_bytes = *all_bytes = std::size_t{1} << 30;
        return CUDA_SUCCESS;
    };
}

inline void fill_streams(Driver& d) {
    d.cuStreamCreate = [](CUstream* made, unsigned) {
        *made = reinterpret_cast<CUstream>(std::malloc(1));
        ++fake_gpu->streams;
        return CUDA_SUCCESS;
    };
    d.cuStreamDestroy = [](CUstream stream) {
        --fake_gpu->streams;
        std::free(stream);
        return CUDA_SUCCESS;
    };
    d.cuStreamSynchronize = [](CUstream) { return CUDA_SUCCESS; };
    d.cuEventCreate = [](CUevent* made, unsigned) {
        *made = reinterpret_cast<CUevent>(std::malloc(1));
        ++fake_gpu->events;
        return CUDA_SUCCESS;
    };
    d.cuEventDestroy = [](CUevent event) {
        --fake_gpu->events;
        std::free(event);
        return CUDA_SUCCESS;
    };
    d.cuEventRecord = [](CUevent event, CUstream) {
        fake_gpu->recorded_ms[event] = fake_gpu->now_ms;
        return CUDA_SUCCESS;
    };
    d.cuEventSynchronize = [](CUevent) { return CUDA_SUCCESS; };
    d.elapsed_ms = [](float* ms, CUevent begin, CUevent end) {
        *ms = static_cast<float>(fake_gpu->recorded_ms[end] - fake_gpu->recorded_ms[begin]);
        return CUDA_SUCCESS;
    };
}

inline Driver fake_driver() {
    Driver d;
    d.cuCtxSetCurrent = [](CUcontext) { return CUDA_SUCCESS; };
    d.cuCtxDestroy = [](CUcontext) { return CUDA_SUCCESS; };
    d.cuDeviceGetAttribute = [](int* value, CUdevice_attribute what, CUdevice) {
        *value = what == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE                       ? 4 << 20
                 : what == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK       ? 49152
                 : what == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ? 232448
                                                                                 : 0;
        return CUDA_SUCCESS;
    };
    d.cuFuncSetAttribute = [](CUfunction function, CUfunction_attribute, int value) {
        fake_gpu->most_shared_bytes[function] = value;
        return CUDA_SUCCESS;
    };
    d.cuOccupancyMaxActiveBlocksPerMultiprocessor = [](int* blocks, CUfunction, int threads, std::size_t) {
        *blocks = 2048 / threads;
        return CUDA_SUCCESS;
    };
    d.cuLaunchKernel = [](CUfunction, unsigned grid_x, unsigned, unsigned, unsigned block_x, unsigned, unsigned, unsigned, CUstream,
                          void** arguments, void**) {
        ++fake_gpu->launches;
        fake_gpu->now_ms += 1;
        fake_gpu->kernel(grid_x, block_x, arguments);
        return CUDA_SUCCESS;
    };
    fill_memory(d);
    fill_copies(d);
    fill_streams(d);
    return d;
}

}  // namespace warpwise::test
