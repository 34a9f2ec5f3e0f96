// A path that is being typed: the folder it has come to, what is in there, and how the rest can be completed. No window library in
// here.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise::ui {

struct TypedPath {
    std::filesystem::path folder;
    std::string rest;  // the beginning of a name in it; may be empty
};
// "~/work/ho" is "ho" in the folder work of `home`, "/tmp//work/ho" in /work; what does not begin with / or ~ begins in `current`.
TypedPath typed_path(std::string_view typed, const std::filesystem::path& home, const std::filesystem::path& current);

struct PathEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const PathEntry&) const = default;
};
struct FolderListing {
    std::filesystem::path folder;
    std::vector<PathEntry> entries;  // folders first, by name
    std::string problem;             // why there is nothing; may be empty
};
// Folders, and the files with one of these endings (".cu"); none: folders alone. Asks the disk, which may take its time.
FolderListing list_folder(const std::filesystem::path& folder, std::span<const std::string> endings);

// Those that begin with `rest`, whatever the case of its letters; hidden ones only where it begins with a dot.
std::vector<PathEntry> matching(const FolderListing&, std::string_view rest);

// `typed` with the longest rest that all of these begin with; a folder that is alone gets the slash that leads into it.
std::string completed(std::string_view typed, std::string_view rest, std::span<const PathEntry>);

}  // namespace warpwise::ui
