#include "experiment/file/file_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/dtype.h"
#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/manifest.h"
#include "text/pointer_uses.h"

namespace warpwise {
namespace {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_size_name(const std::string& name) {
    static const std::set<std::string> whole{"n",      "m",   "k",      "size",  "len",  "length", "count",  "num", "width",
                                             "height", "w",   "h",      "rows",  "cols", "nx",     "ny",     "nz",  "elements",
                                             "depth",  "dim", "points", "total", "row",  "col",    "columns"};
    const std::string low = lower(name);
    for (const char* other : {"block", "stride", "pitch", "pad", "radius", "seed", "iter", "step", "tile", "thread", "offset"})
        if (low.contains(other)) return false;
    if (whole.contains(low)) return true;
    for (const char* begin : {"num", "n_", "size"})
        if (low.starts_with(begin)) return true;
    return std::ranges::any_of(
        std::initializer_list<const char*>{"size", "count", "len", "length", "elements", "_n", "width", "height"},
        [&](const char* end) { return low.ends_with(end); });
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* one) { return lower(name) == one; });
}
bool is_edge(const std::string& name) {
    return is_one_of(
        name, {"width", "height", "w", "h", "rows", "cols", "columns", "row", "col", "m", "n", "k", "nx", "ny", "nz", "depth"});
}
bool goes_along_y(const std::string& name) { return is_one_of(name, {"height", "h", "rows", "row", "ny", "m"}); }
bool goes_along_x(const std::string& name) { return is_one_of(name, {"width", "w", "cols", "columns", "col", "nx", "n"}); }

bool mentions(const KernelInText& kernel, char axis) {
    return std::ranges::any_of(std::initializer_list<const char*>{"blockIdx.", "threadIdx.", "blockDim."},
                               [&](const char* name) { return kernel.body.contains(std::string(name) + axis); });
}

// One kernel's proposal in the making.
class Proposal {
  public:
    Proposal(const KernelInText& kernel, const CudaText& text, std::vector<FileParameter>& parameters)
        : in_(kernel),
          text_(text),
          parameters_(parameters),
          axes_(mentions(kernel, 'z')   ? 3
                : mentions(kernel, 'y') ? 2
                                        : 1) {
        out_.name = kernel.qualified;
        out_.line = kernel.line;
    }

    FileKernel make() {
        choose_template_arguments();
        find_kinds();
        if (!out_.problem.empty()) return out_;
        choose_block();
        choose_sizes();
        choose_grid();
        choose_arguments();
        choose_shared();
        constexpr const char* usual = "blockIdx.x * blockDim.x + threadIdx.x";
        if (in_.body.contains(usual) && axes_ == 1) out_.index = usual;
        return out_;
    }

  private:
    // The parameter of this kind and start, under its own name where that is free, else under the kernel's and its own.
    std::string parameter(const std::string& wanted, const std::string& kind, const std::string& initial) {
        for (const std::string& name : {wanted, wanted + "_", in_.name + "_" + wanted, in_.name + "_" + wanted + "_"}) {
            if (!is_usable_name(name)) continue;
            const FileParameter one{name, kind, initial};
            const auto known = std::ranges::find(parameters_, name, &FileParameter::id);
            if (known != parameters_.end() && *known != one) continue;
            if (known == parameters_.end()) parameters_.push_back(one);
            return name;
        }
        const std::string name = fmt::format("value_{}", parameters_.size());
        parameters_.push_back({name, kind, initial});
        return name;
    }

    // Those of a launch in the text, else {dtype} for each type and a default for each number.
    void choose_template_arguments() {
        out_.entry = in_.qualified;
        if (in_.template_parameters.empty()) return;
        const std::vector<std::string> given = split_list(in_.template_arguments);
        const bool launched =
            given.size() == in_.template_parameters.size() && std::ranges::all_of(given, [&](const std::string& one) {
                return element_type_of(one, text_) || text_.constants.contains(one) ||
                       std::isdigit(static_cast<unsigned char>(one[0])) != 0;
            });
        std::string arguments;
        for (std::size_t i = 0; i < in_.template_parameters.size(); ++i) {
            const TemplateParameter& one = in_.template_parameters[i];
            std::string argument = launched ? given[i] : one.is_type ? "{dtype}" : one.default_value;
            if (argument.empty()) argument = mentions(in_, 'y') ? "16" : "256";
            if (one.is_type) text_.type_names[one.name] = argument;
            if (!one.is_type && std::ranges::all_of(argument, [](unsigned char c) { return std::isdigit(c) != 0; }) &&
                argument.size() < 9)
                text_.constants[one.name] = std::stoi(argument);
            if (argument == "{dtype}") parameter("dtype", "dtype", "f32");
            arguments += (i == 0 ? "" : ", ") + argument;
        }
        out_.entry += "<" + arguments + ">";
    }

