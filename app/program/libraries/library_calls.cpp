#include "program/libraries/library_calls.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "program/runtime/copies.h"

namespace warpwise {
namespace {

std::string of(const HeapBlock& block) { return fmt::format("{} in line {}", block.call, block.place.line); }

}  // namespace

std::byte* LibraryCall::device_array(const void* pointer, std::size_t bytes, const char* what, Touch touch, ByteRows used) const {
    Runtime& runtime = Runtime::instance();
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    std::size_t available = 0;
    HeapBlock* block = nullptr;
    if (std::byte* there = device_bytes(runtime, pointer, bytes, available, block)) {
        if (block != nullptr && !runtime.can_use(*block)) {
            const int own = runtime.working_gpu();
            runtime.tell(
                "peer_access", place,
                fmt::format("{} works on GPU {}, but {} lies in the memory of GPU {} ({}), and GPU {} has no peer access to it",
                            name, own, what, block->gpu, of(*block), own),
                fmt::format("Give it memory that was allocated while GPU {} was current: call cudaSetDevice({}) first.", own, own));
            runtime.set_sticky(cudaErrorIllegalAddress);
            return nullptr;
        }
        used.first = address;
        used = used.width == 0 ? ByteRows::range(address, address + bytes) : used.joined();
        runtime.use(used, touch != Touch::reads, name, place);
        if (block == nullptr) return there;
        if (touch != Touch::reads) {
            runtime.heap.note_filled(*block);
            runtime.heap.put_in_flight(*block, runtime.working, used);
        }
        return there;
    }
    const char* verb = touch == Touch::reads ? "reads" : "writes";
    if (block != nullptr) {
        runtime.tell(
            "out_of_bounds", place,
            fmt::format("{} {} {} bytes of {} where only {} are left ({})", name, verb, bytes, what, available, of(*block)),
            "Check that the sizes, the leading dimension and the increment or stride match the array.");
    } else if (const auto* freed = runtime.heap.freed_at(address)) {
        runtime.tell("out_of_bounds", place,
                     fmt::format("{} {} {}, which was freed in line {}", name, verb, what, freed->freed.line),
                     "Free the memory after its last use.");
    } else if (pointer == nullptr) {
        runtime.tell("null_pointer", place, fmt::format("{} is given a null pointer for {}", name, what),
                     "Was the memory allocated, and did the allocation succeed?");
    } else if (DeviceHeap::is_device_address(address)) {
        runtime.tell("out_of_bounds", place,
                     fmt::format("{} {} {} at an address of the device that belongs to no allocation", name, verb, what),
                     "Was the memory allocated, and did the allocation succeed?");
    } else {
        runtime.tell("host_pointer", place, fmt::format("{} is given a pointer to the host's memory for {}", name, what),
                     "Give it memory from cudaMalloc(), and copy the data there with cudaMemcpy().");
    }
    runtime.set_sticky(cudaErrorIllegalAddress);
    return nullptr;
}

std::byte* LibraryCall::host_array(const void* pointer, std::size_t bytes, const char* what, const char* hint) const {
    Runtime& runtime = Runtime::instance();
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    static_cast<void>(bytes);
    if (pointer != nullptr && !DeviceHeap::is_device_address(address)) return static_cast<std::byte*>(const_cast<void*>(pointer));
    runtime.tell(pointer == nullptr ? "null_pointer" : "host_reads_device_pointer", place,
                 pointer == nullptr
                     ? fmt::format("{} is given a null pointer for {}", name, what)
                     : fmt::format("{} expects {} in the host's memory, and is given a pointer to the device's", name, what),
                 hint);
    runtime.set_sticky(cudaErrorIllegalAddress);
    return nullptr;
}

cudaError_t LibraryCall::submit(cudaStream_t stream, std::string size, std::function<void()> work) const {
    const auto now = [call = *this, size = std::move(size), work = std::move(work)] {
        Runtime& runtime = Runtime::instance();
        runtime.begin_work();
        {
            const DeviceHeap::Opened opened(runtime.heap);
            work();
        }
        runtime.heap.note_all_written();
        if (runtime.sticky() != cudaSuccess) return cudaSuccess;  // as on a GPU, the next call tells it
        call.report(size);
        return cudaSuccess;
    };
    return warpwise::submit(stream, {.type = cudaGraphNodeTypeKernel, .call = now, .place = place});
}

void LibraryCall::report(const std::string& size) const {
    Runtime::instance().report().event(
        {{"event", "library"}, {"call", name}, {"size", size}, {"file", place.file}, {"line", place.line}});
}

void LibraryCall::wait() const {
    Runtime& runtime = Runtime::instance();
    runtime.order.host_waits_for(runtime.working_stream);
    runtime.note_wait();
}

int LibraryCall::returns(int code, const char* code_name, const char* text) const {
    Runtime& runtime = Runtime::instance();
    if (code == 0) return code;
    runtime.report().event(
        {{"event", "error"}, {"call", name}, {"name", code_name}, {"file", place.file}, {"line", place.line}, {"message", text}});
    if (runtime.is_ignored(place) && runtime.sticky() == cudaSuccess)
        runtime.tell("unchecked_error", place,
                     fmt::format("{} fails with {} ({}), and the program never checks it", name, code_name, text),
                     "Compare the returned status with the library's success code, and stop if they differ.");
    return code;
}

void LibraryCall::unsupported(const std::string& what, const std::string& instead) const {
    Runtime::instance().tell("unsupported", place, "unsupported: " + what, instead);
}

CpuLibraryFile::CpuLibraryFile(const char* what, const char* variable, std::vector<const char*> files, const char* package) {
    if (const char* chosen = std::getenv(variable); chosen != nullptr && *chosen != '\0') files = {chosen};
    for (const char* file : files)
        if (handle_ == nullptr) handle_ = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    problem_ = fmt::format("{} is not on this machine: {} cannot be opened", what, files.front());
    remedy_ = fmt::format("Install the package {} (Debian, Ubuntu: sudo apt install {}), or name the library's file in {}.",
                          package, package, variable);
}

void* CpuLibraryFile::find(const std::string& name) const { return handle_ == nullptr ? nullptr : dlsym(handle_, name.c_str()); }

}  // namespace warpwise
