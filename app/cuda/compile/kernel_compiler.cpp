#include "cuda/compile/kernel_compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "cuda/compile/nvrtc_log.h"
#include "text/source_scanner.h"

namespace warpwise {
namespace {

struct Header {
    const char* name;
    const char* text;
};

// Host headers that device code often names. NVRTC knows their device parts without them; here they are found and add
// what is missing, so that the same text compiles in the emulator, with nvcc and here.
// The 64-bit types are those of libcu++ under NVRTC, which defines the same names.
constexpr const char* kIntegerTypes = R"(#pragma once
typedef signed char int8_t; typedef unsigned char uint8_t;
typedef signed short int16_t; typedef unsigned short uint16_t;
typedef signed int int32_t; typedef unsigned int uint32_t;
typedef signed long long int64_t; typedef unsigned long long uint64_t;
typedef signed long long intptr_t; typedef unsigned long long uintptr_t;
)";
constexpr const char* kIntegerTypesInStd = R"(#pragma once
#include <warpwise_integer_types.h>
namespace std {
using ::size_t; using ::ptrdiff_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::intptr_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::uintptr_t;
}
)";
constexpr const char* kLimits = R"(#pragma once
#define CHAR_BIT 8
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
)";
constexpr const char* kKnownToNvrtc = "#pragma once\n";
constexpr std::array<Header, 18> kHeaders{{
    {"warpwise_integer_types.h", kIntegerTypes},
    {"cstdint", kIntegerTypesInStd},
    {"stdint.h", "#include <warpwise_integer_types.h>\n"},
    {"warpwise_limits.h", kLimits},
    {"climits", "#include <warpwise_limits.h>\n"},
    {"limits.h", "#include <warpwise_limits.h>\n"},
    {"cfloat", "#include <warpwise_limits.h>\n"},
    {"float.h", "#include <warpwise_limits.h>\n"},
    {"cstddef", kIntegerTypesInStd},
    {"stddef.h", kKnownToNvrtc},
    {"cmath", kKnownToNvrtc},
    {"math.h", kKnownToNvrtc},
    {"cstdio", kKnownToNvrtc},
    {"stdio.h", kKnownToNvrtc},
    {"cassert", kKnownToNvrtc},
    {"assert.h", kKnownToNvrtc},
    {"cuda_runtime.h", kKnownToNvrtc},
    {"device_launch_parameters.h", kKnownToNvrtc},
}};

// nvcc wants __device__ on a lambda that a kernel passes on; NVRTC, where every lambda is device code, refuses it. Spaces in
// its place keep the columns. "[[nodiscard]] __device__" is an attribute of a function and stays.
std::string without_lambda_annotations(std::string text) {
    constexpr std::string_view device = "__device__", host = "__host__";
    const std::string code = without_comments(text);  // lessons mark lines with //[work], whose bracket begins no lambda
    const auto skip_back = [&code](std::size_t at) {
        while (at > 0 && kSourceBlanks.contains(code[at - 1])) --at;
        return at;
    };
    for (std::size_t at = find_word(code, device); at != std::string::npos; at = find_word(code, device, at + device.size())) {
        std::size_t before = skip_back(at);
        if (std::string_view(code).substr(0, before).ends_with(host)) before = skip_back(before - host.size());
        if (before < 2 || code[before - 1] != ']' || code[before - 2] == ']') continue;
        for (std::size_t i = before; i < at + device.size(); ++i)
            if (text[i] != '\n') text[i] = ' ';
    }
    return text;
}

// What the emulator defines without an #include, in front of the user's text; #line keeps the user's line numbers.
std::string with_prelude(const KernelSource& source) {
    std::string text = "#include <warpwise_integer_types.h>\n";
    const bool has_half = source.text.find("__half") != std::string::npos || source.entry.find("__half") != std::string::npos;
    if (has_half) text += "#include <cuda_fp16.h>\n";
    return text + fmt::format("#line 1 \"{}\"\n", source.origin) + without_lambda_annotations(source.text);
}

Diagnostics one_error(const KernelSource& source, std::string message, std::string hint) {
    return {Diagnostic{.file = source.origin, .message = std::move(message), .hint = std::move(hint)}};
}

std::string log_of(const Nvrtc& nvrtc, nvrtcProgram program) {
    std::size_t bytes = 0;
    if (nvrtc.nvrtcGetProgramLogSize(program, &bytes) != NVRTC_SUCCESS || bytes <= 1) return {};
    std::string log(bytes, '\0');
    if (nvrtc.nvrtcGetProgramLog(program, log.data()) != NVRTC_SUCCESS) return {};
    log.resize(bytes - 1);  // without the final zero
    return log;
}

// The name before template arguments: "add_one" of "add_one<float>".
std::string base_name(const std::string& entry) { return entry.substr(0, entry.find('<')); }