    static std::vector<std::string> split_list(std::string_view list) {
        std::vector<std::string> parts;
        while (!trimmed(list).empty()) {
            const std::size_t end = std::min(list.find(','), list.size());
            parts.emplace_back(trimmed(list.substr(0, end)));
            if (parts.back().empty()) return {};
            list.remove_prefix(std::min(end + 1, list.size()));
        }
        return parts;
    }

    void find_kinds() {
        for (const DeclaredParameter& one : in_.parameters) {
            if (one.stars > 1 || one.type.contains('&'))
                out_.problem = fmt::format("'{} {}' is a {}, which cannot be given here", one.type, one.name,
                                           one.stars > 1 ? "pointer to pointers" : "reference");
            if (one.stars > 0) continue;
            const auto type = element_type_of(one.type, text_);
            if (!type || type->components > 1 || !type->is_exact)
                out_.problem =
                    fmt::format("'{} {}' is neither a number nor a pointer, and cannot be given here yet", one.type, one.name);
            else if (!is_float(dtype_from_name(type->dtype).value_or(DType::f32)) && !type->is_bool && type->dtype != "dtype")
                integers_.push_back(one.name);
        }
        for (const std::string& name : integers_)
            if (is_size_name(name)) sizes_.push_back(name);
        if (sizes_.empty() && integers_.size() == 1) sizes_ = integers_;
        if (sizes_.size() > 3) sizes_.resize(3);
    }

    bool are_edges() const { return sizes_.size() > 1 && std::ranges::all_of(sizes_, is_edge); }

