#include "simt/native/native_cache.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "warpwise native 1\n";
constexpr std::size_t kDigits = 64;

std::string digest_of(std::string_view bytes) { return sha256_hex(std::as_bytes(std::span(bytes))); }

// The build id of the program or library that this function is in: a digest that the linker made of all of it.
std::string build_id() {
    std::string out;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* found) -> int {
            const auto here = reinterpret_cast<ElfW(Addr)>(&build_id);
            const std::span headers(info->dlpi_phdr, info->dlpi_phnum);
            const bool is_own = std::ranges::any_of(headers, [&](const ElfW(Phdr) & each) {
                const ElfW(Addr) begin = info->dlpi_addr + each.p_vaddr;
                return each.p_type == PT_LOAD && here >= begin && here - begin < each.p_memsz;
            });
            if (!is_own) return 0;
            for (const ElfW(Phdr) & each : headers) {
                if (each.p_type != PT_NOTE) continue;
                const auto* at = reinterpret_cast<const std::byte*>(info->dlpi_addr + each.p_vaddr);
                const std::byte* const end = at + each.p_memsz;
                while (static_cast<std::size_t>(end - at) >= sizeof(ElfW(Nhdr))) {
                    ElfW(Nhdr) note;
                    std::memcpy(&note, at, sizeof note);
                    const std::byte* const name = at + sizeof note;
                    const std::byte* const value = name + (note.n_namesz + 3) / 4 * 4;
                    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
                        static_cast<std::string*>(found)->assign(reinterpret_cast<const char*>(value), note.n_descsz);
                    at = value + (note.n_descsz + 3) / 4 * 4;
                }
            }
            return 1;
        },
        &out);
    return out;
}

}  // namespace

std::string cache_key(std::string_view content) {
    static const std::string build = build_id();
    return build.empty() ? std::string() : digest_of(build + std::string(content));
}

bool NativeCache::has(const std::string& key) const {
    std::error_code error;
    return !key.empty() && fs::is_regular_file(file_of(key), error);
}

std::optional<std::string> NativeCache::load(const std::string& key) const {
    if (!has(key) || !is_own_folder(folder_)) return std::nullopt;
    const fs::path file = file_of(key);
    std::error_code error;
    auto text = read_regular_file(file, most_bytes_);
    const std::size_t header = kMark.size() + kDigits;
    if (!text || text->size() < header || !text->starts_with(kMark) ||
        digest_of(std::string_view(*text).substr(header)) != std::string_view(*text).substr(kMark.size(), kDigits)) {
        fs::remove(file, error);
        return std::nullopt;
    }
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
    return text->substr(header);
}

void NativeCache::keep(const std::string& key, std::string_view object) const {
    if (key.empty() || object.size() > most_bytes_ / 4) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !is_own_folder(folder_)) return;
    const bool is_kept = write_regular_file(file_of(key), std::string(kMark) + digest_of(object) + std::string(object)).has_value();
    if (is_kept) remove_oldest();
}

void NativeCache::remove_oldest() const {
    struct File {
        fs::path path;
        fs::file_time_type used;
        std::uint64_t bytes = 0;
    };
    std::vector<File> files;
    std::uint64_t bytes = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() != ".o") continue;
        File file{entry.path(), entry.last_write_time(error), entry.file_size(error)};
        if (error) continue;  // another process has removed it
        bytes += file.bytes;
        files.push_back(std::move(file));
    }
    std::ranges::sort(files, {}, &File::used);
    for (const File& file : files) {
        if (bytes <= most_bytes_) return;
        fs::remove(file.path, error);
        bytes -= file.bytes;
    }
}

}  // namespace warpwise::simt
