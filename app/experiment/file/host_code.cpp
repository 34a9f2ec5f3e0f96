#include "experiment/file/host_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/launch_limits.h"
#include "base/text.h"
#include "experiment/file/host_fill.h"
#include "experiment/file/host_formula.h"
#include "experiment/run/arguments.h"
#include "experiment/run/resolve.h"
#include "experiment/run/run_settings.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"
#include "lesson/prose.h"
#include "lesson/source_markers.h"
#include "text/declared_parameters.h"

namespace warpwise {
namespace {

constexpr std::string_view kCheckFunction =
    R"(// Every call of the runtime returns an error code. A launch returns none: its error is asked for.
static void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}
)";

bool is_whole(const Parameter& parameter) {
    return parameter.kind != ParameterKind::real && parameter.kind != ParameterKind::choice &&
           parameter.kind != ParameterKind::dtype;
}

// "const float4*" to "float4"; the C++ types that stand for one dtype get one spelling.
std::string element_type(std::string type) {
    for (const std::string_view word : {"const ", " const", "*"})
        for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word)) type.erase(at, word.size());
    type = trimmed(type);
    return type == "unsigned" ? "unsigned int" : type;
}

class HostProgram {
  public:
    HostProgram(const Lesson& lesson, const KernelSpec& kernel, const ExperimentRequest& request, ResolvedLaunch launch,
                ResolvedRunSettings settings, std::string source)
        : lesson_(lesson),
          kernel_(kernel),
          request_(request),
          launch_(std::move(launch)),
          settings_(settings),
          source_(std::move(source)) {
        for (const Parameter& parameter : lesson.parameters)
            if (is_whole(parameter)) whole_.insert(parameter.id);
        cut_ = settings_.length_argument && settings_.chunks > 1;
        pinned_ = settings_.copies == CopyMode::pinned;
    }

    Result<std::string> text() {
        const std::string name = launch_.entry.substr(0, launch_.entry.find('<'));
        declared_ = parameters_in_text(source_, name);
        if (declared_.size() != kernel_.arguments.size())
            return failure(fmt::format("the text has no kernel {} with {} parameters", name, kernel_.arguments.size()),
                           "The host program is written once the kernel is there.");
        blocks_ = free_name("blocks", "grid_size");
        threads_ = free_name("threads", "block_size");
        if (auto made = make_arrays(); !made) return std::unexpected(made.error());
        if (auto made = make_call(); !made) return std::unexpected(made.error());
        const std::string body = cut_ ? chunks_text() : whole_text();  // first: it says which constants it needs
        return head_text() + constants_text() + body;
    }

  private:
    struct HostArray {
        std::string name, type, count;  // "a", "double", "n"
        const ArraySpec* spec = nullptr;
        std::int64_t elements = 0;
        bool output = false, zeroed = false;
        std::string data() const { return name; }
        std::string bytes() const { return fmt::format("{}_bytes", name); }
    };

    // A name of the program's own, unless a parameter, an array or the kernel has it.
    std::string free_name(const std::string& wanted, const std::string& otherwise) const {
        const auto has = [&](const auto& all, auto name) { return std::ranges::find(all, wanted, name) != all.end(); };
        const bool taken = has(lesson_.parameters, &Parameter::id) || has(lesson_.arrays, &ArraySpec::id) ||
                           has(declared_, &Program::Parameter::name) || launch_.entry.substr(0, launch_.entry.find('<')) == wanted;
        return taken ? otherwise : wanted;
    }

    // A formula of whole numbers as C++, or its value with the formula beside it.
    std::string whole_number(const std::string& formula, double value) {
        if (const auto cpp = cpp_formula(formula, whole_)) {
            used_.insert(cpp->names.begin(), cpp->names.end());
            return cpp->text;
        }
        return fmt::format("{}", static_cast<std::int64_t>(std::llround(value)));
    }

