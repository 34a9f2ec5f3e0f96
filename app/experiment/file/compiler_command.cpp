#include "experiment/file/compiler_command.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files.h"

namespace warpwise {
namespace {

using Words = std::span<const std::string>;

enum class Meaning {
    include_dir,
    definition,
    undefinition,
    forced_include,
    library,
    library_dir,
    standard,
    language,
    output,
    host_options,  // -Xcompiler: more words, separated by commas
    compile_only,
    no_program,
    openmp,
    options_file,
    gpu,  // nvcc's code for a GPU depends on it
    ignored,
};

enum class Value { none, attached_or_next, next, after_sign };  // -c; -Idir, -I dir; -o file; --std=c++17, -std c++17

struct Option {
    std::string_view name;
    Value value;
    Meaning meaning;
};

// As the manuals of nvcc and GCC list them. The first that fits is it: longer names stand before their beginnings.
constexpr auto kOptions = std::to_array<Option>({
    {"--include-path", Value::after_sign, Meaning::include_dir},
    {"-isystem", Value::attached_or_next, Meaning::include_dir},
    {"--system-include", Value::after_sign, Meaning::include_dir},
    {"-iquote", Value::attached_or_next, Meaning::include_dir},
    {"-idirafter", Value::attached_or_next, Meaning::include_dir},
    {"-include", Value::next, Meaning::forced_include},
    {"--pre-include", Value::after_sign, Meaning::forced_include},
    {"-I", Value::attached_or_next, Meaning::include_dir},
    {"--define-macro", Value::after_sign, Meaning::definition},
    {"-D", Value::attached_or_next, Meaning::definition},
    {"--undefine-macro", Value::after_sign, Meaning::undefinition},
    {"-U", Value::attached_or_next, Meaning::undefinition},
    {"-std", Value::after_sign, Meaning::standard},
    {"--std", Value::after_sign, Meaning::standard},
    {"--library-path", Value::after_sign, Meaning::library_dir},
    {"--library", Value::after_sign, Meaning::library},
    {"-lineinfo", Value::none, Meaning::ignored},
    {"-l", Value::attached_or_next, Meaning::library},
    {"-L", Value::attached_or_next, Meaning::library_dir},
    {"-x", Value::next, Meaning::language},
    {"--x", Value::after_sign, Meaning::language},
    {"-optf", Value::next, Meaning::options_file},
    {"--options-file", Value::after_sign, Meaning::options_file},
    {"-odir", Value::after_sign, Meaning::ignored},
    {"-o", Value::attached_or_next, Meaning::output},
    {"--output-file", Value::after_sign, Meaning::output},
    {"-Xcompiler", Value::after_sign, Meaning::host_options},
    {"--compiler-options", Value::after_sign, Meaning::host_options},
    {"-compiler-options", Value::after_sign, Meaning::host_options},
    {"-fopenmp", Value::none, Meaning::openmp},
    {"-dc", Value::none, Meaning::compile_only},
    {"--device-c", Value::none, Meaning::compile_only},
    {"-dw", Value::none, Meaning::compile_only},
    {"-c", Value::none, Meaning::compile_only},
    {"--compile", Value::none, Meaning::compile_only},
    {"-dlink", Value::none, Meaning::no_program},
    {"--device-link", Value::none, Meaning::no_program},
    {"-ptx", Value::none, Meaning::no_program},
    {"--ptx", Value::none, Meaning::no_program},
    {"-cubin", Value::none, Meaning::no_program},
    {"--cubin", Value::none, Meaning::no_program},
    {"-fatbin", Value::none, Meaning::no_program},
    {"--fatbin", Value::none, Meaning::no_program},
    {"-cuda", Value::none, Meaning::no_program},
    {"--cuda", Value::none, Meaning::no_program},
    {"-lib", Value::none, Meaning::no_program},
    {"-E", Value::none, Meaning::no_program},
    {"-MM", Value::none, Meaning::no_program},
    {"-M", Value::none, Meaning::no_program},
    {"--version", Value::none, Meaning::no_program},
    {"-V", Value::none, Meaning::no_program},
    {"--help", Value::none, Meaning::no_program},
    {"-MF", Value::next, Meaning::ignored},
    {"-MT", Value::next, Meaning::ignored},
    {"-MQ", Value::next, Meaning::ignored},
    {"-MD", Value::none, Meaning::ignored},
    {"-MMD", Value::none, Meaning::ignored},
    {"-MP", Value::none, Meaning::ignored},
    {"--dependency-output", Value::after_sign, Meaning::ignored},
    {"--generate-dependencies-with-compile", Value::none, Meaning::ignored},
    {"-arch", Value::after_sign, Meaning::ignored},
    {"-code", Value::after_sign, Meaning::ignored},
    {"-gencode", Value::after_sign, Meaning::ignored},
    {"-generate-code", Value::after_sign, Meaning::ignored},
    {"--gpu-architecture", Value::after_sign, Meaning::ignored},
    {"--gpu-code", Value::after_sign, Meaning::ignored},
    {"--generate-code", Value::after_sign, Meaning::ignored},
    {"-gpu-architecture", Value::after_sign, Meaning::ignored},
    {"-Xptxas", Value::after_sign, Meaning::gpu},
    {"--ptxas-options", Value::after_sign, Meaning::gpu},
    {"-Xlinker", Value::after_sign, Meaning::ignored},
    {"--linker-options", Value::after_sign, Meaning::ignored},
    {"-Xnvlink", Value::after_sign, Meaning::ignored},
    {"--nvlink-options", Value::after_sign, Meaning::ignored},
    {"-Xarchive", Value::after_sign, Meaning::ignored},
    {"-Xcudafe", Value::after_sign, Meaning::ignored},
    {"-diag-suppress", Value::after_sign, Meaning::ignored},
    {"--diag-suppress", Value::after_sign, Meaning::ignored},
    {"-ccbin", Value::after_sign, Meaning::ignored},
    {"--compiler-bindir", Value::after_sign, Meaning::ignored},
    {"-cudart", Value::after_sign, Meaning::ignored},
    {"--cudart", Value::after_sign, Meaning::ignored},
    {"-maxrregcount", Value::after_sign, Meaning::gpu},
    {"--maxrregcount", Value::after_sign, Meaning::gpu},
    {"-default-stream", Value::after_sign, Meaning::gpu},
    {"--default-stream", Value::after_sign, Meaning::gpu},
    {"-rdc", Value::after_sign, Meaning::ignored},
    {"--relocatable-device-code", Value::after_sign, Meaning::ignored},
    {"-ftz", Value::after_sign, Meaning::gpu},
    {"--ftz", Value::after_sign, Meaning::gpu},
    {"-prec-div", Value::after_sign, Meaning::gpu},
    {"--prec-div", Value::after_sign, Meaning::gpu},
    {"-prec-sqrt", Value::after_sign, Meaning::gpu},
    {"--prec-sqrt", Value::after_sign, Meaning::gpu},
    {"-fmad", Value::after_sign, Meaning::gpu},
    {"--fmad", Value::after_sign, Meaning::gpu},
    {"--resource-usage", Value::none, Meaning::ignored},
    {"-res-usage", Value::none, Meaning::ignored},
    {"--expt-relaxed-constexpr", Value::none, Meaning::gpu},
    {"-expt-relaxed-constexpr", Value::none, Meaning::gpu},
    {"--expt-extended-lambda", Value::none, Meaning::gpu},
    {"-expt-extended-lambda", Value::none, Meaning::gpu},
    {"--extended-lambda", Value::none, Meaning::gpu},
    {"-extended-lambda", Value::none, Meaning::gpu},
    {"--use_fast_math", Value::none, Meaning::gpu},
    {"-use_fast_math", Value::none, Meaning::gpu},
    {"-use-fast-math", Value::none, Meaning::gpu},
    {"--device-debug", Value::none, Meaning::ignored},
    {"--debug", Value::none, Meaning::ignored},
    {"--generate-line-info", Value::none, Meaning::ignored},
    {"--optimize", Value::after_sign, Meaning::ignored},
    {"--profile", Value::none, Meaning::ignored},
    {"--shared", Value::none, Meaning::ignored},
    {"-shared", Value::none, Meaning::ignored},
    {"-static", Value::none, Meaning::ignored},
    {"-rdynamic", Value::none, Meaning::ignored},
    {"-no-pie", Value::none, Meaning::ignored},
    {"-pie", Value::none, Meaning::ignored},
    {"-pthread", Value::none, Meaning::ignored},
    {"-pedantic", Value::none, Meaning::ignored},
    {"-ansi", Value::none, Meaning::ignored},
    {"-deviceemu", Value::none, Meaning::ignored},
    {"--keep", Value::none, Meaning::ignored},
    {"-keep", Value::none, Meaning::ignored},
    {"--keep-dir", Value::after_sign, Meaning::ignored},
    {"-keep-dir", Value::after_sign, Meaning::ignored},
    {"--verbose", Value::none, Meaning::ignored},
    {"--dryrun", Value::none, Meaning::ignored},
    {"-v", Value::none, Meaning::ignored},
    {"--machine", Value::after_sign, Meaning::ignored},
    {"-m64", Value::none, Meaning::ignored},
    {"-m32", Value::none, Meaning::ignored},
    {"-restrict", Value::none, Meaning::gpu},
    {"--restrict", Value::none, Meaning::gpu},
    {"--disable-warnings", Value::none, Meaning::ignored},
    {"--Werror", Value::after_sign, Meaning::ignored},
    {"--Wno-deprecated-gpu-targets", Value::none, Meaning::ignored},
    {"-allow-unsupported-compiler", Value::none, Meaning::ignored},
    {"--allow-unsupported-compiler", Value::none, Meaning::ignored},
    {"--forward-unknown-to-host-compiler", Value::none, Meaning::ignored},
    {"-forward-unknown-to-host-compiler", Value::none, Meaning::ignored},
    {"-split-compile", Value::after_sign, Meaning::ignored},
    {"--split-compile", Value::after_sign, Meaning::ignored},
    {"-extra-device-vectorization", Value::none, Meaning::gpu},
    {"--extra-device-vectorization", Value::none, Meaning::gpu},
    {"-G", Value::none, Meaning::ignored},
    {"-w", Value::none, Meaning::ignored},
    {"-dopt", Value::after_sign, Meaning::ignored},
    {"-pg", Value::none, Meaning::ignored},
    {"-p", Value::none, Meaning::ignored},
    {"-s", Value::none, Meaning::ignored},
});

// Families of the host compiler's: warnings, optimization, debugging, machine and code generation.
constexpr auto kIgnoredFamilies = std::to_array<std::string_view>({"-W", "-O", "-g", "-m", "-f", "--param"});

struct Found {
    const Option* option;
    std::string value;
    std::size_t words;  // that it takes
};

std::optional<Found> find(Words words) {
    const std::string_view word = words.front();
    for (const Option& each : kOptions) {
        if (!word.starts_with(each.name)) continue;
        const std::string_view rest = word.substr(each.name.size());
        switch (each.value) {
            case Value::none:
                if (rest.empty()) return Found{&each, {}, 1};
                break;
            case Value::attached_or_next:
                if (!rest.empty()) return Found{&each, std::string(rest), 1};
                return Found{&each, words.size() > 1 ? words[1] : std::string(), std::min<std::size_t>(2, words.size())};
            case Value::next:
                if (rest.empty()) return Found{&each, words.size() > 1 ? words[1] : "", std::min<std::size_t>(2, words.size())};
                break;
            case Value::after_sign:
                if (rest.starts_with("=")) return Found{&each, std::string(rest.substr(1)), 1};
                if (rest.empty()) return Found{&each, words.size() > 1 ? words[1] : "", std::min<std::size_t>(2, words.size())};
                break;
        }
    }
    return std::nullopt;
}

// "-Wall,-fopenmp"; quotes around parts of it are the shell's of a Makefile.
std::vector<std::string> parts_of(std::string_view text, std::string_view separators) {
    std::vector<std::string> out;
    std::string part;
    for (const char c : text) {
        if (separators.contains(c)) {
            if (!part.empty()) out.push_back(std::exchange(part, {}));
        } else if (c != '"' && c != '\'') {
            part += c;
        }
    }
    if (!part.empty()) out.push_back(part);
    return out;
}

class WordReader {
  public:
    explicit WordReader(std::span<const std::string_view> own) : own_(own) {}
    CompilerCommand command;

