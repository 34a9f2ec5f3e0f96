// NVRTC, and the modules that the driver API makes of what it has compiled. A program is given a line that names a module of this
// process in place of PTX and CUBIN, and hands it on to cuModuleLoadData().
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

#include "base/files.h"
#include "program/libraries/library_calls.h"
#include "program/runtime/api_table.h"

// It continues what runtime.h includes.
#include "program/headers/nvrtc_host.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kImage = "// compiled by Warpwise: module ";

// Of the texts, which the messages about their kernels name; removed with the process.
class TextFolder {
  public:
    TextFolder() {
        std::string name = (fs::temp_directory_path() / "warpwise-nvrtc-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) folder_ = name;
    }
    ~TextFolder() {
        std::error_code ignored;
        if (!folder_.empty()) fs::remove_all(folder_, ignored);
    }
    TextFolder(const TextFolder&) = delete;
    fs::path make(std::size_t number) const {
        std::error_code ignored;
        const fs::path out = folder_ / std::to_string(number);
        fs::create_directory(out, ignored);
        return out;
    }

  private:
    fs::path folder_;
};

struct Module {
    std::shared_ptr<DeviceModule> device;
    std::map<std::string, std::unique_ptr<char>> functions;  // handles by name
};

struct Modules {
    TextFolder texts;
    std::vector<std::unique_ptr<Module>> all;
};

Modules& modules() {
    static Modules state;
    return state;
}

// "<float>" and the like of a program's name would not be a file's.
std::string file_name_of(const std::string& name) {
    const std::string file = fs::path(name).filename().string();
    return file.empty() || file.size() > 100 ? "program.cu" : fs::path(file).replace_extension(".cu").string();
}

std::string name_of_expression(std::size_t number) { return fmt::format("__warpwise_name_{}", number); }

// nvcc's options, as far as they change what is read. One that stands alone takes the next for its value.
void take_options(ProgramText& text, std::span<const char* const> options) {
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string_view option = options[i] ? options[i] : "";
        const auto value = [&](std::initializer_list<std::string_view> names) -> std::optional<std::string> {
            for (const std::string_view name : names) {
                if (option == name && i + 1 < options.size()) return options[++i];
                if (option.starts_with(name) && option.size() > name.size())
                    return std::string(option.substr(name.size() + (option[name.size()] == '=' ? 1 : 0)));
            }
            return std::nullopt;
        };
        if (const auto folder = value({"--include-path", "-I"}))
            text.include_dirs.emplace_back(*folder);
        else if (const auto definition = value({"--define-macro", "-D"}))
            text.definitions.push_back(*definition);
        else if (const auto name = value({"--undefine-macro", "-U"}))
            text.undefinitions.push_back(*name);
        else if (const auto standard = value({"--std", "-std"}); standard && *standard > "c++17")
            text.standard = *standard;
    }
}

}  // namespace
}  // namespace warpwise

struct _nvrtcProgram {
    std::string text, name;
    std::vector<std::pair<std::string, std::string>> headers;  // name, text
    std::vector<std::pair<std::string, std::string>> names;    // expression, the linker's name
    std::string log, image;
};