    Result<void> make_arrays() {
        for (const std::string& id : kernel_.arguments) {
            const auto spec = std::ranges::find(lesson_.arrays, id, &ArraySpec::id);
            if (spec == lesson_.arrays.end() || std::ranges::find(arrays_, id, &HostArray::name) != arrays_.end()) continue;
            const auto shape = shape_of(*spec, request_.parameters, launch_.dtype);
            if (!shape) return std::unexpected(shape.error());
            HostArray array{id,           std::string(c_name_of(shape->dtype)), {}, &*spec, 1,
                            spec->output, spec->output && spec->fill == "zeros"};
            for (std::size_t i = 0; i < shape->extents.size(); ++i) {
                array.elements *= shape->extents[i];
                std::string extent = whole_number(spec->shape[i], static_cast<double>(shape->extents[i]));
                if (extent.find(' ') != std::string::npos) extent = fmt::format("({})", extent);
                if (shape->extents.size() > 1 && i == 0)  // the product may be larger than an int
                    array.count = extent.starts_with('(') ? "std::size_t" + extent : fmt::format("std::size_t({})", extent);
                else
                    array.count += (i == 0 ? "" : " * ") + extent;
            }
            needs_half_ = needs_half_ || shape->dtype == DType::f16;
            arrays_.push_back(std::move(array));
        }
        return {};
    }

    // A template's own letter is the run's dtype.
    std::string type_of(const Program::Parameter& parameter) const {
        const std::string type = element_type(parameter.type);
        return type.size() == 1 ? std::string(c_name_of(launch_.dtype)) : type;
    }

    Result<void> make_call() {
        for (std::size_t i = 0; i < kernel_.arguments.size(); ++i) {
            const std::string& argument = kernel_.arguments[i];
            const Program::Parameter& parameter = declared_[i];
            const auto array = std::ranges::find(arrays_, argument, &HostArray::name);
            if (array != arrays_.end()) {
                const std::string wanted = type_of(parameter);
                std::string given = fmt::format("d_{}", argument);
                if (cut_) given += " + begin" + per_element(*array);
                if (wanted != element_type(array->type)) {
                    const bool reads = parameter.type.find("const") != std::string::npos;
                    given = fmt::format("reinterpret_cast<{}{}*>({})", reads ? "const " : "", wanted, given);
                }
                call_.push_back(given);
                continue;
            }
            if (cut_ && i == *settings_.length_argument) {
                call_.emplace_back("count");
                continue;
            }
            const auto value = evaluate(argument, request_.parameters);
            if (!value) return std::unexpected(value.error());
            if (const auto cpp = cpp_formula(argument, whole_)) {
                used_.insert(cpp->names.begin(), cpp->names.end());
                call_.push_back(cpp->text);
                continue;
            }
            const std::string type = type_of(parameter);
            const bool real = type == "float" || type == "double" || type == "__half";
            const std::string digits = type == "double" ? fmt::format("{}", *value) : fmt::format("{}", static_cast<float>(*value));
            const std::string number = real ? digits + (digits.find_first_of(".e") == std::string::npos ? ".0" : "")
                                            : fmt::format("{}", static_cast<std::int64_t>(std::llround(*value)));
            scalars_ += fmt::format("    const {} {} = {}{};{}\n", type, parameter.name, number, type == "float" ? "f" : "",
                                    parameter.name == argument ? "" : "  // " + argument);
            call_.push_back(parameter.name);
        }
        return {};
    }

    // " * 4" of an array that has four numbers for each element of the length.
    std::string per_element(const HostArray& array) const {
        const auto length = evaluate(kernel_.length, request_.parameters);
        const auto elements = length && *length > 0 ? std::llround(static_cast<double>(array.elements) / *length) : 1;
        return elements == 1 ? "" : fmt::format(" * {}", elements);
    }

    std::string head_text() const {
        std::string text = fmt::format("// The host program of \"{}\": {}. Build it with: nvcc -o program program.cu\n",
                                       lesson_.title, kernel_.title);
        text += "#include <cuda_runtime.h>\n";
        if (needs_half_) text += "#include <cuda_fp16.h>\n";
        text += "\n#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n\n";
        return text + source_ + "\n" + std::string(kCheckFunction) + "\nint main() {\n";
    }