    // The block of a launch in the text, else that of a __shared__ array, else the usual one.
    void choose_block() {
        std::array<int, 3> edges = axes_ == 1 ? std::array{256, 1, 1} : axes_ == 2 ? std::array{16, 16, 1} : std::array{8, 8, 4};
        if (in_.launch) {
            edges = in_.launch->block;
        } else if (const auto tile = shared_extents(in_.body, text_.constants); !tile.empty()) {
            if (axes_ == 1 && tile.size() == 1 && tile[0] >= 32 && tile[0] <= 1024) edges[0] = tile[0];
            if (axes_ == 2 && tile.size() == 2 && tile[0] * tile[0] <= 1024) edges = {tile[0], tile[0], 1};
        }
        constexpr const char* names[] = {"block_x", "block_y", "block_z"};
        threads_.clear();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (static_cast<int>(axis) >= axes_ && edges[axis] == 1) continue;
            out_.block[axis] = parameter(axes_ == 1 && axis == 0 ? "block" : names[axis], "block", std::to_string(edges[axis]));
            threads_ += (threads_.empty() ? "" : " * ") + out_.block[axis];
        }
    }

    // Sizes that the kernel does not take are the launch's own.
    void choose_sizes() {
        const bool guarded =
            in_.body.contains("if") || in_.body.contains("for") || in_.body.contains("while") || in_.body.contains('?');
        const bool one_edge = axes_ > 1 || are_edges();
        const std::string initial = axes_ == 3 ? "16" : one_edge ? "64" : guarded && !sizes_.empty() ? "1000" : "1024";
        if (sizes_.empty()) {
            edges_ = axes_ == 1 ? std::vector{parameter("n", "size", initial)}
                                : std::vector{parameter("width", "size", initial), parameter("height", "size", initial)};
            if (axes_ == 3) edges_.push_back(parameter("depth", "size", initial));
            return;
        }
        for (const std::string& name : sizes_) edges_.push_back(parameter(name, "size", initial));
    }

    std::string elements() const {
        if (edges_.size() == 1) {
            std::string all = edges_[0];
            for (int axis = 1; axis < axes_; ++axis) all += " * " + edges_[0];
            return all;
        }
        if (edges_.size() == 2)
            return axes_ > 1 || are_edges() || sizes_.empty() ? fmt::format("{} * {}", edges_[0], edges_[1])
                                                              : fmt::format("max({}, {})", edges_[0], edges_[1]);
        if (is_product()) return fmt::format("max({0} * {1}, max({0} * {2}, {2} * {1}))", edges_[0], edges_[1], edges_[2]);
        return axes_ > 1 || are_edges() ? fmt::format("{} * {} * {}", edges_[0], edges_[1], edges_[2])
                                        : fmt::format("max({}, max({}, {}))", edges_[0], edges_[1], edges_[2]);
    }
    // m x k times k x n
    bool is_product() const {
        return sizes_.size() == 3 && axes_ < 3 &&
               std::ranges::all_of(sizes_, [](const std::string& name) { return is_one_of(name, {"m", "n", "k"}); });
    }

    void choose_grid() {
        std::string x = edges_[0], y = edges_.size() > 1 ? edges_[1] : edges_[0], z = edges_.back();
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            if (axes_ == 2 && goes_along_y(sizes_[i])) y = edges_[i];
            if (axes_ == 2 && goes_along_x(sizes_[i])) x = edges_[i];
        }
        if (axes_ == 2 && x == y && edges_.size() > 1) x = edges_[0] == y ? edges_[1] : edges_[0];
        if (axes_ == 1) {
            if (edges_.size() > 1 && are_edges() && !is_product()) x = elements();
            out_.covers = x;
        } else if (axes_ == 2) {
            out_.covers = fmt::format("{} * {}", x, y), out_.covers_x = x, out_.covers_y = y;
        } else {
            out_.covers = elements();
        }
        const std::string edges[] = {x, y, z};
        for (int axis = 0; axis < axes_; ++axis)
            out_.grid[static_cast<std::size_t>(axis)] =
                fmt::format("ceil({} / {})", edges[axis], out_.block[static_cast<std::size_t>(axis)]);
    }

    void choose_arguments() {
        const auto pointers = static_cast<std::size_t>(
            std::ranges::count_if(in_.parameters, [](const DeclaredParameter& one) { return one.stars > 0; }));
        std::size_t arrays = 0;
        for (const DeclaredParameter& one : in_.parameters) {
            if (one.stars > 0)
                out_.arguments.push_back(array_of(one, pointers, arrays++));
            else
                out_.arguments.push_back(value_of(one));
        }
    }

    FileArgument array_of(const DeclaredParameter& one, std::size_t pointers, std::size_t place) const {
        FileArgument array{.name = one.name, .type = one.type};
        const auto type = element_type_of(one.pointee, text_);
        if (type) {
            array.dtype = type->dtype;
            array.components = type->components;
            if (!type->is_exact) array.note = fmt::format("bytes: there is no dtype for {}", one.pointee);
        } else {
            array.dtype = "u8", array.components = 64;
            array.note = fmt::format("64 bytes for each {}, whose size is not known: set the size", one.pointee);
        }
        const PointerUse use = use_of(in_.body, one.name);
        array.size = use.is_single ? "1" : elements();
        if (is_product() && pointers == 3 && !use.is_single) {
            const auto edge = [&](const char* name) {
                const auto found = std::ranges::find_if(sizes_, [&](const std::string& size) { return lower(size) == name; });
                return edges_[static_cast<std::size_t>(found - sizes_.begin())];
            };
            constexpr const char* rows[] = {"m", "k", "m"};
            constexpr const char* columns[] = {"k", "n", "n"};
            array.size = fmt::format("{} * {}", edge(rows[place]), edge(columns[place]));
        }
        const bool is_read = one.is_const || !use.is_written;
        array.is_output = !one.is_const;
        const bool filled = one.is_const || (is_read && writes_another(one.name)) || (pointers == 1 && !use.is_single);
        const bool is_real = array.dtype == "dtype" || array.dtype.starts_with('f');
        if (filled) array.fill = is_real && is_read ? "uniform" : "iota";
        if (!type && filled) array.fill = "zeros";
        return array;
    }

    bool writes_another(const std::string& name) const {
        return std::ranges::any_of(in_.parameters, [&](const DeclaredParameter& other) {
            return other.stars > 0 && other.name != name && use_of(in_.body, other.name).is_written;
        });
    }

    FileArgument value_of(const DeclaredParameter& one) {
        FileArgument value{.name = one.name, .type = one.type};
        const auto type = element_type_of(one.type, text_);
        const auto size = std::ranges::find(sizes_, one.name);
        const std::string wanted = one.name.empty() ? fmt::format("value_{}", out_.arguments.size()) : one.name;
        if (size != sizes_.end())
            value.parameter = edges_[static_cast<std::size_t>(size - sizes_.begin())];
        else if (type->is_bool)
            value.parameter = parameter(wanted, "flag", "true");
        else if (type->dtype == "dtype" || is_float(dtype_from_name(type->dtype).value_or(DType::f32)))
            value.parameter = parameter(wanted, "real", "1");
        else
            value.parameter = parameter(wanted, "integer", "1");
        return value;
    }

    void choose_shared() {
        const std::string type = dynamic_shared_type(in_.body);
        if (type.empty()) return;
        const auto element = element_type_of(type, text_);
        const auto dtype = element ? dtype_from_name(element->dtype) : std::nullopt;
        const std::string bytes =
            element && element->dtype == "dtype" ? "dtype_bytes" : std::to_string(dtype ? size_of(*dtype) : 4);
        const int components = element ? element->components : 1;
        out_.shared_bytes = fmt::format("{} * {}", threads_, bytes) + (components > 1 ? fmt::format(" * {}", components) : "");
    }

    const KernelInText& in_;
    CudaText text_;  // with the template's own names
    std::vector<FileParameter>& parameters_;
    int axes_;
    FileKernel out_;
    std::vector<std::string> integers_, sizes_;  // the kernel's names
    std::vector<std::string> edges_;             // parameters, of sizes_ in their order or of the launch alone
    std::string threads_;                        // per block, a formula
};

}  // namespace

