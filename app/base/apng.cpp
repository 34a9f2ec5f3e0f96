#include "base/apng.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace warpwise {
namespace {

constexpr std::size_t kSignatureBytes = 8, kChunkFrameBytes = 12;  // length, type and checksum of a chunk

std::string big_endian(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string big_endian_16(std::uint32_t value) { return {static_cast<char>(value >> 8), static_cast<char>(value)}; }

std::uint32_t read_big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

std::string chunk(std::string_view type, std::string_view data) {
    std::string checked(type);
    checked += data;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    return big_endian(static_cast<std::uint32_t>(data.size())) + checked + big_endian(static_cast<std::uint32_t>(sum));
}

// The chunks of a PNG that was written here, so that nothing in it needs a check.
struct Chunk {
    std::string_view type, data;
};
std::vector<Chunk> chunks_of(std::string_view png) {
    std::vector<Chunk> chunks;
    for (std::size_t at = kSignatureBytes; at + kChunkFrameBytes <= png.size();) {
        const std::size_t length = read_big_endian(png.substr(at, 4));
        chunks.push_back({png.substr(at + 4, 4), png.substr(at + 8, length)});
        at += length + kChunkFrameBytes;
    }
    return chunks;
}

}  // namespace

struct ApngWriter::State {
    std::filesystem::path path;
    std::string part;    // beside the target, under which what is written gets its place
    bool named = false;  // it has that name already: this file system has no files without one
    TextChunks texts;
    int file = -1, delay_ms = 0;
    int width = 0, height = 0;
    std::uint32_t frames = 0, sequence = 0;  // sequence: APNG counts frame controls and frame data together
    std::uint64_t bytes = 0;
    std::uint64_t control_at = 0;  // where the chunk with the number of frames lies

    ~State() {
        if (file < 0) return;
        ::close(file);
        if (named) ::unlink(part.c_str());
    }

    // Without a name where that is possible: then even a kill leaves nothing.
    bool open() {
        const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
        file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
        if (file >= 0) return true;
        file = ::open(part.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
        named = file >= 0;
        return named;
    }

    // Gives the file its name; 0 or what the system says.
    int place() {
        const std::string unnamed = fmt::format("/proc/self/fd/{}", file);
        if (!named && ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, part.c_str(), AT_SYMLINK_FOLLOW) != 0) return errno;
        named = true;
        return ::rename(part.c_str(), path.c_str()) == 0 ? 0 : errno;
    }

    std::unexpected<Error> failed(int code) const {
        return failure(fmt::format("{} cannot be written: {}", path.string(), std::strerror(code)),
                       code == ENOSPC || code == EDQUOT ? "Free some space, or save fewer frames. Nothing was left on the disk."
                                                        : "The file that was there before is unchanged.");
    }

    Result<void> write(std::string_view text) {
        while (!text.empty()) {
            const ssize_t n = ::write(file, text.data(), text.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return failed(errno);
            bytes += static_cast<std::uint64_t>(n);
            text.remove_prefix(static_cast<std::size_t>(n));
        }
        return {};
    }

    std::string frame_control() {
        const std::string no_offset = big_endian(0) + big_endian(0);
        const std::string keep_and_replace(2, '\0');
        return chunk("fcTL", big_endian(sequence++) + big_endian(static_cast<std::uint32_t>(width)) +
                                 big_endian(static_cast<std::uint32_t>(height)) + no_offset +
                                 big_endian_16(static_cast<std::uint32_t>(delay_ms)) + big_endian_16(1000) + keep_and_replace);
    }

    std::string animation_control() const { return chunk("acTL", big_endian(frames) + big_endian(0)); }

    // What stands before the first frame's pixels: its header, the animation's control and the texts.
    std::string head(std::string_view png) {
        std::string text(png.substr(0, kSignatureBytes));
        for (const Chunk& c : chunks_of(png)) {
            if (c.type == "IDAT") break;
            text += chunk(c.type, c.data);
            if (c.type != "IHDR") continue;
            control_at = text.size();
            text += animation_control();
        }
        return text;
    }
};

ApngWriter::ApngWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
ApngWriter::~ApngWriter() = default;
ApngWriter::ApngWriter(ApngWriter&&) noexcept = default;
ApngWriter& ApngWriter::operator=(ApngWriter&&) noexcept = default;

Result<ApngWriter> ApngWriter::create(const std::filesystem::path& path, int delay_ms, TextChunks texts) {
    auto state = std::make_unique<State>();
    state->path = path;
    state->part = fmt::format("{}.{}.part", path.string(), ::getpid());
    state->texts = std::move(texts);
    state->delay_ms = delay_ms;
    std::error_code error;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
    if (error) return failure(fmt::format("the folder {} cannot be created: {}", path.parent_path().string(), error.message()));
    if (path.has_parent_path()) remove_stale_parts(path);
    if (!state->open()) return state->failed(errno);
    return ApngWriter(std::move(state));
}

Result<void> ApngWriter::add(const Image& image) {
    State& s = *state_;
    if (s.frames > 0 && (image.width != s.width || image.height != s.height))
        return failure("all frames of an animation must have the same size, and this one differs");
    s.width = image.width;
    s.height = image.height;
    const auto png = encode_png(image, s.frames == 0 ? s.texts : TextChunks());
    if (!png) return std::unexpected(png.error());
    std::string text = s.frames == 0 ? s.head(*png) : std::string();
    text += s.frame_control();
    for (const Chunk& c : chunks_of(*png))
        if (c.type == "IDAT")
            text += s.frames == 0 ? chunk(c.type, c.data) : chunk("fdAT", big_endian(s.sequence++) + std::string(c.data));
    ++s.frames;
    return s.write(text);
}

Result<void> ApngWriter::finish() {
    State& s = *state_;
    if (s.frames == 0) return failure("an animation without frames cannot be saved");
    if (auto ended = s.write(chunk("IEND", {})); !ended) return ended;
    const std::string control = s.animation_control();
    if (::pwrite(s.file, control.data(), control.size(), static_cast<off_t>(s.control_at)) !=
            static_cast<ssize_t>(control.size()) ||
        ::fsync(s.file) != 0)
        return s.failed(errno);
    if (const int code = s.place(); code != 0) return s.failed(code);
    ::close(std::exchange(s.file, -1));
    return {};
}

std::uint64_t ApngWriter::bytes() const { return state_->bytes; }

}  // namespace warpwise