    std::string constants_text() const {
        std::string text;
        for (const Parameter& parameter : lesson_.parameters) {
            const auto value = request_.parameters.find(parameter.id);
            if (!used_.contains(parameter.id) || value == request_.parameters.end()) continue;
            const auto* whole = std::get_if<std::int64_t>(&value->second);
            const bool wide = whole != nullptr && std::abs(*whole) > 2147483647;
            text +=
                fmt::format("    const {} {} = {};\n", wide ? "long long" : "int", parameter.id, warpwise::text_of(value->second));
        }
        return text + scalars_ + (text.empty() && scalars_.empty() ? "" : "\n");
    }

    std::string host_arrays() {
        std::string text;
        for (const HostArray& array : arrays_) {
            text += fmt::format("    const std::size_t {}_count = {};\n", array.name, array.count);
            text += fmt::format("    const std::size_t {} = {}_count * sizeof({});\n", array.bytes(), array.name, array.type);
            if (pinned_) {
                text += fmt::format("    {0}* {1} = nullptr;  // page-locked, so that the GPU can fetch it by itself\n", array.type,
                                    array.name);
                text += fmt::format("    check(cudaMallocHost(&{}, {}), \"cudaMallocHost\");\n", array.name, array.bytes());
            } else {
                text += fmt::format("    std::vector<{0}> {1}_host({1}_count);\n", array.type, array.name);
                text += fmt::format("    {0}* {1} = {1}_host.data();\n", array.type, array.name);
            }
            if (!array.zeroed) text += host_fill(array.name, array.type, array.spec->fill);
        }
        return text;
    }

    std::string device_arrays() const {
        std::string text;
        for (const HostArray& array : arrays_) {
            text += fmt::format("    {}* d_{} = nullptr;\n", array.type, array.name);
            text += fmt::format("    check(cudaMalloc(&d_{}, {}), \"cudaMalloc\");\n", array.name, array.bytes());
            if (array.zeroed && array.spec->fill != "unset")
                text += fmt::format("    check(cudaMemset(d_{}, 0, {}), \"cudaMemset\");\n", array.name, array.bytes());
        }
        return text;
    }

    // "dim3 name(x, y)", with as many edges as are not 1. The block's edges are numbers or parameters, as the lesson has them.
    std::string dim3_text(std::string_view name, const Dim3& edges, const std::string& x, const std::string& y,
                          const std::string& z, bool own) {
        std::vector<std::string> parts{own ? fmt::format("{}", edges.x) : whole_number(x, edges.x),
                                       own ? fmt::format("{}", edges.y) : whole_number(y, edges.y),
                                       own ? fmt::format("{}", edges.z) : whole_number(z, edges.z)};
        while (parts.size() > 1 && parts.back() == "1") parts.pop_back();
        return fmt::format("const dim3 {}({});", name, fmt::join(parts, ", "));
    }
    std::string threads_text() {
        return dim3_text(threads_, launch_.shape.block, kernel_.block_x, kernel_.block_y, kernel_.block_z,
                         request_.block.has_value());
    }
    std::string blocks_text() {
        return dim3_text(blocks_, launch_.shape.grid, kernel_.grid_x, kernel_.grid_y, kernel_.grid_z, request_.grid.has_value());
    }

    std::string shared_text() {
        const double bytes = launch_.shape.dynamic_shared_bytes;
        return bytes == 0 ? "" : whole_number(kernel_.shared_bytes, bytes);
    }

    std::string launch_text(const std::string& shared, bool in_stream) const {
        std::string configuration = blocks_ + ", " + threads_;
        if (!shared.empty() || in_stream) configuration += ", " + (shared.empty() ? "0" : shared);
        if (in_stream) configuration += ", stream";
        return fmt::format("{}<<<{}>>>({});\n", launch_.entry, configuration, fmt::join(call_, ", "));
    }

