#include "program/compile/parsed_beginning.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>

#include "base/files.h"
#include "base/sha256.h"
#include "base/text.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kMostKept = std::size_t{256} << 20;  // of all trees in the folder
constexpr std::size_t kDigestBytes = 64;
constexpr std::string_view kMark = "\nmade of\n";  // between the tree and the files that it was made of

std::string digest(std::string_view text) { return sha256_hex(std::as_bytes(std::span(text))); }

// Cuts blanks and comments off the front; false: a comment has no end.
bool skip_blank(std::string_view& text) {
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (text.starts_with("//")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else if (text.starts_with("/*")) {
            const auto end = text.find("*/", 2);
            if (end == std::string_view::npos) return false;
            text.remove_prefix(end + 2);
        } else {
            return true;
        }
    }
}

// The state of a file: a changed or missing file gives another text.
std::string state_of(const fs::path& file) {
    struct stat found{};
    if (::stat(file.c_str(), &found) != 0) return file.string() + " is missing\n";
    return fmt::format("{} {} {}.{}\n", file.string(), found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
}

// The path in a line of state_of: what stands before the last two words.
std::string_view path_in(std::string_view line) {
    line = line.substr(0, line.rfind(' '));
    return line.substr(0, line.rfind(' '));
}

bool is_unchanged(std::string_view states) {
    while (!states.empty()) {
        const std::string_view line = states.substr(0, states.find('\n') + 1);
        if (line.empty() || state_of(path_in(line)) != line) return false;
        states.remove_prefix(line.size());
    }
    return true;
}

// "TREE mark STATES digest"
std::string valid_tree(const fs::path& file) {
    auto bytes = read_regular_file(file, kMostKept);
    if (!bytes || bytes->size() <= kDigestBytes) return {};
    const std::string_view kept = std::string_view(*bytes).substr(0, bytes->size() - kDigestBytes);
    if (digest(kept) != std::string_view(*bytes).substr(kept.size())) return {};
    const auto mark = kept.rfind(kMark);
    if (mark == std::string_view::npos || !is_unchanged(kept.substr(mark + kMark.size()))) return {};
    ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // recently used files stay
    bytes->resize(mark);
    return std::move(*bytes);
}

// Removes the oldest.
void make_room(const fs::path& folder) {
    struct Kept {
        fs::file_time_type used;
        std::uintmax_t bytes;
        fs::path path;
    };
    std::vector<Kept> all;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        const Kept each{it->last_write_time(gone), it->file_size(gone), it->path()};
        if (!gone) all.push_back(each);
    }
    std::ranges::sort(all, std::ranges::greater(), &Kept::used);
    std::uintmax_t bytes = 0;
    for (const Kept& each : all) {
        bytes += each.bytes + 4096;  // an empty file takes space, too
        if (bytes > kMostKept) fs::remove(each.path, error);
    }
}

// Whole or not at all. Not synced to the disk: the digest detects what a crash of the machine has damaged.
void write_quickly(const fs::path& file, std::string_view text) {
    const fs::path part = fmt::format("{}.{}.{}.part", file.string(), ::getpid(), ::gettid());
    std::error_code error;
    bool is_written = false;
    {
        std::ofstream out(part, std::ios::binary);
        is_written = out.write(text.data(), static_cast<std::streamsize>(text.size())).flush().good();
    }
    if (is_written) fs::rename(part, file, error);
    if (!is_written || error) fs::remove(part, error);
}

std::string parse_and_keep(const fs::path& file, const std::string& includes, const ParseBeginning& parse) {
    const auto start = fs::file_time_type::clock::now();
    auto parsed = parse(includes);
    if (!parsed) return {};
    // One that has changed since may have been read before that.
    const auto is_newer = [&](const fs::path& each) {
        std::error_code error;
        const auto changed = fs::last_write_time(each, error);
        return !error && changed >= start;
    };
    if (std::ranges::any_of(parsed->made_of, is_newer)) return std::move(parsed->tree);
    std::string kept = parsed->tree;
    kept += kMark;
    for (const fs::path& each : parsed->made_of) kept += state_of(each);
    kept += digest(kept);
    write_quickly(file, kept);
    make_room(file.parent_path());
    return std::move(parsed->tree);
}

}  // namespace

LeadingIncludes leading_includes(std::string_view source, const std::function<bool(std::string_view)>& is_ours) {
    LeadingIncludes out;
    std::string_view left = source;
    while (skip_blank(left) && left.starts_with('#')) {
        std::string_view line = left.substr(0, left.find('\n'));
        left.remove_prefix(line.size());
        line = trimmed(line.substr(1));
        if (!line.starts_with("include")) break;
        line = trimmed(line.substr(std::string_view("include").size()));
        if (line.empty() || (line.front() != '<' && line.front() != '"')) break;
        const auto end = line.find(line.front() == '<' ? '>' : '"', 1);
        if (end == std::string_view::npos) break;
        const std::string_view name = line.substr(1, end - 1), rest = trimmed(line.substr(end + 1));
        if (!rest.empty() && (!rest.starts_with("//") || rest.ends_with('\\'))) break;
        if (line.front() == '"' && !is_ours(name)) break;
        out.lines += fmt::format("#include {}\n", line.substr(0, end + 1));
        out.bytes = source.size() - left.size();
    }
    return out;
}

KeptBeginning kept_beginning(const Beginning& beginning, const fs::path& folder, const ParseBeginning& parse) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !is_own_folder(folder)) return {};  // Clang trusts the bytes of a tree
    std::string flags;
    for (const std::string& flag : beginning.flags) flags += flag + '\n';
    const auto file_of = [&](const std::string& includes) { return folder / (digest(flags + '\n' + includes) + ".pch"); };
    if (!beginning.leading.empty()) {
        const std::string all = beginning.forced + beginning.leading;
        const fs::path file = file_of(all);
        std::string tree = valid_tree(file);
        if (tree.empty() && fs::exists(file, error)) tree = parse_and_keep(file, all, parse);
        if (!tree.empty()) return {std::move(tree), all};
        if (!fs::exists(file, error)) write_quickly(file, {});  // asked for once
    }
    if (beginning.forced.empty()) return {};
    const fs::path file = file_of(beginning.forced);
    std::string tree = valid_tree(file);
    if (tree.empty()) tree = parse_and_keep(file, beginning.forced, parse);
    if (tree.empty()) return {};
    return {std::move(tree), beginning.forced};
}

}  // namespace warpwise
