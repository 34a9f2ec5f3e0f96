// The code that NVIDIA's compiler makes of a kernel: PTX, the machine-independent assembly, and SASS, the GPU's own. Needs no GPU
// and no driver: NVRTC compiles for any architecture it knows. All of it happens in a process of its own (warpwise-cuda-worker
// PLUGIN --listing), so that nothing a compiler does can hurt the window.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/emulated_gpu.h"
#include "device/gpu/compiler_output.h"
#include "device/interface/device.h"
#include "text/listing_text.h"

namespace warpwise {

struct ListingRequest {
    KernelSource source;
    int architecture = kEmulatedGpu.architecture_number;  // 90: sm_90
    bool operator==(const ListingRequest&) const = default;
};

struct Listing {
    int architecture = kEmulatedGpu.architecture_number;
    std::string compiler;  // "NVRTC 13.0"
    std::vector<ListingLine> ptx, sass;
    std::string sass_missing;  // why there is no SASS, and where the tool comes from; empty when there is
    std::optional<ListingResources> resources;
    double compile_ms = 0;
    bool operator==(const Listing&) const = default;
};

// In a process of its own; takes a tenth of a second to some seconds. The Diagnostics are the text's errors, or one without a line
// that says which part is missing and where it comes from.
std::expected<Listing, Diagnostics> make_listing(const ListingRequest&);
// "sm_90" or "90": 90. An Error of kind usage otherwise.
Result<int> architecture_from_name(std::string_view);
// "24 registers, 1,024 bytes of shared memory, no spills"
std::string text_of(const ListingResources&);

// The parts, for the worker and the tests.
Listing listing_of(const CompilerOutput&, int architecture);
// nvdisasm or cuobjdump; nothing when neither is on the PATH, in a toolkit or among the wheels.
std::optional<std::filesystem::path> find_disassembler();

nlohmann::json message_of(const ListingRequest&);
ListingRequest listing_request_from(const nlohmann::json&);
nlohmann::json message_of(const Listing&);
Listing listing_from(const nlohmann::json&);

// The worker's main: one request on standard input, one answer on standard output; returns the exit status.
int serve_listing(const std::filesystem::path& plugin);

}  // namespace warpwise
