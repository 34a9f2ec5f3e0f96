// Files as whole texts: read with a size limit, written so that a kill or a full disk never leaves half a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpwise {

// Errors name the file and the reason; a file over max_bytes is refused before it is read.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes = std::size_t{64} << 20);

// The same for a file in a folder that the program looks through by itself (settings, progress, recordings): what is not a regular
// file is an error, and is not opened. A pipe would be waited for without end.
Result<std::string> read_regular_file(const std::filesystem::path& path, std::size_t max_bytes = std::size_t{64} << 20);

// A usage error when `path` can be no file: it has no name, is a folder, or lies below a file. For commands that measure for long
// before they write; makes nothing.
Result<void> check_output_file(const std::filesystem::path& path);

// Writes beside the target, flushes to the disk and renames: the target is the old or the new text, never a part. A link stays and
// its file is replaced; a file keeps its permissions; devices and pipes are written to as they are.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text);
// The same for the program's own files: what is there and is not a regular file is an error, and is not opened.
Result<void> write_regular_file(const std::filesystem::path& path, std::string_view text);

// Removes what killed writers of this file left beside it: FILE.PID.part of processes that are no more.
void remove_stale_parts(const std::filesystem::path& path);

// A folder that only this user may write to: what is read there can be trusted as much as the user.
bool is_own_folder(const std::filesystem::path& folder);

bool is_utf8(std::string_view text);

}  // namespace warpwise
