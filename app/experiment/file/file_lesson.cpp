#include "experiment/file/file_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <system_error>

#include "base/files.h"
#include "base/npy.h"
#include "lesson/manifest.h"
#include "lesson/new_lesson.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20, kMaxHeaders = 64;

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= ' ') out += c;
    }
    return out + "\"";
}

std::string identifier_of(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text.substr(0, 40);
}

// The same on every machine, for what must be told apart by its path.
std::uint32_t hash_of(std::string_view text) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

std::string parameter_line(const FileParameter& one) {
    std::string more;
    if (one.kind == "size") more = ", min = 1, max = \"2^28\"";
    if (one.kind == "integer") more = ", min = \"-2^31\", max = \"2^31 - 1\"";
    if (one.kind == "real") more = ", min = -1000000, max = 1000000";
    if (one.kind == "dtype") more = R"(, of = ["f32", "f64", "i32", "u32", "i64", "f16"])";
    const std::string initial = one.kind == "dtype" ? in_quotes(one.initial) : one.initial;
    return fmt::format("{} = {{ kind = {}, default = {}{} }}\n", one.id, in_quotes(one.kind), initial, more);
}

std::string list_of(const std::array<std::string, 3>& edges) {
    std::size_t last = 3;
    while (last > 1 && edges[last - 1] == "1") --last;
    std::string list;
    for (std::size_t i = 0; i < last; ++i) list += (i == 0 ? "" : ", ") + in_quotes(edges[i]);
    return "[" + list + "]";
}

// Names for the arrays of all kernels: an argument's own name, unless another kernel has one of that name that is not the same.
class ArrayNames {
  public:
    explicit ArrayNames(const FileKernels& all) {
        for (const FileParameter& one : all.parameters) taken_.insert(one.id);
    }
    std::string of(const FileKernel& kernel, const FileArgument& array, std::size_t place) {
        const std::string own = array.name.empty() ? fmt::format("array_{}", place) : array.name;
        const std::string plain = identifier_of(kernel.name) + "_" + own;
        for (const std::string& name :
             {own, own + "_", plain, plain + fmt::format("_{}", place), fmt::format("array_{}_{}", kernel.line, place)}) {
            if (!is_usable_name(name)) continue;
            const auto known = specs_.find(name);
            // of one kernel two arguments of the same name are never one array
            if (known != specs_.end() && known->second == array && !in_kernel_.contains(name)) return use(name);
            if (known != specs_.end() || taken_.contains(name)) continue;
            specs_.emplace(name, array);
            order_.push_back(name);
            return use(name);
        }
        return own;
    }
    void next_kernel() { in_kernel_.clear(); }
    std::string tables() const {
        std::string text;
        for (const std::string& name : order_) {
            const FileArgument& array = specs_.at(name);
            const std::string shape = array.components > 1 ? fmt::format("[{}, {}]", in_quotes(array.size), array.components)
                                                           : fmt::format("[{}]", in_quotes(array.size));
            text += fmt::format("\n[[array]]\nname  = {}\ndtype = {}\nshape = {}\nfill  = {}\n", in_quotes(name),
                                in_quotes(array.dtype), shape, in_quotes(array.fill));
            if (array.is_output) text += "role  = \"output\"\n";
        }
        return text;
    }

  private:
    std::string use(const std::string& name) {
        in_kernel_.insert(name);
        return name;
    }
    std::map<std::string, FileArgument> specs_;
    std::vector<std::string> order_;
    std::set<std::string> taken_, in_kernel_;
};

std::string kernel_table(const FileKernel& kernel, const std::string& id, const std::string& source, const std::string& arguments) {
    std::string text =
        fmt::format("\n[[kernel]]\nid     = {}\ntitle  = {}\nsource = {}\nentry  = {}\nargs   = [{}]\ngrid   = {}\nblock  = {}\n",
                    in_quotes(id), in_quotes(kernel.name), in_quotes(source), in_quotes(kernel.entry), arguments,
                    list_of(kernel.grid), list_of(kernel.block));
    if (kernel.shared_bytes != "0") text += fmt::format("shared_bytes = {}\n", in_quotes(kernel.shared_bytes));
    for (const auto& [key, formula] : {std::pair{"covers", &kernel.covers},
                                       {"covers_x", &kernel.covers_x},
                                       {"covers_y", &kernel.covers_y},
                                       {"index", &kernel.index}})
        if (!formula->empty()) text += fmt::format("{} = {}\n", key, in_quotes(*formula));
    return text;
}