bool FileKernels::can_run() const {
    return std::ranges::any_of(kernels, [](const FileKernel& one) { return one.problem.empty(); });
}

FileKernels propose_arguments(std::string_view text) {
    const CudaText read = read_cuda_text(text);
    FileKernels out;
    out.has_main = read.has_main;
    for (const KernelInText& kernel : read.kernels) out.kernels.push_back(Proposal(kernel, read, out.parameters).make());
    return out;
}

std::optional<Error> problem_of(const FileKernel& kernel, const ParameterValues& values) {
    std::vector<const std::string*> formulas{&kernel.shared_bytes};
    for (const std::string& edge : kernel.grid) formulas.push_back(&edge);
    for (const FileArgument& one : kernel.arguments)
        if (one.is_array()) formulas.push_back(&one.size);
    for (const std::string* formula : formulas) {
        const auto value = evaluate(*formula, values);
        if (!value) return value.error();
        const bool may_be_none = formula == &kernel.shared_bytes;
        if (!(*value >= (may_be_none ? 0 : 1)) || *value > 1e12)
            return Error{ErrorKind::usage, fmt::format("\"{}\" gives {}", *formula, *value), "A size is 1 or more."};
    }
    return std::nullopt;
}

FileKernels with_chosen_arguments(FileKernels now, const FileKernels& before) {
    const auto same_parameters = [](const FileKernel& a, const FileKernel& b) {
        return a.name == b.name && std::ranges::equal(a.arguments, b.arguments, [](const FileArgument& x, const FileArgument& y) {
                   return x.name == y.name && x.type == y.type && x.parameter == y.parameter;
               });
    };
    const bool has_all = std::ranges::all_of(before.parameters, [&](const FileParameter& one) {
        return std::ranges::find(now.parameters, one.id, &FileParameter::id) != now.parameters.end();
    });
    if (!has_all) return now;  // a formula may name one that is gone
    for (FileKernel& kernel : now.kernels)
        for (const FileKernel& chosen : before.kernels)
            if (same_parameters(kernel, chosen) && kernel.problem.empty()) {
                kernel.arguments = chosen.arguments;
                kernel.grid = chosen.grid, kernel.shared_bytes = chosen.shared_bytes;
                if (chosen.from_launch.empty()) continue;
                kernel.entry = chosen.entry, kernel.variables = chosen.variables, kernel.from_launch = chosen.from_launch;
            }
    return now;
}

}  // namespace warpwise