namespace warpwise {
namespace {

nvrtcResult compile(_nvrtcProgram& program, std::span<const char* const> options) {
    Modules& state = modules();
    const fs::path folder = state.texts.make(state.all.size());
    ProgramText text;
    text.file = folder / file_name_of(program.name);
    text.include_dirs.push_back(folder);
    text.forced_includes.emplace_back("assert.h");  // NVRTC knows assert() unasked
    take_options(text, options);
    for (const auto& [name, header] : program.headers) {
        const fs::path relative = fs::path(name).lexically_normal();
        if (relative.is_absolute() || relative.empty() || *relative.begin() == "..") continue;  // none of ours to write
        std::error_code ignored;
        fs::create_directories((folder / name).parent_path(), ignored);
        (void)write_file_atomically(folder / name, header);
    }
    std::string all = program.text;
    for (std::size_t i = 0; i < program.names.size(); ++i)
        all += fmt::format("\nextern \"C\" __attribute__((device, used)) const void* const {} = (const void*)({});",
                           name_of_expression(i), program.names[i].first);
    if (!write_file_atomically(text.file, all + "\n")) return NVRTC_ERROR_INTERNAL_ERROR;
    auto device = compile_device_side(text);
    program.log.clear();
    if (!device) {
        for (const Diagnostic& each : device.error())
            program.log += fmt::format("{}({}): {}: {}\n", program.name, each.line,
                                       each.severity == Severity::error ? "error" : "note", each.message);
        return NVRTC_ERROR_COMPILATION;
    }
    for (std::size_t i = 0; i < program.names.size(); ++i) program.names[i].second = device->function_at(name_of_expression(i));
    program.image = fmt::format("{}{}\n", kImage, state.all.size());
    state.all.push_back(std::make_unique<Module>(std::make_shared<DeviceModule>(std::move(*device))));
    return NVRTC_SUCCESS;
}

nvrtcResult give(const std::string& text, char* to) {
    if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    std::memcpy(to, text.c_str(), text.size() + 1);
    return NVRTC_SUCCESS;
}

nvrtcResult give_size(const std::string& text, std::size_t* to) {
    if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    *to = text.size() + 1;
    return NVRTC_SUCCESS;
}

int load(const LibraryCall& call, void** out, const void* image) {
    if (out == nullptr || image == nullptr) return 1;  // CUDA_ERROR_INVALID_VALUE
    if (std::strncmp(static_cast<const char*>(image), kImage.data(), kImage.size()) != 0) {
        call.unsupported("a module that is compiled already (PTX, CUBIN or a fat binary)",
                         "Modules that the program compiles with NVRTC and kernels of its own sources are supported.");
        return 200;  // CUDA_ERROR_INVALID_IMAGE
    }
    const std::size_t number = std::strtoull(static_cast<const char*>(image) + kImage.size(), nullptr, 10);
    if (number >= modules().all.size()) return 200;
    *out = modules().all[number].get();
    return 0;
}

int function_of(Runtime& runtime, void** out, void* handle, const char* name) {
    auto* module = static_cast<Module*>(handle);
    if (out == nullptr || module == nullptr || name == nullptr) return 1;
    const auto made = module->device->kernel(name);
    if (!made) {
        runtime.tell_unsupported(made.error());
        return 200;
    }
    if (*made == nullptr) return 500;  // CUDA_ERROR_NOT_FOUND
    std::unique_ptr<char>& function = module->functions[name];
    if (!function) {
        function = std::make_unique<char>();
        runtime.add_kernel(function.get(), module->device, name);
    }
    *out = function.get();
    return 0;
}

}  // namespace
}  // namespace warpwise

using namespace warpwise;

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
    switch (result) {
        case NVRTC_SUCCESS: return "NVRTC_SUCCESS";
        case NVRTC_ERROR_INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
        case NVRTC_ERROR_INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
        case NVRTC_ERROR_COMPILATION: return "NVRTC_ERROR_COMPILATION";
        case NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION: return "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
        case NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION: return "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
        case NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID: return "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
        default: return "NVRTC_ERROR_INTERNAL_ERROR";
    }
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
    if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    *major = 12;
    *minor = 8;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* out, const char* text, const char* name, int count, const char* const* texts,
                               const char* const* names) {
    if (out == nullptr || text == nullptr || count < 0) return NVRTC_ERROR_INVALID_INPUT;
    auto program = std::make_unique<_nvrtcProgram>(text, name && *name ? name : "default_program");
    for (int i = 0; i < count; ++i)
        if (texts[i] && names[i]) program->headers.emplace_back(names[i], texts[i]);
    *out = program.release();
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
    if (program == nullptr || *program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    delete std::exchange(*program, nullptr);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char* const* options) {
    if (program == nullptr || count < 0) return NVRTC_ERROR_INVALID_PROGRAM;
    const std::lock_guard lock(Runtime::instance().mutex);
    return compile(*program, {options, static_cast<std::size_t>(count)});
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes) {
    return program ? give_size(program->image, bytes) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* to) { return program ? give(program->image, to) : NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
    return program ? give_size(program->log, bytes) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* to) {
    return program ? give(program->log, to) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
    if (program == nullptr || expression == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!program->image.empty()) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    program->names.emplace_back(expression, "");
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name) {
    if (program == nullptr || expression == nullptr || name == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    if (program->image.empty()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (const auto& [asked, lowered] : program->names)
        if (asked == expression && !lowered.empty()) {
            *name = lowered.c_str();
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

int __warpwise_load_module(void** out, const void* image) {
    WARPWISE_LIBRARY_CALL("cuModuleLoadData");
    return load(call, out, image);
}
int __warpwise_module_function(void** out, void* module, const char* name) {
    WARPWISE_LIBRARY_CALL("cuModuleGetFunction");
    return function_of(runtime, out, module, name);
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> nvrtc_functions() {
    return {API(nvrtcGetErrorString),
            API(nvrtcVersion),
            API(nvrtcCreateProgram),
            API(nvrtcDestroyProgram),
            API(nvrtcCompileProgram),
            API(nvrtcGetPTXSize),
            API(nvrtcGetPTX),
            {"nvrtcGetCUBINSize", reinterpret_cast<void*>(&nvrtcGetPTXSize)},
            {"nvrtcGetCUBIN", reinterpret_cast<void*>(&nvrtcGetPTX)},
            API(nvrtcGetProgramLogSize),
            API(nvrtcGetProgramLog),
            API(nvrtcAddNameExpression),
            API(nvrtcGetLoweredName),
            API(__warpwise_load_module),
            API(__warpwise_module_function)};
}

}  // namespace warpwise