    std::string opt_in_text(const std::string& shared) const {
        if (launch_.shape.dynamic_shared_bytes <= kSharedBytesByDefault) return {};
        return fmt::format(
            "    // more than the 48 KiB that every kernel may have\n    check(cudaFuncSetAttribute({}, "
            "cudaFuncAttributeMaxDynamicSharedMemorySize, {}), \"cudaFuncSetAttribute\");\n",
            launch_.entry, shared);
    }

    std::string first_values() const {
        std::string text;
        for (const HostArray& array : arrays_)
            if (array.output)
                text += fmt::format("    std::printf(\"{0}[0] = %g\\n\", static_cast<double>({0}[0]));\n", array.name);
        return text;
    }

    std::string free_text() const {
        std::string text;
        for (const HostArray& array : arrays_) text += fmt::format("    check(cudaFree(d_{}), \"cudaFree\");\n", array.name);
        if (pinned_)
            for (const HostArray& array : arrays_)
                text += fmt::format("    check(cudaFreeHost({}), \"cudaFreeHost\");\n", array.name);
        return text + "    return 0;\n}\n";
    }

    std::string whole_text() {
        std::string text = "    // The arrays, on the host and on the device.\n" + host_arrays() + device_arrays();
        if (!std::ranges::all_of(arrays_, &HostArray::zeroed)) text += "\n    // Copy in.\n";
        if (settings_.copies == CopyMode::resident) text += "    // Once: further launches find the arrays on the device.\n";
        for (const HostArray& array : arrays_)
            if (!array.zeroed)
                text += fmt::format("    check(cudaMemcpy(d_{0}, {1}, {2}, cudaMemcpyHostToDevice), \"copy in {0}\");\n",
                                    array.name, array.data(), array.bytes());
        const std::string shared = shared_text();
        text += "\n    // Launch. The host continues at once, so a fault of the kernel shows when it waits.\n";
        text += "    " + threads_text() + "\n    " + blocks_text() + "\n" + opt_in_text(shared);
        text += "    " + launch_text(shared, false);
        text += "    check(cudaGetLastError(), \"launch\");\n    check(cudaDeviceSynchronize(), \"kernel\");\n";
        text += "\n    // Copy out.\n";
        for (const HostArray& array : arrays_)
            if (array.output)
                text += fmt::format("    check(cudaMemcpy({1}, d_{0}, {2}, cudaMemcpyDeviceToHost), \"copy out {0}\");\n",
                                    array.name, array.data(), array.bytes());
        return text + first_values() + "\n" + free_text();
    }

