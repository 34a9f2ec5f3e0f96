// warpwise make [TARGET] [-- ARGUMENTS]: runs the program that a Makefile or a CMakeLists.txt builds, without building it
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/files.h"
#include "base/json.h"
#include "cli/commands.h"
#include "device/process/run_program.h"
#include "experiment/file/build_lines.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr double kMostSeconds = 120;

Result<std::string> output_of(const std::vector<std::string>& command, const std::string& what) {
    const auto ran = run_program(command, {}, kMostSeconds);
    if (!ran) return std::unexpected(ran.error());
    if (ran->status != 0)
        return failure(fmt::format("{} ended with status {}:\n{}", what, ran->status, ran->err.empty() ? ran->out : ran->err));
    return ran->out;
}

// Where make reads and in which folder: -C DIR, -f FILE; the words are passed on as they are.
fs::path make_folder(const std::vector<std::string>& words) {
    std::error_code error;
    fs::path out = fs::current_path(error);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "-C" && i + 1 < words.size())
            out /= words[i + 1];
        else if (words[i].starts_with("-C"))
            out /= words[i].substr(2);
    }
    return out.lexically_normal();
}

bool has_makefile(const fs::path& folder) {
    std::error_code error;
    return std::ranges::any_of(std::array{"GNUmakefile", "makefile", "Makefile"},
                               [&](const char* name) { return fs::exists(folder / name, error); });
}

// CMake asks its CUDA compiler what it is and builds a program with it. There is none: the answers are given instead.
constexpr std::string_view kToolchain = R"cmake(set(CMAKE_CUDA_COMPILER "@nvcc@")
set(CMAKE_CUDA_HOST_COMPILER "c++")
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_WORKS TRUE)
set(CMAKE_CUDA_COMPILER_ID "NVIDIA")
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_VERSION "12.8.0")
set(CMAKE_CUDA_ARCHITECTURES_DEFAULT "90")
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT "17")
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT "ON")
set(CMAKE_CUDA_STANDARD_DEFAULT "17")
foreach(standard 03 11 14 17 20 23)
  set(CMAKE_CUDA${standard}_COMPILE_FEATURES cuda_std_${standard})
  list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_${standard})
endforeach()
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT [==[
nvcc
#$ PATH=/usr/bin
#$ LIBRARIES=  "-L@root@"
#$ INCLUDES="-I@root@"
#$ c++ -o "a.out" "a.o" "-L@root@" -lcudart_static
]==])
set(CMAKE_CUDA_DEVICE_LINKER "@nvcc@")
set(CMAKE_CUDA_FATBINARY "@nvcc@")
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT "@root@")
set(CMAKE_CUDA_COMPILER_LIBRARY_ROOT "@root@")
set(CMAKE_CUDA_COMPILER_TOOLKIT_LIBRARY_ROOT "@root@")
set(CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES "")
set(CUDAToolkit_ROOT "@root@")
set(CMAKE_MODULE_PATH "@root@/modules" ${CMAKE_MODULE_PATH})
)cmake";

// What find_package(CUDAToolkit) and find_package(CUDA) of a project find: libraries that need no file here.
constexpr std::string_view kFindToolkit = R"cmake(set(CUDAToolkit_FOUND TRUE)
set(CUDAToolkit_VERSION "12.8.0")
set(CUDAToolkit_VERSION_MAJOR 12)
set(CUDAToolkit_VERSION_MINOR 8)
set(CUDAToolkit_INCLUDE_DIRS "")
set(CUDA_FOUND TRUE)
set(CUDA_VERSION "12.8")
set(CUDA_INCLUDE_DIRS "")
set(CUDA_LIBRARIES "")
set(CUDA_CUBLAS_LIBRARIES cublas)
set(CUDA_CUFFT_LIBRARIES cufft)
# Those of parts that are not supported, too: the header says so.
foreach(name cudart cudart_static cuda_driver cublas cublas_static cublasLt cufft cufft_static curand curand_static cusolver
        cusolver_static cusparse cusparse_static culibos nvtx3 nvToolsExt nvrtc nvrtc_builtins nvml nvJitLink nvjpeg cupti
        nppc nppial nppicc nppidei nppif nppig nppim nppist nppisu nppitc npps)
  if(NOT TARGET CUDA::${name})
    add_library(CUDA::${name} INTERFACE IMPORTED)
  endif()
endforeach()
macro(cuda_add_executable)
  enable_language(CUDA)
  add_executable(${ARGN})
endmacro()
macro(cuda_add_library)
  enable_language(CUDA)
  add_library(${ARGN})
endmacro()
macro(cuda_include_directories)
  include_directories(${ARGN})
endmacro()
macro(cuda_add_cublas_to_target target)
  target_link_libraries(${target} cublas)
endmacro()
macro(cuda_add_cufft_to_target target)
  target_link_libraries(${target} cufft)
endmacro()
)cmake";

