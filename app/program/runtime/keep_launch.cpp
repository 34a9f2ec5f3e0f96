#include "program/runtime/keep_launch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "base/files.h"
#include "program/runtime/runtime.h"

namespace warpwise {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::string hex_of(std::span<const std::byte> bytes) {
    std::string out;
    for (const std::byte byte : bytes) out += fmt::format("{:02x}", std::to_integer<int>(byte));
    return out;
}

// A number, or a vector of them such as float4.
bool is_arithmetic(std::string_view type) {
    for (const std::string_view word : {"unsigned ", "signed ", "long ", "short "})
        while (type.starts_with(word)) type.remove_prefix(word.size());
    while (!type.empty() && type.back() >= '1' && type.back() <= '4') type.remove_suffix(1);
    if (type.starts_with("__")) type.remove_prefix(2);  // __half, __nv_bfloat16
    for (const std::string_view known :
         {"bool",  "char",   "short", "int",   "long",     "float",     "double", "half",      "half2",   "nv_bfloat16",
          "uchar", "ushort", "uint",  "ulong", "longlong", "ulonglong", "schar",  "long long", "wchar_t", "unsigned"})
        if (type == known) return true;
    return false;
}

class Keeper {
  public:
    Keeper(const LaunchToKeep& launch, const std::filesystem::path& folder) : launch_(launch), folder_(folder) {}

    Result<void> keep() {
        json arguments = json::array(), variables = json::array();
        for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
            auto kept = argument(i);
            if (!kept) return std::unexpected(kept.error());
            arguments.push_back(std::move(*kept));
        }
        for (const auto& [symbol, value] : launch_.variables) {
            const std::span<const std::byte> bytes = *value;
            if (holds_pointer(bytes))
                return failure(fmt::format("the variable '{}' holds a pointer to other memory", symbol->name));
            auto file = write(bytes);
            if (!file) return std::unexpected(file.error());
            variables.push_back({{"name", symbol->name}, {"file", *file}, {"bytes", bytes.size()}});
        }
        const auto edges = [](const Dim3& d) { return json{d.x, d.y, d.z}; };
        const json all{{"kernel", launch_.kernel.name},
                       {"grid", edges(launch_.shape.grid)},
                       {"block", edges(launch_.shape.block)},
                       {"dynamic_shared_bytes", launch_.shape.dynamic_shared_bytes},
                       {"arguments", arguments},
                       {"variables", variables}};
        return write_file_atomically(folder_ / "launch.json", all.dump(-1, ' ', false, json::error_handler_t::replace));
    }

  private:
    struct Part {
        const HeapBlock* block;
        std::uint64_t from;
        bool is_read_only;
        std::size_t argument;
    };

    Result<json> argument(std::size_t i) {
        const simt::KernelParameter& parameter = launch_.kernel.kernel.parameters[i];
        const std::span<const std::byte> bytes = launch_.arguments[i];
        json kept{{"name", parameter.name}, {"type", parameter.type}, {"bytes", hex_of(bytes)}};
        std::uint64_t word = 0;
        if (bytes.size() == sizeof word) std::memcpy(&word, bytes.data(), sizeof word);
        if (!parameter.is_pointer) {
            if (holds_pointer(bytes))
                return failure(fmt::format("'{} {}' holds a pointer to device memory", parameter.type, parameter.name));
            if (bytes.size() == sizeof word && launch_.textures.find(word) != nullptr)
                return failure(fmt::format("'{}' is a texture or surface object", parameter.name));
            return kept;
        }
        const HeapBlock* block = launch_.heap.holding(word);
        if (block == nullptr) return kept;  // null, freed, of the host: the address is all there is
        const std::size_t offset = word - block->address;
        const std::span<const std::byte> content(block->host + offset, block->bytes - offset);
        const std::string_view pointee = std::string_view(parameter.type).substr(0, parameter.type.size() - 1);
        if (!is_arithmetic(pointee) && block->is_written && (pointee.empty() || holds_pointer(content)))
            return failure(fmt::format("the elements of '{}' hold pointers to other memory", parameter.name));
        kept["element_bytes"] = parameter.pointee_bytes;
        kept["is_read_only"] = parameter.pointee_is_const;
        for (const Part& part : parts_) {
            if (part.block != block) continue;
            if (part.from == word) {
                kept["same_as"] = part.argument;
                return kept;
            }
            if (!part.is_read_only || !parameter.pointee_is_const)
                return failure(fmt::format("'{}' and '{}' point to different places of one allocation",
                                           launch_.kernel.kernel.parameters[part.argument].name, parameter.name));
        }
        parts_.push_back({block, word, parameter.pointee_is_const, i});
        kept["skipped_bytes"] = offset;
        kept["array_bytes"] = content.size();
        if (!block->is_written && block->kind == MemoryKind::device) {
            kept["unset"] = true;
            if (auto fits = count(content.size()); !fits) return std::unexpected(fits.error());
            return kept;
        }
        auto file = write(content);
        if (!file) return std::unexpected(file.error());
        kept["file"] = *file;
        return kept;
    }

    // A word that is an address in a live allocation. A number may look like one; then a launch is refused that could be kept.
    bool holds_pointer(std::span<const std::byte> bytes) const {
        for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, sizeof word);
            if (word != 0 && launch_.heap.holding(word) != nullptr) return true;
        }
        return false;
    }

    Result<void> count(std::size_t bytes) {
        total_ += bytes;
        if (total_ <= kMostBytes) return {};
        return failure(fmt::format("its arrays have more than {} MB", kMostBytes >> 20));
    }

    Result<std::string> write(std::span<const std::byte> bytes) {
        if (auto fits = count(bytes.size()); !fits) return std::unexpected(fits.error());
        const std::string name = fmt::format("memory_{}.bin", files_++);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (auto written = write_file_atomically(folder_ / name, text); !written) return std::unexpected(written.error());
        return name;
    }

    const LaunchToKeep& launch_;
    const std::filesystem::path& folder_;
    std::vector<Part> parts_;
    std::size_t total_ = 0;
    int files_ = 0;
};

}  // namespace

Result<void> keep_launch(const LaunchToKeep& launch, const std::filesystem::path& folder) { return Keeper(launch, folder).keep(); }

// The program has done what it was run for.
void Runtime::keep(const ProgramKernel& kernel, const LaunchShape& shape, const std::vector<simt::ArgumentBytes>& arguments) {
    std::vector<std::pair<const simt::Symbol*, const std::vector<std::byte>*>> variables;
    for (const simt::Symbol& symbol : kernel.kernel.program.symbols) {
        const bool is_variable = symbol.space == simt::Symbol::Space::constant || symbol.space == simt::Symbol::Space::global;
        const auto found = variables_.find(symbol.symbol);
        if (symbol.symbol == simt::kKernelHeapVariable) continue;  // a launch alone has a heap of its own
        if (!is_variable || !symbol.is_used || !symbol.function.empty() || found == variables_.end()) continue;
        std::vector<std::byte>& value = value_of(found->second);
        if (found->second.managed) std::memcpy(value.data(), found->second.managed, found->second.bytes);
        variables.emplace_back(&symbol, &value);
    }
    const auto kept = keep_launch({kernel, shape, arguments, variables, heap, textures}, options_.keep->folder);
    report_->event({{"event", "kept"}, {"problem", kept ? std::string() : kept.error().text()}});
    report_->end(0);
    if (record_ != nullptr) record_->has_ended = true;
    _exit(0);
}

}  // namespace warpwise