constexpr std::string_view kNameMap = "__nv_name_map";  // the file that NVRTC parses name expressions in

// A bad name expression is an error in a file that the user does not know; said in the user's words instead.
Diagnostics entry_errors(const KernelSource& source, const Diagnostics& diagnostics) {
    const std::vector<std::string> names = kernel_names(source.text);
    const std::string name = base_name(source.entry);
    if (std::ranges::find(names, name) == names.end()) {
        const std::string hint = names.empty() ? "A kernel is a function marked __global__ that returns void"
                                               : fmt::format("The kernels there: {}", fmt::join(names, ", "));
        return one_error(source, fmt::format("there is no kernel {} in {}", name, source.origin), hint);
    }
    const auto first = std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity);
    return one_error(source, fmt::format("the entry {} names no kernel in {}: {}", source.entry, source.origin, first->message),
                     "A template needs its arguments, as in add_one<float>; a plain function has none");
}

// What the user can act on: errors in the text, else in the entry. Errors of the entry follow from those in the text.
Diagnostics errors_for_user(const KernelSource& source, Diagnostics diagnostics) {
    const auto is_entrys = [](const Diagnostic& d) { return d.file == kNameMap; };
    Diagnostics in_text = diagnostics;
    std::erase_if(in_text, is_entrys);
    return has_errors(in_text) ? in_text : entry_errors(source, diagnostics);
}

// For the GPU's own architecture when NVRTC knows it, else as PTX for the newest that it knows, which the driver translates.
std::pair<std::string, bool> architecture_option(const Nvrtc& nvrtc, int architecture) {
    if (std::ranges::find(nvrtc.architectures, architecture) != nvrtc.architectures.end())
        return {fmt::format("--gpu-architecture=sm_{}", architecture), false};
    int nearest = nvrtc.architectures.front();
    for (const int known : nvrtc.architectures)
        if (known <= architecture) nearest = known;
    return {fmt::format("--gpu-architecture=compute_{}", nearest), true};
}

class NvrtcProgram {
  public:
    NvrtcProgram(const Nvrtc& nvrtc, const KernelSource& source) : nvrtc_(nvrtc) {
        std::array<const char*, kHeaders.size()> names{}, texts{};
        for (std::size_t i = 0; i < kHeaders.size(); ++i) {
            names[i] = kHeaders[i].name;
            texts[i] = kHeaders[i].text;
        }
        const std::string text = with_prelude(source);
        status_ = nvrtc.nvrtcCreateProgram(&program_, text.c_str(), source.origin.c_str(), static_cast<int>(kHeaders.size()),
                                           texts.data(), names.data());
    }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;
    ~NvrtcProgram() {
        if (program_ != nullptr) nvrtc_.nvrtcDestroyProgram(&program_);
    }
    nvrtcProgram get() const { return program_; }
    nvrtcResult status() const { return status_; }

  private:
    const Nvrtc& nvrtc_;
    nvrtcProgram program_ = nullptr;
    nvrtcResult status_ = NVRTC_SUCCESS;
};

nvrtcResult compile_program(const Nvrtc& nvrtc, nvrtcProgram program, const std::string& architecture, bool with_ptxas_log,
                            const simt::CompileOptions& own) {
    std::vector<std::string> options{architecture, "--std=c++20", "--generate-line-info"};
    if (nvrtc.major < 12) options[1] = "--std=c++17";
    if (with_ptxas_log && nvrtc.major >= 12) options.emplace_back("--ptxas-options=-v");
    for (const auto& dir : nvrtc.include_dirs) options.push_back("--include-path=" + dir.string());
    if (!own.folder.empty()) options.push_back("--include-path=" + own.folder);
    for (const std::string& folder : own.include_folders) options.push_back("--include-path=" + folder);
    for (const std::string& definition : own.definitions) options.push_back("--define-macro=" + definition);
    std::vector<const char*> texts;
    for (const std::string& option : options) texts.push_back(option.c_str());
    return nvrtc.nvrtcCompileProgram(program, static_cast<int>(texts.size()), texts.data());
}

nvrtcResult read_image(const Nvrtc& nvrtc, nvrtcProgram program, CompiledKernel& kernel) {
    std::size_t bytes = 0;
    const auto size = kernel.is_ptx ? nvrtc.nvrtcGetPTXSize : nvrtc.nvrtcGetCUBINSize;
    const auto read = kernel.is_ptx ? nvrtc.nvrtcGetPTX : nvrtc.nvrtcGetCUBIN;
    if (const nvrtcResult status = size(program, &bytes); status != NVRTC_SUCCESS) return status;
    kernel.image.resize(bytes);
    return read(program, kernel.image.data());
}

