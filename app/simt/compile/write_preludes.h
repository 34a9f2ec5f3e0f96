// Writes what parsed_prelude.h reads: a step of the build.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace warpwise::simt {

// Parses all sets (prelude_texts.h) and writes their files into the folder, each whole or not at all.
Result<void> write_parsed_preludes(const std::filesystem::path& folder);

}  // namespace warpwise::simt
