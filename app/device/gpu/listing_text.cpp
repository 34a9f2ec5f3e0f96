// What ptxas, NVRTC and nvdisasm write, as lines with the source's line numbers; and finding and calling the disassembler.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <fstream>

#include "base/paths.h"
#include "base/text.h"
#include "device/gpu/listing.h"
#include "device/process/run_program.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr ? value : "";
}

// The number right after `word`; 0 when there is none.
std::size_t number_after(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    std::size_t number = 0;
    if (at != std::string_view::npos) std::from_chars(text.data() + at + word.size(), text.data() + text.size(), number);
    return number;
}
// The number right before `word`: "256" of "1 barriers, 256 bytes smem".
std::size_t number_before(std::string_view text, std::string_view word) {
    const std::size_t end = text.find(word);
    if (end == std::string_view::npos) return 0;
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    std::size_t number = 0;
    std::from_chars(text.data() + begin, text.data() + end, number);
    return number;
}

// NVRTC puts the folder it runs in before a name without one.
bool is_file(std::string_view path, std::string_view file) {
    return path == file || (path.size() > file.size() && path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

// .file 1 "/home/ada/kernel.cu": the number of the kernel's own text.
int file_number(std::string_view ptx, std::string_view file) {
    for (const std::string_view line : lines_of(ptx)) {
        const std::string_view text = trimmed(line);
        const std::size_t open = text.find('"'), close = text.rfind('"');
        if (!text.starts_with(".file") || open == close) continue;
        const std::string_view rest = trimmed(text.substr(std::string_view(".file").size()));
        int number = 1;
        std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (is_file(text.substr(open + 1, close - open - 1), file)) return number;
    }
    return 1;
}

std::string spaces_for_tabs(std::string_view line) {
    std::string text;
    for (const char c : line) {
        if (c != '\t')
            text += c;
        else
            text.append(4 - text.size() % 4, ' ');
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
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
    const std::string deps = environment("WARPWISE_DEPS"), cache = environment("XDG_CACHE_HOME");
    const fs::path root = !deps.empty()    ? fs::path(deps)
                          : !cache.empty() ? fs::path(cache) / "warpwise"
                                           : fs::path(environment("HOME")) / ".cache/warpwise";
    dirs.push_back(root / "cuda-wheels/nvidia/cu13/bin");
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

// .loc 1 4 5 says from where the instructions after it come: file, line, column.
std::vector<ListingLine> parse_ptx(std::string_view ptx, std::string_view file) {
    const int own = file_number(ptx, file);
    std::vector<ListingLine> lines;
    int source_line = 0;
    for (const std::string_view line : lines_of(ptx)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with(".loc")) {
            int number = 0, at = 0;
            const char* const end = text.data() + text.size();
            const char* here = std::find_if(text.data() + 4, end, [](char c) { return c >= '0' && c <= '9'; });
            here = std::from_chars(here, end, number).ptr;
            while (here < end && (*here == ' ' || *here == '\t')) ++here;
            std::from_chars(here, end, at);
            source_line = number == own ? at : 0;
            continue;
        }
        if (text.starts_with(".file") || text.starts_with(".section")) break;  // tables for debuggers, after all code
        const bool is_banner = text.starts_with("//") && (lines.empty() || text.starts_with("// ."));
        if (is_banner) continue;
        if (text.empty() && (lines.empty() || lines.back().text.empty())) continue;
        if (text.starts_with("}")) source_line = 0;
        const bool is_code = text.ends_with(";") && !text.starts_with(".");
        lines.push_back({spaces_for_tabs(line), is_code ? source_line : 0});
    }
    while (!lines.empty() && lines.back().text.empty()) lines.pop_back();
    return lines;
}

// nvdisasm -c -g, or cuobjdump -sass, which knows no lines of the source. Kept are labels and instructions.
std::vector<ListingLine> parse_sass(std::string_view output, std::string_view file) {
    std::vector<ListingLine> lines;
    int source_line = 0;
    for (const std::string_view line : lines_of(output)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with("//## File")) {
            const std::size_t open = text.find('"'), close = text.find('"', open + 1);
            const bool is_own = close != std::string_view::npos && is_file(text.substr(open + 1, close - open - 1), file);
            // code of a header that was put into the kernel stands at the place where it was put
            if (is_own)
                source_line = static_cast<int>(number_after(text.substr(close), ", line "));
            else if (const std::size_t at = text.find("inlined at "); at != std::string_view::npos)
                source_line = static_cast<int>(number_after(text.substr(at), ", line "));
            continue;
        }
        const bool is_instruction = text.starts_with("/*") && text.find(';') != std::string_view::npos;
        const bool is_label = text.ends_with(":") && !text.starts_with(".text") && !text.starts_with("//");
        if (!is_instruction && !is_label) continue;
        if (is_instruction && text.find("*/") > 10) continue;  // an encoding alone
        const std::string_view shown = is_instruction ? text.substr(0, text.find(';') + 1) : text;
        lines.push_back({(is_instruction ? "    " : "") + spaces_for_tabs(shown), is_instruction ? source_line : 0});
    }
    return lines;
}

std::optional<ListingResources> parse_ptxas_log(std::string_view log, std::string_view entry) {
    std::optional<ListingResources> r;
    ListingResources found;
    bool is_entry = false;
    for (const std::string_view line : lines_of(log)) {
        if (line.find("Compiling entry function") != std::string_view::npos)
            is_entry = line.find(fmt::format("'{}'", entry)) != std::string_view::npos;
        if (!is_entry) continue;
        if (line.find("bytes stack frame") != std::string_view::npos) {
            found.stack_bytes = number_before(line, " bytes stack frame");
            found.spill_store_bytes = number_before(line, " bytes spill stores");
            found.spill_load_bytes = number_before(line, " bytes spill loads");
        }
        if (line.find("Used ") == std::string_view::npos || line.find(" registers") == std::string_view::npos) continue;
        found.registers_per_thread = static_cast<int>(number_after(line, "Used "));
        found.shared_bytes = number_before(line, " bytes smem");
        r = found;
    }
    return r;
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
