// Compiled code on disk, for processes that come later. Only a process that may write files has one: not the emulator's own, which
// runs behind walls (device/process/walls.h), as a kernel that takes it over could leave code there for others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpwise::simt {

inline constexpr std::uint64_t kMostCachedBytes = std::uint64_t{64} << 20;

// A folder of object files. Any number of processes may use one: a file is written beside its name and renamed. What cannot be read
// or written is as if it were not there, as is all of a folder that others may write to; a damaged file is removed.
class NativeCache {
  public:
    explicit NativeCache(std::filesystem::path folder, std::uint64_t most_bytes = kMostCachedBytes)
        : folder_(std::move(folder)), most_bytes_(most_bytes) {}

    bool has(const std::string& key) const;
    std::optional<std::string> load(const std::string& key) const;
    // Those that were used longest ago go when there are more than most_bytes.
    void keep(const std::string& key, std::string_view object) const;

  private:
    std::filesystem::path file_of(const std::string& key) const { return folder_ / (key + ".o"); }
    void remove_oldest() const;

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
};

// A file's name for code of this content: of this build of the program too, as another one makes other code. Empty: the linker has
// left no mark of the build, and nothing can be kept.
std::string cache_key(std::string_view content);

}  // namespace warpwise::simt
