#include "experiment/file/kept_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "base/files.h"
#include "base/json.h"
#include "base/npy.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// "add<float>" and "mine::add(float*, int)" are launches of add.
std::string plain_name(std::string name) {
    name.erase(std::min(name.find_first_of("<("), name.size()));
    if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name.erase(0, colons + 2);
    return name;
}

std::string entry_of(std::string launched) {
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (std::size_t at = launched.find(unnamed); at != std::string::npos; at = launched.find(unnamed))
        launched.erase(at, unnamed.size());
    return launched;
}

std::vector<std::byte> bytes_of(const std::string& hex) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        unsigned byte = 0;
        std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
        bytes.push_back(static_cast<std::byte>(byte));
    }
    return bytes;
}

template <typename T>
T read_as(std::span<const std::byte> bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

// The value as the launch panel shows it; nothing when that would change it.
std::optional<ParameterValue> shown_value(const FileParameter& parameter, const std::string& type,
                                          std::span<const std::byte> bytes) {
    if (parameter.kind == "real") {
        const double value = type.contains("double")  ? read_as<double>(bytes)
                             : type.contains("float") ? static_cast<double>(read_as<float>(bytes))
                                                      : std::numeric_limits<double>::quiet_NaN();
        return value >= -1e6 && value <= 1e6 ? std::optional<ParameterValue>(value) : std::nullopt;
    }
    const bool is_unsigned = type.contains("unsigned") || type.contains("size_t") || type.contains("uint") || type == "bool";
    std::int64_t value = 0;
    switch (bytes.size()) {
        case 1: value = is_unsigned ? read_as<std::uint8_t>(bytes) : read_as<std::int8_t>(bytes); break;
        case 2: value = is_unsigned ? read_as<std::uint16_t>(bytes) : read_as<std::int16_t>(bytes); break;
        case 4: value = is_unsigned ? std::int64_t{read_as<std::uint32_t>(bytes)} : read_as<std::int32_t>(bytes); break;
        case 8: value = read_as<std::int64_t>(bytes); break;
        default: return std::nullopt;
    }
    const bool is_flag = parameter.kind == "flag", is_size = parameter.kind == "size";
    const std::int64_t least = is_flag ? 0 : is_size ? 1 : -(std::int64_t{1} << 31);
    const std::int64_t most = is_flag ? 1 : is_size ? std::int64_t{1} << 28 : (std::int64_t{1} << 31) - 1;
    return value >= least && value <= most ? std::optional<ParameterValue>(value) : std::nullopt;
}

// One launch in the making.
class Taking {
  public:
    Taking(CudaFile& file, const fs::path& kept, const fs::path& folder, std::size_t number)
        : file_(file), kept_(kept), folder_(folder), number_(number), text_(read_cuda_text(file.text)) {}

    Result<OpenedLaunch> take(const json& in, FileKernel& kernel) {
        out_.kernel = kernel.name;
        out_.shape = {edges(in, "grid"), edges(in, "block"), in.at("dynamic_shared_bytes")};
        const json& given = in.at("arguments");
        const bool is_known = kernel.arguments.size() == given.size();
        if (!is_known && kernel.problem.empty())
            return failure(fmt::format("the launched {} takes {} arguments, the first {} in the file takes {}",
                                       in.at("kernel").get<std::string>(), given.size(), kernel.name, kernel.arguments.size()));
        if (!is_known) kernel.arguments.assign(given.size(), {});
        for (std::size_t i = 0; i < given.size(); ++i)
            if (auto taken = argument(given[i], kernel.arguments[i], is_known); !taken) return std::unexpected(taken.error());
        for (std::size_t i = 0; i < given.size(); ++i) {  // written through one of its pointers: an output
            const int same = kernel.arguments[i].same_as;
            if (same >= 0 && !given[i].at("is_read_only").get<bool>())
                kernel.arguments.at(static_cast<std::size_t>(same)).is_output = true;
        }
        kernel.variables.clear();
        for (const json& one : in.at("variables"))
            if (auto taken = variable(one, kernel); !taken) return std::unexpected(taken.error());
        if (!kernel.problem.empty())
            for (std::size_t axis = 0; axis < 3; ++axis) kernel.block[axis] = std::to_string(edge(out_.shape.block, axis));
        for (std::size_t axis = 0; axis < 3; ++axis) kernel.grid[axis] = std::to_string(edge(out_.shape.grid, axis));
        if (has_hidden_values_ || !is_known || kernel.covers.empty()) {
            kernel.covers = std::to_string(out_.shape.thread_count());
            kernel.covers_x.clear(), kernel.covers_y.clear();
        }
        kernel.problem.clear();
        kernel.entry = entry_of(in.at("kernel"));
        kernel.shared_bytes = std::to_string(out_.shape.dynamic_shared_bytes);
        kernel.from_launch = fmt::format("launch {} of the program", number_);
        return std::move(out_);
    }

  private:
    static std::uint32_t edge(const Dim3& d, std::size_t axis) { return axis == 0 ? d.x : axis == 1 ? d.y : d.z; }
    static Dim3 edges(const json& in, const char* key) {
        const json& d = in.at(key);
        return {d.at(0).get<std::uint32_t>(), d.at(1).get<std::uint32_t>(), d.at(2).get<std::uint32_t>()};
    }

    Result<void> argument(const json& in, FileArgument& into, bool is_known) {
        const std::string type = in.at("type"), hex = in.at("bytes");
        if (!is_known) into.name = in.at("name"), into.type = type;
        into.bytes.clear(), into.note.clear(), into.same_as = -1;
        if (in.contains("same_as")) {
            into.same_as = in.at("same_as");
            into.note = "the same array as an argument before it";
            return {};
        }
        if (in.contains("array_bytes")) {
            into.is_output = !in.at("is_read_only").get<bool>();
            if (in.at("skipped_bytes").get<std::uint64_t>() > 0)
                into.note = fmt::format("{} bytes of its memory lie before this pointer and are left out",
                                        in.at("skipped_bytes").get<std::uint64_t>());
            return array(in, into, type.substr(0, type.find('*')), in.at("element_bytes"), in.at("array_bytes"));
        }
        const auto parameter = std::ranges::find(file_.kernels.parameters, into.parameter, &FileParameter::id);
        if (!into.parameter.empty() && parameter != file_.kernels.parameters.end()) {
            const auto value = shown_value(*parameter, type, bytes_of(hex));
            const auto before = out_.values.find(into.parameter);
            if (value && (before == out_.values.end() || before->second == *value)) {
                out_.values[into.parameter] = *value;
                return {};
            }
        }
        into.bytes = hex;
        has_hidden_values_ = true;
        if (type.contains('*')) into.note = "a pointer that leads to no array of the program";
        return {};
    }

    Result<void> variable(const json& in, FileKernel& kernel) {
        FileArgument values{.name = in.at("name"), .type = "variable"};
        if (auto taken = array(in, values, "", 0, in.at("bytes")); !taken) return taken;
        kernel.variables.push_back(std::move(values));
        return {};
    }

    Result<void> array(const json& in, FileArgument& into, const std::string& type, std::size_t element_bytes, std::size_t bytes) {
        const auto element = element_type_of(type, text_);
        const auto dtype = element ? dtype_from_name(element->dtype) : std::nullopt;
        const bool fits = dtype && element->is_exact &&
                          element_bytes == size_of(*dtype) * static_cast<std::size_t>(element->components) &&
                          bytes % element_bytes == 0;
        const std::size_t per_element = fits ? element_bytes : element_bytes > 0 && bytes % element_bytes == 0 ? element_bytes : 1;
        const DType stored = fits ? *dtype : DType::u8;
        into.dtype = name_of(stored);
        into.components = static_cast<int>(per_element / size_of(stored));
        into.size = std::to_string(bytes / per_element);
        into.fill = "unset";
        if (bytes == 0) return failure(fmt::format("'{}' is an allocation without bytes", into.name));
        if (in.value("unset", false)) return {};
        const auto content = read_file(kept_ / in.at("file").get<std::string>(), std::size_t{128} << 20);
        if (!content) return std::unexpected(content.error());
        auto values = Array::make(stored, {static_cast<std::int64_t>(bytes / size_of(stored))});
        if (!values) return std::unexpected(values.error());
        std::memcpy(values->data(), content->data(), std::min(content->size(), values->size_bytes()));
        const std::string name =
            fmt::format("launch_{}_{}.npy", number_, fs::path(in.at("file").get<std::string>()).stem().string());
        if (auto written = write_npy(folder_ / name, *values); !written) return written;
        into.fill = "file=" + name;
        return {};
    }

    CudaFile& file_;
    const fs::path &kept_, &folder_;
    std::size_t number_;
    CudaText text_;
    OpenedLaunch out_;
    bool has_hidden_values_ = false;  // that the launch panel cannot show
};

std::string shape_text(const json& in) { return fmt::format("grid {}, block {}", in.at("grid").dump(), in.at("block").dump()); }

}  // namespace