    std::string chunk_copy(const HostArray& array, bool in) const {
        const std::string step = per_element(array);
        const std::string host = fmt::format("{} + begin{}", array.name, step),
                          device = fmt::format("d_{} + begin{}", array.name, step);
        return fmt::format("        check(cudaMemcpyAsync({}, {}, sizeof({}) * count{}, {}, stream), \"{} {}\");\n",
                           in ? device : host, in ? host : device, array.type, step,
                           in ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost", in ? "copy in" : "copy out", array.name);
    }

    std::string chunks_text() {
        std::string text =
            "    // The arrays: copies overlap with kernels only from page-locked host memory.\n" + host_arrays() + device_arrays();
        text += fmt::format(
            "\n    // Non-blocking streams do not wait for the legacy default stream, which takes all calls that name no stream.\n"
            "    const int chunks = {}, streams = {};\n"
            "    std::vector<cudaStream_t> queue(streams);\n"
            "    for (cudaStream_t& stream : queue)\n"
            "        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), \"cudaStreamCreate\");\n",
            settings_.chunks, settings_.streams);
        // The clearing above went to the legacy default stream, which these streams do not wait for.
        if (std::ranges::any_of(arrays_, &HostArray::zeroed)) text += "    check(cudaDeviceSynchronize(), \"cudaMemset\");\n";
        const std::string length = whole_number(kernel_.length, evaluate(kernel_.length, request_.parameters).value_or(0));
        used_.erase("chunks"), used_.erase("streams");
        const std::string shared = shared_text();
        text += opt_in_text(shared);
        text += fmt::format(
            "\n    // Copy in, launch, copy out, chunk by chunk; no call in this loop waits for the GPU.\n"
            "    {}\n"
            "    const int each = ({} + chunks - 1) / chunks;\n"
            "    for (int chunk = 0; chunk < chunks; ++chunk) {{\n"
            "        const std::size_t begin = std::size_t(chunk) * each;\n"
            "        if (begin >= std::size_t({})) break;\n"
            "        const int count = std::min(each, {} - int(begin));\n"
            "        const cudaStream_t stream = queue[chunk % streams];\n",
            threads_text(), length, length, length);
        for (const HostArray& array : arrays_)
            if (!array.zeroed) text += chunk_copy(array, true);
        text += "        " + blocks_of_chunk() + "\n        " + launch_text(shared, true);
        text += "        check(cudaGetLastError(), \"launch\");\n";
        for (const HostArray& array : arrays_)
            if (array.output) text += chunk_copy(array, false);
        text += "    }\n    check(cudaDeviceSynchronize(), \"the streams\");\n" + first_values() + "\n";
        text += "    for (const cudaStream_t stream : queue) check(cudaStreamDestroy(stream), \"cudaStreamDestroy\");\n";
        return text + free_text();
    }

    // The grid's formula for `count` elements; the grid of the whole where it cannot be said: the guard keeps the rest out.
    std::string blocks_of_chunk() {
        std::string formula = kernel_.grid_x;
        for (std::size_t at = formula.find(kernel_.length); at != std::string::npos;) {
            const bool alone = (at == 0 || !is_name(formula[at - 1])) &&
                               (at + kernel_.length.size() >= formula.size() || !is_name(formula[at + kernel_.length.size()]));
            if (alone) formula.replace(at, kernel_.length.size(), "count");
            at = formula.find(kernel_.length, at + 1);
        }
        std::set<std::string> names = whole_;
        names.insert("count");
        const auto cpp = cpp_formula(formula, names);
        if (!cpp || request_.grid) return blocks_text();
        for (const std::string& name : cpp->names)
            if (name != "count") used_.insert(name);
        return fmt::format("const dim3 {}({});", blocks_, cpp->text);
    }
    static bool is_name(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

    const Lesson& lesson_;
    const KernelSpec& kernel_;
    const ExperimentRequest& request_;
    ResolvedLaunch launch_;
    ResolvedRunSettings settings_;
    std::string source_;
    bool cut_ = false, pinned_ = false, needs_half_ = false;
    std::vector<Program::Parameter> declared_;
    std::vector<HostArray> arrays_;
    std::string blocks_, threads_;   // what the program calls the grid and the block
    std::vector<std::string> call_;  // the launch's arguments
    std::string scalars_;            // constants of the call that no parameter is
    std::set<std::string> whole_;    // parameters of whole numbers
    std::set<std::string> used_;     // of them, those that the program names
};

}  // namespace

Result<std::string> host_code(const Lesson& lesson, const ExperimentRequest& asked) {
    ExperimentRequest request = asked;
    if (request.kernel.empty()) request.kernel = lesson.kernels.front().id;
    request.parameters.merge(ParameterValues(lesson.defaults()));
    auto launch = resolve_launch(lesson, request);
    if (!launch) return std::unexpected(launch.error());
    const KernelSpec& kernel = *lesson.find_kernel(request.kernel);
    if (!kernel.library.empty())
        return usage_error(fmt::format("{} is a routine of a library, which no kernel of a lesson launches", kernel.library));
    const auto settings = resolve_run_settings(lesson, kernel, request);
    if (!settings) return std::unexpected(settings.error());
    auto source = request.edited_source ? Result<std::string>(*request.edited_source) : read_kernel_file(lesson, kernel);
    if (!source) return std::unexpected(source.error());
    return HostProgram(lesson, kernel, request, std::move(*launch), *settings, strip_markers(*source)).text();
}

}  // namespace warpwise
