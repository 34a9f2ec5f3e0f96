// Finding and calling the disassembler, and the listing that is made of what it and the compiler write.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/paths.h"
#include "device/gpu/listing.h"
#include "device/process/run_program.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr ? value : "";
}

std::vector<fs::path> tool_dirs() {
    std::vector<fs::path> dirs;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string root = environment(variable); !root.empty()) dirs.push_back(fs::path(root) / "bin");
    const std::string path = environment("PATH");
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        if (end > begin) dirs.emplace_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    dirs.emplace_back("/usr/local/cuda/bin");
    dirs.emplace_back("/opt/cuda/bin");
    const std::string deps = environment("WARPWISE_DEPS");
    dirs.push_back((deps.empty() ? cache_dir() : fs::path(deps)) / "cuda-wheels/nvidia/cu13/bin");
    return dirs;
}

// The machine code goes through a file, which both tools want.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::vector<char>& bytes) {
        const int file = mkstemps(name_.data(), 6);
        if (file < 0) return;
        ::close(file);
        std::ofstream(name_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    ~TemporaryFile() { ::unlink(name_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& name() const { return name_; }

  private:
    std::string name_ = (fs::temp_directory_path() / "warpwise-XXXXXX.cubin").string();
};

void add_sass(Listing& listing, const CompilerOutput& compiled) {
    const auto tool = find_disassembler();
    if (!tool) {
        listing.sass_missing =
            "the disassembler nvdisasm is missing: it comes with the CUDA Toolkit (cuda-nvdisasm) or with pip install "
            "nvidia-cuda-nvdisasm; put it on the PATH or set CUDA_HOME";
        return;
    }
    if (compiled.cubin.empty()) {
        listing.sass_missing = fmt::format("{} cannot make machine code for sm_{}", compiled.compiler, listing.architecture);
        return;
    }
    const TemporaryFile cubin(compiled.cubin);
    const bool nvdisasm = tool->filename() == "nvdisasm";
    const auto output = run_program(nvdisasm ? std::vector<std::string>{tool->string(), "-c", "-g", cubin.name()}
                                             : std::vector<std::string>{tool->string(), "-sass", cubin.name()},
                                    {}, 30);
    if (!output || output->status != 0)
        listing.sass_missing =
            fmt::format("{} failed: {}", tool->string(), output ? output->err.substr(0, 200) : output.error().text());
    else
        listing.sass = parse_sass(output->out, compiled.file);
}

}  // namespace

std::optional<fs::path> find_disassembler() {
    const std::vector<fs::path> dirs = tool_dirs();
    for (const char* name : {"nvdisasm", "cuobjdump"})
        for (const fs::path& dir : dirs)
            if (access((dir / name).c_str(), X_OK) == 0) return dir / name;
    return std::nullopt;
}

Listing listing_of(const CompilerOutput& compiled, int architecture) {
    Listing listing{.architecture = architecture,
                    .compiler = compiled.compiler,
                    .ptx = parse_ptx(compiled.ptx, compiled.file),
                    .sass = {},
                    .sass_missing = {},
                    .resources = parse_ptxas_log(compiled.log, compiled.entry),
                    .compile_ms = compiled.compile_ms};
    add_sass(listing, compiled);
    return listing;
}

}  // namespace warpwise