std::string filled(std::string_view text, const fs::path& root) {
    std::string out(text);
    for (const auto& [mark, value] :
         {std::pair<std::string, std::string>("@nvcc@", (root / "nvcc").string()), {"@root@", root.string()}})
        for (auto at = out.find(mark); at != std::string::npos; at = out.find(mark)) out.replace(at, mark.size(), value);
    return out;
}

// What CMake has written in a build folder: the command that compiles each source, and for each target those that link it.
Result<std::string> commands_of_cmake(const fs::path& build) {
    std::error_code absent;
    if (!fs::exists(build / "compile_commands.json", absent)) return std::string();  // nothing is compiled
    const auto text = read_file(build / "compile_commands.json");
    if (!text) return std::unexpected(text.error());
    const nlohmann::json compiled = parsed_or_discarded(*text);
    if (!compiled.is_array()) return failure("CMake's compile_commands.json cannot be read");
    std::string out, archives, programs;
    for (const nlohmann::json& each : compiled)
        out += fmt::format("cd '{}' && {}\n", each.value("directory", ""), each.value("command", ""));
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(build, error)) {
        if (entry.path().filename() != "link.txt") continue;
        const auto link = read_file(entry.path());
        if (!link) continue;
        const fs::path folder = entry.path().parent_path().parent_path().parent_path();  // FOLDER/CMakeFiles/TARGET.dir/link.txt
        std::string& to = link->contains(".a ") && link->contains("ar ") && !link->contains(" -o ") ? archives : programs;
        std::istringstream lines(*link);
        for (std::string line; std::getline(lines, line);) to += fmt::format("cd '{}' && {}\n", folder.string(), line);
    }
    return out + archives + programs;
}

struct BuildCommands {
    std::string text;
    std::optional<TemporaryFolder> folder = std::nullopt;  // with files that they name
};

// From a build folder that is thrown away.
Result<BuildCommands> cmake_commands(const fs::path& folder) {
    auto made = TemporaryFolder::make("warpwise-make");
    if (!made) return std::unexpected(made.error());
    std::error_code error;
    const fs::path build = made->path() / ".tools", root = made->path();
    fs::create_directories(build / "modules", error);
    // Projects name files as seen from a folder `build` in their own: ../shared/utility.h.
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename() != "build") fs::create_symlink(entry.path(), root / entry.path().filename(), error);
    const std::pair<fs::path, std::string> files[] = {{build / "toolchain.cmake", filled(kToolchain, build)},
                                                      {build / "modules/FindCUDAToolkit.cmake", std::string(kFindToolkit)},
                                                      {build / "modules/FindCUDA.cmake", std::string(kFindToolkit)},
                                                      {build / "nvcc", "#!/bin/sh\nexit 0\n"}};
    for (const auto& [file, text] : files)
        if (auto written = write_file_atomically(file, text); !written) return std::unexpected(written.error());
    fs::permissions(build / "nvcc", fs::perms::owner_all, error);
    const fs::path out = root / "build";
    const auto configured = output_of({"/usr/bin/env", "cmake", "-S", folder.string(), "-B", out.string(), "-G", "Unix Makefiles",
                                       "-DCMAKE_TOOLCHAIN_FILE=" + (build / "toolchain.cmake").string(),
                                       "-DCMAKE_CUDA_ARCHITECTURES=90", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"},
                                      "cmake");
    if (!configured) return std::unexpected(configured.error());
    auto commands = commands_of_cmake(out);
    if (!commands) return std::unexpected(commands.error());
    return BuildCommands{std::move(*commands), std::move(*made)};
}

// Makefiles ask for the GPU and the toolkit while make reads them, and build nothing without: these answer where there are none.
constexpr std::string_view kNvidiaSmi = R"sh(#!/bin/sh
case "$*" in
*compute_cap*) echo 9.0 ;;
*) echo "GPU 0: NVIDIA H200 (emulated by Warpwise)" ;;
esac
)sh";
constexpr std::string_view kNvcc = R"sh(#!/bin/sh
echo "nvcc: NVIDIA (R) Cuda compiler driver"
echo "Cuda compilation tools, release 12.8, V12.8.0"
)sh";

// The value of PATH that finds them behind the machine's own.
Result<std::string> path_with_tools(const fs::path& folder) {
    std::error_code error;
    for (const auto& [name, text] : {std::pair{"nvidia-smi", kNvidiaSmi}, std::pair{"nvcc", kNvcc}}) {
        if (auto written = write_file_atomically(folder / name, std::string(text)); !written)
            return std::unexpected(written.error());
        fs::permissions(folder / name, fs::perms::owner_all, error);
    }
    const char* path = std::getenv("PATH");
    return fmt::format("PATH={}:{}", path == nullptr ? "/usr/bin:/bin" : path, folder.string());
}