nvrtcResult read_ptx(const Nvrtc& nvrtc, nvrtcProgram program, std::string& ptx) {
    std::size_t bytes = 0;
    if (const nvrtcResult status = nvrtc.nvrtcGetPTXSize(program, &bytes); status != NVRTC_SUCCESS) return status;
    ptx.resize(bytes);
    const nvrtcResult status = nvrtc.nvrtcGetPTX(program, ptx.data());
    while (!ptx.empty() && ptx.back() == '\0') ptx.pop_back();
    return status;
}

// `listing`: takes what a reader wants beside the image; null: not wanted.
std::expected<CompiledKernel, Diagnostics> compile(const Nvrtc& nvrtc, const KernelSource& source, int architecture,
                                                   CompilerOutput* listing) {
    const auto begin = std::chrono::steady_clock::now();
    const auto refused = [&](nvrtcResult status) {
        return std::unexpected(one_error(source, std::string("NVRTC gave up: ") + nvrtc.nvrtcGetErrorString(status), {}));
    };
    if (source.text.find('\0') != std::string::npos)
        return std::unexpected(one_error(source, "the text holds a zero byte", "Save the file as plain UTF-8 text"));

    const NvrtcProgram program(nvrtc, source);
    if (program.status() != NVRTC_SUCCESS) return refused(program.status());
    if (const nvrtcResult status = nvrtc.nvrtcAddNameExpression(program.get(), source.entry.c_str()); status != NVRTC_SUCCESS)
        return refused(status);
    CompiledKernel kernel;
    const auto [option, is_ptx] = architecture_option(nvrtc, architecture);
    kernel.is_ptx = is_ptx;
    const nvrtcResult status = compile_program(nvrtc, program.get(), option, listing != nullptr, source.options);
    const std::string log = log_of(nvrtc, program.get());
    Diagnostics diagnostics = parse_nvrtc_log(log, source.text);
    if (status != NVRTC_SUCCESS) {
        if (!has_errors(diagnostics)) return refused(status);
        return std::unexpected(errors_for_user(source, std::move(diagnostics)));
    }
    const char* lowered = nullptr;
    if (const nvrtcResult named = nvrtc.nvrtcGetLoweredName(program.get(), source.entry.c_str(), &lowered); named != NVRTC_SUCCESS)
        return refused(named);
    kernel.lowered_name = lowered;
    if (const nvrtcResult read = read_image(nvrtc, program.get(), kernel); read != NVRTC_SUCCESS) return refused(read);
    if (listing != nullptr) {
        listing->log = log;
        if (const nvrtcResult read = read_ptx(nvrtc, program.get(), listing->ptx); read != NVRTC_SUCCESS) return refused(read);
    }
    kernel.warnings = std::move(diagnostics);
    kernel.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return kernel;
}

}  // namespace

std::vector<std::string> kernel_names(const std::string& text) {
    constexpr std::string_view mark = "__global__", bounds = "__launch_bounds__";
    const std::string code = without_comments(text);
    std::vector<std::string> names;
    for (std::size_t at = find_word(code, mark); at != std::string::npos; at = find_word(code, mark, at + mark.size())) {
        std::size_t open = code.find('(', at);
        if (find_word(code, bounds, at) < open && open != std::string::npos) {
            const std::size_t close = partner_of_bracket(code, open);
            open = close == std::string::npos ? close : code.find('(', close);
        }
        if (open == std::string::npos) break;
        std::size_t end = open;
        while (end > at && !in_name(code[end - 1])) --end;
        std::size_t begin = end;
        while (begin > at && in_name(code[begin - 1])) --begin;
        names.push_back(code.substr(begin, end - begin));
    }
    return names;
}

std::expected<CompiledKernel, Diagnostics> compile_kernel(const Nvrtc& nvrtc, const KernelSource& source, int architecture) {
    return compile(nvrtc, source, architecture, nullptr);
}

std::expected<CompilerOutput, Diagnostics> compile_listing(const Nvrtc& nvrtc, const KernelSource& source, int architecture) {
    CompilerOutput output;
    output.compiler = fmt::format("NVRTC {}.{}", nvrtc.major, nvrtc.minor);
    output.file = source.origin;
    if (std::ranges::find(nvrtc.architectures, architecture) == nvrtc.architectures.end())
        return std::unexpected(one_error(source, fmt::format("{} knows no sm_{}", output.compiler, architecture),
                                         fmt::format("It compiles for sm_{}", fmt::join(nvrtc.architectures, ", sm_"))));
    auto kernel = compile(nvrtc, source, architecture, &output);
    if (!kernel) return std::unexpected(std::move(kernel.error()));
    output.entry = kernel->lowered_name;
    output.cubin = std::move(kernel->image);
    output.compile_ms = kernel->compile_ms;
    return output;
}

}  // namespace warpwise
