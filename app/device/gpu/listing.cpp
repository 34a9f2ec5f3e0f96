#include "device/gpu/listing.h"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <iterator>

#include "base/fault_json.h"
#include "base/json.h"
#include "base/json_members.h"
#include "base/paths.h"
#include "base/text.h"
#include "device/gpu/cuda_loader.h"
#include "device/gpu/cuda_plugin.h"
#include "device/process/device_messages.h"
#include "device/process/run_program.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;

// by the thousand: a list each
template <>
inline constexpr bool is_written_as_list<ListingLine> = true;
template <>
inline constexpr auto json_members<ListingLine> =
    std::tuple{Member{"text", &ListingLine::text}, Member{"source_line", &ListingLine::source_line}};
template <>
inline constexpr auto json_members<ListingResources> =
    std::tuple{Member{"registers_per_thread", &ListingResources::registers_per_thread},
               Member{"shared_bytes", &ListingResources::shared_bytes}, Member{"stack_bytes", &ListingResources::stack_bytes},
               Member{"spill_store_bytes", &ListingResources::spill_store_bytes},
               Member{"spill_load_bytes", &ListingResources::spill_load_bytes}};
template <>
inline constexpr auto json_members<Listing> = std::tuple{Member{"architecture", &Listing::architecture},
                                                         Member{"compiler", &Listing::compiler},
                                                         Member{"ptx", &Listing::ptx},
                                                         Member{"sass", &Listing::sass},
                                                         Member{"sass_missing", &Listing::sass_missing},
                                                         Member{"resources", &Listing::resources},
                                                         Member{"compile_ms", &Listing::compile_ms}};
static_assert(has_all_members<ListingLine, ListingResources, Listing>);

namespace {

constexpr double kLimitS = 120;  // headers such as cooperative groups take seconds, and many on a busy machine

Diagnostics told(const KernelSource& source, std::string message, std::string hint) {
    return {{.file = source.origin, .message = std::move(message), .hint = std::move(hint)}};
}

struct Parts {
    fs::path worker, plugin;
};
std::optional<Parts> find_parts() {
    const fs::path dir = executable_dir();
    for (const fs::path& place : {dir, dir.parent_path() / "lib/warpwise"}) {
        const Parts parts{place / "warpwise-cuda-worker", place / "warpwise-cuda.so"};
        std::error_code error;
        if (fs::exists(parts.worker, error) && fs::exists(parts.plugin, error)) return parts;
    }
    return std::nullopt;
}

}  // namespace

Result<int> architecture_from_name(std::string_view name) {
    const std::string_view digits = name.starts_with("sm_") ? name.substr(3) : name;
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size() || number < 50 || number > 999)
        return usage_error(fmt::format("\"{}\" is not a GPU architecture", name), "Write it as sm_90 (H200) or sm_86 (RTX 3080).");
    return number;
}

std::string text_of(const ListingResources& r) {
    std::string text =
        fmt::format("{} registers per thread, {} bytes of shared memory per block", r.registers_per_thread, r.shared_bytes);
    if (r.spill_store_bytes + r.spill_load_bytes > 0)
        text += fmt::format(", spills: {} bytes stored and {} loaded per thread", r.spill_store_bytes, r.spill_load_bytes);
    else
        text += ", no spills";
    if (r.stack_bytes > 0) text += fmt::format(", {} bytes of stack", r.stack_bytes);
    return text;
}

std::expected<Listing, Diagnostics> make_listing(const ListingRequest& request) {
    const auto parts = find_parts();
    if (!parts)
        return std::unexpected(told(request.source,
                                    "this build of Warpwise has no CUDA plugin, which it needs to call NVIDIA's compiler",
                                    "Build with the CUDA headers to get it (scripts/setup --cuda-wheels)"));
    const auto output =
        run_program({parts->worker.string(), parts->plugin.string(), "--listing"}, json_text(message_of(request), -1), kLimitS);
    if (!output) return std::unexpected(told(request.source, output.error().message, output.error().hint));
    try {
        const json answer = parsed_json(output->out);
        if (answer.contains("diagnostics")) return std::unexpected(diagnostics_from_json(answer["diagnostics"]));
        return listing_from(answer.at("listing"));
    } catch (const std::exception&) {
        return std::unexpected(told(request.source,
                                    fmt::format("the process that compiles ended with status {} and no answer", output->status),
                                    "Try again. It printed: " + output->err.substr(0, 300)));
    }
}

json message_of(const ListingRequest& request) {
    return {{"version", WARPWISE_VERSION}, {"source", message_of(request.source)}, {"architecture", request.architecture}};
}
ListingRequest listing_request_from(const json& j) { return {kernel_source_from(j.at("source")), j.at("architecture")}; }

json message_of(const Listing& listing) { return written_as_json(listing); }
Listing listing_from(const json& j) { return read_from_json<Listing>(j); }

int serve_listing(const fs::path& plugin_file) {
    const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    json answer;
    try {
        const ListingRequest request = listing_request_from(parsed_json(input));
        const auto plugin = open_cuda_plugin(plugin_file);
        if (!plugin) {
            answer["diagnostics"] = to_json(told(request.source, plugin.error().message, plugin.error().hint));
        } else {
            const auto compiled = (*plugin)->compile_to_text(request.source, request.architecture);
            if (compiled)
                answer["listing"] = message_of(listing_of(*compiled, request.architecture));
            else
                answer["diagnostics"] = to_json(compiled.error());
        }
    } catch (const std::exception& e) {
        answer["diagnostics"] = to_json(told({}, fmt::format("the compiler's process failed: {}", plain_words(e)), "Try again"));
    }
    std::cout << json_text(answer, -1) << std::flush;
    return 0;
}

}  // namespace warpwise
