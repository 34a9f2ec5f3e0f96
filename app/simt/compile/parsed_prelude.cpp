#include "simt/compile/parsed_prelude.h"

#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/paths.h"
#include "base/sha256.h"
#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kDigestBytes = 64;  // at the end of the file

// Mapped, and never unmapped: every compile of the process reads it.
ParsedPrelude mapped(const ParsedSet& set) {
    auto file = llvm::MemoryBuffer::getFile((executable_dir() / set.file).string(), false, false);
    if (!file) return {};
    const std::string_view tree = tree_in((*file)->getBuffer(), set.text);
    if (tree.empty()) return {};
    static_cast<void>(file->release());
    return {set.text, tree};
}

}  // namespace

ParsedPrelude parsed_prelude_for(std::string_view text) {
    static std::mutex mutex;
    static std::map<const ParsedSet*, ParsedPrelude> known;
    const ParsedSet& set = parsed_set_for(text);
    const std::scoped_lock lock(mutex);
    const auto [found, is_new] = known.try_emplace(&set);
    if (is_new) found->second = mapped(set);
    return found->second;
}

std::string_view tree_in(std::string_view file, std::string_view text) {
    if (file.size() <= kDigestBytes) return {};
    const std::string_view tree = file.substr(0, file.size() - kDigestBytes);
    return file.ends_with(digest_of(text, tree)) ? tree : std::string_view();
}

std::string digest_of(std::string_view text, std::string_view tree) {
    std::string all(text);
    for (const HeaderText& header : header_texts()) all.append(header.text);
    all.append(tree);
    return sha256_hex(std::as_bytes(std::span(all)));
}

}  // namespace warpwise::simt