std::string source_name(const CudaFile& file) { return file.path.filename().string(); }

std::string first_size(const FileKernels& kernels) {
    const auto size = std::ranges::find(kernels.parameters, "size", &FileParameter::kind);
    return size == kernels.parameters.end() ? "" : size->id;
}

std::string prose_of(const CudaFile& file) {
    std::string text = fmt::format(
        "The kernels of `{}`, with arguments that were proposed from their parameters. Choose a kernel and its launch in *Launch*, "
        "and what "
        "its arrays hold in *Arguments*. Results are **not checked**: nothing says what is right. Faults, data races and reads of "
        "unset "
        "memory are found, and everything is counted.\n",
        source_name(file));
    for (const FileKernel& kernel : file.kernels.kernels)
        if (!kernel.problem.empty())
            text += fmt::format("\n`{}`, line {}, cannot be run here: {}.\n", kernel.name, kernel.line, kernel.problem);
    return text;
}

// The headers that the text includes and that lie beside or below it; those that they include, too.
Result<void> copy_headers(const CudaFile& file, const fs::path& folder) {
    std::vector<fs::path> open{fs::path(source_name(file))};
    std::set<fs::path> seen{open.front()};
    while (!open.empty()) {
        const fs::path name = open.back();
        open.pop_back();
        const auto text = read_regular_file(file.path.parent_path() / name, kMaxHeaderBytes);
        if (!text) continue;  // the compiler says which header is missing, and where
        if (name != source_name(file)) {
            std::error_code error;
            fs::create_directories((folder / name).parent_path(), error);
            if (auto written = write_file_atomically(folder / name, *text); !written) return written;
        }
        for (const IncludedHeader& included : included_headers(*text)) {
            if (!included.is_quoted) continue;
            const fs::path header = (name.parent_path() / included.name).lexically_normal();
            const bool leaves = header.is_absolute() || std::ranges::find(header, "..") != header.end();
            if (!leaves && seen.size() < kMaxHeaders && seen.insert(header).second) open.push_back(header);
        }
    }
    return {};
}

Result<void> write_parts(const CudaFile& file, const fs::path& folder, const std::string& manifest, const std::string& prose) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return failure(fmt::format("the folder {} cannot be made: {}", folder.string(), error.message()));
    for (const auto& [name, text] : {std::pair<std::string, const std::string*>{source_name(file), &file.text},
                                     {"lesson.md", &prose},
                                     {"lesson.toml", &manifest}})
        if (auto written = write_file_atomically(folder / name, *text); !written) return written;
    return copy_headers(file, folder);
}

}  // namespace

Result<CudaFile> read_cuda_file(const fs::path& path) {
    std::error_code error;
    CudaFile file{.path = fs::absolute(path, error).lexically_normal(), .text = {}, .kernels = {}};
    if (!fs::is_regular_file(file.path, error))
        return usage_error(fmt::format("there is no file {}", file.path.string()), "Check the spelling of the path.");
    auto text = read_file(file.path, std::size_t{1} << 20);
    if (!text) return std::unexpected(text.error());
    if (!is_utf8(*text)) return usage_error(fmt::format("{} is not UTF-8 text", file.path.string()), "Save it as UTF-8.");
    file.text = std::move(*text);
    file.kernels = propose_arguments(file.text);
    if (file.kernels.kernels.empty() && !file.kernels.has_main)
        return usage_error(
            fmt::format("{} has no kernel", file.path.string()),
            "A kernel is a function that is declared with __global__ in the file itself, not in a header or by a macro.");
    return file;
}

std::string lesson_id_of(const fs::path& cuda_file) {
    const std::string stem = identifier_of(cuda_file.stem().string());
    return fmt::format("file_{}_{:08x}", stem, hash_of(cuda_file.string()));
}

