// A folder that is removed with all that is in it.
#pragma once

#include <cstdlib>

#include <filesystem>
#include <string>
#include <utility>

#include "base/error.h"

namespace warpwise {

class TemporaryFolder {
  public:
    static Result<TemporaryFolder> make(const std::string& name,
                                        const std::filesystem::path& in = std::filesystem::temp_directory_path()) {
        std::string pattern = (in / (name + "-XXXXXX")).string();
        if (mkdtemp(pattern.data()) == nullptr) return failure("no folder " + pattern + " can be made");
        return TemporaryFolder(pattern);
    }
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    ~TemporaryFolder() {
        std::error_code error;
        if (!path_.empty()) std::filesystem::remove_all(path_, error);
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace warpwise
