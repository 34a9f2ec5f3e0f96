#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <system_error>

#include "base/text.h"

namespace warpwise {
namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return usage_error(fmt::format("there is no file {}", path.string()));
    if (fs::is_directory(status)) return usage_error(fmt::format("{} is a folder, not a file", path.string()));
    std::ifstream in(path, std::ios::binary);
    if (!in) return failure(fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno)), "Check its permissions.");
    // Read rather than trust the reported size: pipes and /proc report none.
    std::string text;
    char buffer[1 << 16];
    while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
        text.append(buffer, static_cast<std::size_t>(in.gcount()));
        if (text.size() > max_bytes)
            return failure(fmt::format("{} is larger than {}, the most that is read here", path.string(), bytes_text(max_bytes)));
    }
    return text;
}

namespace {

Result<void> check_regular(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) return {};
    return failure(fmt::format("{} is not a regular file", path.string()), "Move it away: it is never opened.");
}

}  // namespace

Result<std::string> read_regular_file(const fs::path& path, std::size_t max_bytes) {
    if (auto regular = check_regular(path); !regular) return std::unexpected(regular.error());
    return read_file(path, max_bytes);
}

Result<void> write_regular_file(const fs::path& path, std::string_view text) {
    if (auto regular = check_regular(path); !regular) return regular;
    return write_file_atomically(path, text);
}

bool is_own_folder(const fs::path& folder) {
    struct stat found{};
    return ::stat(folder.c_str(), &found) == 0 && found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
           ::access(folder.c_str(), W_OK) == 0;
}

Result<void> check_output_file(const fs::path& path) {
    if (path.empty()) return usage_error("the file to write has no name", "Name one, such as out.json.");
    std::error_code error;
    if (fs::is_directory(path, error))
        return usage_error(fmt::format("{} is a folder, not a file", path.string()), "Name a file in it.");
    for (fs::path folder = path.parent_path(); !folder.empty(); folder = folder.parent_path()) {
        const fs::file_status status = fs::status(folder, error);
        if (fs::is_directory(status)) break;
        if (fs::exists(status))
            return usage_error(fmt::format("{} is a file, not a folder, so it cannot hold {}", folder.string(), path.string()));
    }
    return {};
}

namespace {

// 0, or why not all of it was written, as errno has it.
int write_all(int file, std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(file, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR) return errno;
        if (n > 0) done += static_cast<std::size_t>(n);
    }
    return 0;
}

// What is not a regular file has no old text to keep, and a rename would put a file in its place.
Result<void> write_to_device(const fs::path& path, std::string_view text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const int code = file < 0 ? errno : write_all(file, text);
    if (file >= 0) ::close(file);
    if (code != 0) return failure(fmt::format("{} cannot be written: {}", path.string(), std::strerror(code)));
    return {};
}

}  // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view text) {
    if (auto possible = check_output_file(path); !possible) return possible;
    std::error_code error;
    if (const fs::file_status status = fs::status(path, error); fs::exists(status) && !fs::is_regular_file(status))
        return write_to_device(path, text);
    if (path.has_parent_path()) {
        fs::create_directories(path.parent_path(), error);
        if (error) return failure(fmt::format("the folder {} cannot be created: {}", path.parent_path().string(), error.message()));
    }
    const fs::path real = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
    const fs::path& target = real.empty() ? path : real;
    const std::string part = fmt::format("{}.{}.part", target.string(), ::getpid());
    const auto failed = [&](const char* what, int code) {
        ::unlink(part.c_str());
        return failure(fmt::format("{} cannot be {}: {}", path.string(), what, std::strerror(code)),
                       "The file that was there before is unchanged.");
    };
    // What is replaced says who may read it: a file that was private stays so, from the first byte on.
    struct stat before{};
    const bool replaces = ::stat(target.c_str(), &before) == 0;
    const mode_t mode = replaces ? before.st_mode & 0777 : 0644;  // less what the user's umask takes
    ::unlink(part.c_str());                                       // of an earlier process with this number
    const int file = ::open(part.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, replaces ? mode & 0700 : mode);
    if (file < 0) return failed("written", errno);
    if (replaces) static_cast<void>(::fchmod(file, mode));  // the umask had its say when the file was made
    const int writing = write_all(file, text);
    const int flushing = writing == 0 && ::fsync(file) != 0 ? errno : 0;
    ::close(file);
    if (writing != 0) return failed("written", writing);
    if (flushing != 0) return failed("flushed to the disk", flushing);
    if (::rename(part.c_str(), target.c_str()) != 0) return failed("replaced", errno);
    return {};
}

void remove_stale_parts(const fs::path& path) {
    const std::string prefix = path.filename().string() + ".";
    std::error_code error;
    for (fs::directory_iterator entry(path.parent_path(), error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(".part")) continue;
        int pid = 0;
        const char* const first = name.data() + prefix.size();
        const char* const last = name.data() + name.size() - 5;
        if (first >= last || std::from_chars(first, last, pid).ptr != last || pid <= 0) continue;
        std::error_code removing;
        if (::kill(pid, 0) != 0 && errno == ESRCH) fs::remove(entry->path(), removing);
    }
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
        const unsigned char c = byte(i);
        const std::size_t length = c < 0x80                ? 1
                                   : c >= 0xc2 && c < 0xe0 ? 2
                                   : c >= 0xe0 && c < 0xf0 ? 3
                                   : c >= 0xf0 && c < 0xf5 ? 4
                                                           : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((byte(i + k) & 0xc0) != 0x80) return false;
        if ((c == 0xe0 && byte(i + 1) < 0xa0) || (c == 0xed && byte(i + 1) >= 0xa0) || (c == 0xf0 && byte(i + 1) < 0x90) ||
            (c == 0xf4 && byte(i + 1) >= 0x90))
            return false;
        i += length;
    }
    return true;
}

}  // namespace warpwise