std::string manifest_of(const CudaFile& file, const std::string& id, const std::string& title) {
    std::string text =
        fmt::format("id    = {}\ntitle = {}\npart  = 0\nplayground = true\n\n[parameters]\n", in_quotes(id), in_quotes(title));
    for (const FileParameter& one : file.kernels.parameters) text += parameter_line(one);
    ArrayNames names(file.kernels);
    std::string kernels;
    std::set<std::string> ids;
    for (const FileKernel& kernel : file.kernels.kernels) {
        if (!kernel.problem.empty()) continue;
        names.next_kernel();
        std::string arguments;
        std::vector<std::string> given;
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
            const FileArgument& one = kernel.arguments[i];
            const bool is_shared = one.same_as >= 0 && static_cast<std::size_t>(one.same_as) < given.size();
            given.push_back(is_shared                ? given[static_cast<std::size_t>(one.same_as)]
                            : one.is_array()         ? names.of(kernel, one, i)
                            : one.bytes.empty()      ? one.parameter
                            : one.type.contains('*') ? "address:" + one.bytes
                                                     : "bytes:" + one.bytes);
            arguments += (i == 0 ? "" : ", ") + in_quotes(given.back());
        }
        std::string kernel_id = identifier_of(kernel.name);
        if (!is_usable_name(kernel_id) || !ids.insert(kernel_id).second) kernel_id = fmt::format("kernel_{}", kernel.line);
        kernels += kernel_table(kernel, kernel_id, source_name(file), arguments);
        std::string variables;
        for (std::size_t i = 0; i < kernel.variables.size(); ++i)
            variables +=
                (i == 0 ? "" : ", ") + in_quotes(fmt::format("{} = {}", kernel.variables[i].name,
                                                             names.of(kernel, kernel.variables[i], kernel.arguments.size() + i)));
        if (!variables.empty()) kernels += fmt::format("variables = [{}]\n", variables);
    }
    text += names.tables() + kernels;
    for (const char* view : {"source", "thread_grid", "array_strip", "occupancy"})
        text += fmt::format("\n[[view]]\nkind = \"{}\"\n", view);
    if (const std::string size = first_size(file.kernels); !size.empty())
        text += fmt::format("\n[[view]]\nkind = \"sweep\"\nover = {}\n", in_quotes(size));
    return text;
}

Result<void> write_file_lesson(const CudaFile& file, const fs::path& folder, const std::string& id) {
    return write_parts(file, folder, manifest_of(file, id, source_name(file)), prose_of(file));
}

Result<fs::path> save_as_lesson(const CudaFile& file, const fs::path& asked, const fs::path& from) {
    const auto place = place_of_new_lesson(asked);
    if (!place) return std::unexpected(place.error());
    if (!file.kernels.can_run())
        return usage_error(fmt::format("{} has no kernel that can be run here", source_name(file)),
                           "A lesson needs one: its parameters are numbers and pointers.");
    const std::string manifest =
        "# docs/writing-lessons.md lists every field. As a playground, it runs but checks nothing. To make a lesson of it: give "
        "each\n"
        "# [[kernel]] a reference (reference = \"reference.cu\"), write goals, remember, [verify], a [[prediction]] and an "
        "[exercise],\n"
        "# remove the line with playground, and let `warpwise course verify` say what is missing.\n" +
        manifest_of(file, place->id, place->title);
    const std::string prose =
        fmt::format("Say here what the kernels of `{}` show, and in which order to look at them.\n", source_name(file));
    if (auto written = write_parts(file, place->folder, manifest, prose); !written) return std::unexpected(written.error());
    for (const FileKernel& kernel : file.kernels.kernels) {
        std::vector<FileArgument> arrays = kernel.arguments;
        arrays.insert(arrays.end(), kernel.variables.begin(), kernel.variables.end());
        for (const FileArgument& one : arrays) {
            if (!one.fill.starts_with("file=")) continue;
            const std::string name = one.fill.substr(5);
            std::error_code error;
            fs::copy_file(from / name, place->folder / name, fs::copy_options::overwrite_existing, error);
            if (error) return failure(fmt::format("{} cannot be copied: {}", name, error.message()));
        }
    }
    return place->folder;
}

Result<void> take_data_file(FileArgument& argument, const fs::path& npy, const fs::path& folder) {
    const auto array = read_npy(npy);
    if (!array) return std::unexpected(array.error());
    const std::string name = identifier_of(npy.stem().string()) + ".npy";
    std::error_code error;
    if (!fs::equivalent(npy, folder / name, error)) {
        fs::copy_file(npy, folder / name, fs::copy_options::overwrite_existing, error);
        if (error) return failure(fmt::format("{} cannot be copied: {}", npy.string(), error.message()));
    }
    argument.dtype = name_of(array->dtype());
    argument.components = 1;
    argument.size = std::to_string(array->size());
    argument.fill = "file=" + name;
    return {};
}

}  // namespace warpwise
