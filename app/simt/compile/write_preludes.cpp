#include "simt/compile/write_preludes.h"

#include <string>

#include "base/files.h"
#include "fmt/format.h"
#include "simt/compile/compile_front.h"
#include "simt/compile/deep_stack.h"
#include "simt/compile/parsed_prelude.h"
#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

Result<void> write_parsed(const ParsedSet& set, const std::filesystem::path& file) {
    const std::filesystem::path part = file.string() + ".part";
    bool is_written = false;
    run_on_deep_stack([&] { is_written = parse_prelude_to_file(set.text, part.string()); });
    if (!is_written) return failure(fmt::format("the prelude does not parse, or {} cannot be written", part.string()));
    auto tree = read_file(part);
    std::error_code error;
    std::filesystem::remove(part, error);
    if (!tree) return std::unexpected(tree.error());
    return write_file_atomically(file, *tree + digest_of(set.text, *tree));
}

}  // namespace

Result<void> write_parsed_preludes(const std::filesystem::path& folder) {
    for (const ParsedSet& set : parsed_sets())
        if (auto written = write_parsed(set, folder / set.file); !written) return written;
    return {};
}

}  // namespace warpwise::simt