    void read(Words words) {
        while (!words.empty()) words = words.subspan(take(words));
    }

  private:
    std::size_t take(Words words) {
        const std::string& word = words.front();
        if (!word.starts_with('-') || word == "-") {
            command.inputs.emplace_back(word);
            return 1;
        }
        if (const std::size_t own = take_own(words); own > 0) return own;
        const auto found = find(words);
        if (!found) {
            if (!std::ranges::any_of(kIgnoredFamilies, [&](std::string_view f) { return word.starts_with(f); }))
                command.unknown.push_back(word);
            return 1;
        }
        apply(*found);
        return found->words;
    }

    std::size_t take_own(Words words) {
        const std::size_t count = own_words(words, own_);
        std::ranges::copy(words.first(count), std::back_inserter(command.own));
        return count;
    }

    void apply(const Found& found) {
        ProgramText& text = command.text;
        switch (found.option->meaning) {
            case Meaning::include_dir:
                for (const std::string& each : parts_of(found.value, ",")) text.include_dirs.emplace_back(each);
                break;
            case Meaning::definition: text.definitions.push_back(found.value); break;
            case Meaning::undefinition: text.undefinitions.push_back(found.value); break;
            case Meaning::forced_include: text.forced_includes.push_back(found.value); break;
            case Meaning::library: text.libraries.push_back(found.value); break;
            case Meaning::library_dir: text.library_dirs.emplace_back(found.value); break;
            case Meaning::standard:
                if (found.value.contains("++")) text.standard = found.value;  // one of C is for C sources alone
                break;
            case Meaning::language: text.is_all_cuda = text.is_all_cuda || found.value == "cu"; break;
            case Meaning::output: command.output = found.value; break;
            case Meaning::compile_only: command.is_compile_only = true; break;
            case Meaning::no_program: command.is_other = true; break;
            case Meaning::openmp: text.has_openmp = true; break;
            case Meaning::gpu:
                text.gpu_options.push_back(std::string(found.option->name) + (found.value.empty() ? "" : "=" + found.value));
                break;
            case Meaning::host_options: {
                const std::vector<std::string> more = parts_of(found.value, ", ");
                read_host_options(more);
                break;
            }
            case Meaning::options_file:
                if (const auto file = read_file(found.value)) {
                    const std::vector<std::string> more = parts_of(*file, " \t\r\n");
                    read(more);
                }
                break;
            case Meaning::ignored: break;
        }
    }

    // The host compiler's own: what it alone knows is its business.
    void read_host_options(Words words) {
        const std::size_t known = command.unknown.size();
        for (Words rest = words; !rest.empty();) rest = rest.subspan(rest.front().starts_with('-') ? take(rest) : 1);
        command.unknown.resize(known);
    }

    std::span<const std::string_view> own_;
};

}  // namespace

std::size_t own_words(std::span<const std::string> words, std::span<const std::string_view> own_options) {
    for (const std::string_view name : own_options) {
        const bool has_value = name.ends_with('=');
        const std::string_view plain = has_value ? name.substr(0, name.size() - 1) : name;
        if (words.front() == plain) return has_value && words.size() > 1 ? 2 : 1;
        if (has_value && words.front().starts_with(name)) return 1;
    }
    return 0;
}

CompilerCommand read_compiler_command(std::span<const std::string> words, std::span<const std::string_view> own_options) {
    WordReader reader(own_options);
    reader.read(words);
    const auto is_cuda = [](const std::filesystem::path& input) { return input.extension() == ".cu"; };
    if (std::ranges::all_of(reader.command.inputs, is_cuda)) reader.command.text.is_all_cuda = false;  // -x cu says nothing new
    return std::move(reader.command);
}

}  // namespace warpwise