// The words that are no targets: options with their values, and settings.
std::vector<std::string> without_targets(const std::vector<std::string>& words) {
    constexpr auto with_value = std::to_array<std::string_view>({"-C", "-f", "-I", "-o", "-W"});
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with('-') && !words[i].contains('=')) continue;
        out.push_back(words[i]);
        if (std::ranges::find(with_value, words[i]) != with_value.end() && i + 1 < words.size()) out.push_back(words[++i]);
    }
    return out;
}

bool makes_one_of(std::string_view commands, const fs::path& folder, const std::vector<std::string>& names) {
    return std::ranges::any_of(programs_of_build(commands, folder), [&](const BuiltProgram& each) {
        return std::ranges::find(names, each.file.filename().string()) != names.end();
    });
}

// What make would run, with what the makes that it starts by name would run. Those are asked one after the other, each once.
Result<std::string> make_commands(const std::vector<std::string>& words, const fs::path& folder) {
    constexpr std::size_t kMostMakes = 64;
    const auto tools = TemporaryFolder::make("warpwise-make");
    if (!tools) return std::unexpected(tools.error());
    const auto path = path_with_tools(tools->path());
    if (!path) return path;
    const auto asked_for = [&](const std::vector<std::string>& targets) {
        std::vector<std::string> make{"/usr/bin/env", *path, "make", "-nBw"};
        make.insert(make.end(), targets.begin(), targets.end());
        return output_of(make, "make");
    };
    auto commands = asked_for(words);
    if (!commands)  // a program need not be a target of its name
        if (auto all = asked_for(without_targets(words)); all && makes_one_of(*all, folder, words)) commands = std::move(all);
    if (!commands) return commands;
    std::vector<NestedMake> asked;
    std::string all = *commands;
    for (std::vector<NestedMake> open = makes_of_build(all, folder); !open.empty() && asked.size() < kMostMakes;) {
        const NestedMake next = open.front();
        open.erase(open.begin());
        if (std::ranges::find(asked, next) != asked.end()) continue;
        asked.push_back(next);
        std::vector<std::string> make{"/usr/bin/env", *path, "make", "-nBw", "-C", next.folder.string()};
        make.insert(make.end(), next.words.begin(), next.words.end());
        commands = output_of(make, "make");
        if (!commands) continue;       // what the others build can be run all the same
        all = *commands + "\n" + all;  // what they make is linked by those that start them
        std::ranges::move(makes_of_build(*commands, next.folder), std::back_inserter(open));
    }
    return all;
}

Result<BuildCommands> build_commands(const MakeCommand& command, const fs::path& folder) {
    std::error_code error;
    const bool names_file = std::ranges::any_of(command.words, [](const std::string& word) { return word.starts_with("-f"); });
    if (names_file || has_makefile(folder)) {
        auto commands = make_commands(command.words, folder);
        if (!commands) return std::unexpected(commands.error());
        return BuildCommands{std::move(*commands)};
    }
    if (fs::exists(folder / "CMakeLists.txt", error)) return cmake_commands(folder);
    return usage_error(fmt::format("there is no Makefile and no CMakeLists.txt in {}", folder.string()),
                       "Name the sources instead: warpwise exec main.cu other.cu");
}

// The one that was asked for by a word of the command line; else the only one, or the only one with CUDA code.
Result<BuiltProgram> chosen(std::vector<BuiltProgram> programs, const MakeCommand& command, const fs::path& folder) {
    if (programs.empty())
        return failure(fmt::format("the build in {} makes no program by nvcc, g++ or gcc", folder.string()),
                       "Name its target, or the sources: warpwise exec main.cu other.cu");
    for (const BuiltProgram& each : programs)
        for (const std::string& word : command.words)
            if (each.file.filename() == fs::path(word).filename()) return each;
    std::vector<BuiltProgram> with_cuda;
    std::ranges::copy_if(programs, std::back_inserter(with_cuda), &BuiltProgram::has_cuda);
    if (!with_cuda.empty()) programs = std::move(with_cuda);
    if (programs.size() == 1) return programs.front();
    std::string names;
    for (const BuiltProgram& each : programs) {
        const fs::path name = each.file.filename();
        const fs::path place = each.file.parent_path().lexically_relative(folder);
        const bool is_only_one =
            std::ranges::count_if(programs, [&](const BuiltProgram& other) { return other.file.filename() == name; }) == 1;
        names += is_only_one ? fmt::format("\n  warpwise make {}   ({})", name.string(), place.string())
                             : fmt::format("\n  warpwise make -C {} {}", place.string(), name.string());
    }
    return failure(fmt::format("the build makes {} programs", programs.size()), "Name one of them:" + names);
}

}  // namespace

int make_command(const MakeCommand& command) {
    const fs::path folder = make_folder(command.words);
    const auto commands = build_commands(command, folder);
    if (!commands) return report(commands.error());
    const auto program = chosen(programs_of_build(commands->text, folder), command, folder);
    if (!program) return report(program.error());
    ExecCommand exec = command.exec;
    exec.compiler.text = program->text;
    exec.compiler.inputs = program->text.sources();
    return exec_command(exec);
}

}  // namespace warpwise