const FileKernel* kernel_of_launch(const FileKernels& kernels, const std::string& launched) {
    const auto found = std::ranges::find_if(
        kernels.kernels, [&](const FileKernel& one) { return plain_name(one.name) == plain_name(entry_of(launched)); });
    return found == kernels.kernels.end() ? nullptr : &*found;
}

Result<OpenedLaunch> take_kept_launch(CudaFile& file, const fs::path& kept, const fs::path& lesson_folder,
                                      const ProgramLaunch& wanted, std::size_t number) {
    const auto text = read_file(kept / "launch.json");
    if (!text) return std::unexpected(text.error());
    const json in = parsed_or_discarded(*text);
    if (!in.is_object()) return failure("what the program kept of the launch cannot be read");
    try {
        const std::string launched = in.at("kernel");
        if (launched != wanted.kernel)
            return failure(fmt::format("launch {} ran the kernel {} this time, but {} before", number, launched, wanted.kernel),
                           "The program does not do the same in every run. Run it again, and choose from the new list.");
        const FileKernel* kernel = kernel_of_launch(file.kernels, launched);
        if (kernel == nullptr)
            return failure(fmt::format("{} is not in the file's own text", launched),
                           "Its kernel comes from a header or a macro. Only launches of kernels in the file itself can be opened.");
        const auto place = static_cast<std::size_t>(kernel - file.kernels.kernels.data());
        auto opened = Taking(file, kept, lesson_folder, number).take(in, file.kernels.kernels[place]);
        if (opened && !(opened->shape == wanted.shape))
            opened->note = fmt::format(
                "The launch has another shape this time ({}): the program does not do the same in every run.", shape_text(in));
        return opened;
    } catch (const json::exception&) {
        return failure("what the program kept of the launch cannot be read");
    }
}

}  // namespace warpwise
