#include "tests/read_png.h"

#include <spng.h>

#include <memory>
#include <string>

#include "base/files.h"

namespace warpwise {
namespace {

constexpr std::uint32_t kMaxEdge = 16384;
constexpr std::size_t kMaxTextBytes = std::size_t{16} << 20;

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

int decode(spng_ctx* context, const std::string& bytes, Image& image) {
    spng_ihdr header{};
    std::size_t size = 0;
    int code = spng_set_image_limits(context, kMaxEdge, kMaxEdge);
    if (code == SPNG_OK) code = spng_set_chunk_limits(context, kMaxTextBytes, kMaxTextBytes);
    if (code == SPNG_OK) code = spng_set_png_buffer(context, bytes.data(), bytes.size());
    if (code == SPNG_OK) code = spng_get_ihdr(context, &header);
    if (code == SPNG_OK) code = spng_decoded_image_size(context, SPNG_FMT_RGB8, &size);
    if (code != SPNG_OK) return code;
    image.width = static_cast<int>(header.width);
    image.height = static_cast<int>(header.height);
    image.rgb.resize(size);
    code = spng_decode_image(context, image.rgb.data(), size, SPNG_FMT_RGB8, 0);
    return code == SPNG_OK ? spng_decode_chunks(context) : code;  // to the file's end
}

// Those before and behind the pixels.
int read_texts(spng_ctx* context, TextChunks& texts) {
    std::uint32_t count = 0;
    int code = spng_get_text(context, nullptr, &count);
    if (code == SPNG_ECHUNKAVAIL) return SPNG_OK;  // there is none
    std::vector<spng_text> chunks(count);
    if (code == SPNG_OK) code = spng_get_text(context, chunks.data(), &count);
    if (code != SPNG_OK) return code;
    for (const spng_text& chunk : chunks) texts.emplace_back(chunk.keyword, std::string(chunk.text, chunk.length));
    return SPNG_OK;
}

}  // namespace

Result<PngFile> read_png(const std::filesystem::path& path) {
    const auto bytes = read_file(path, std::size_t{256} << 20);
    if (!bytes) return std::unexpected(bytes.error());
    const Context context(spng_ctx_new(0));
    if (!context) return failure("libspng could not start");
    PngFile file;
    int code = decode(context.get(), *bytes, file.image);
    if (code == SPNG_OK) code = read_texts(context.get(), file.texts);
    if (code != SPNG_OK) return failure(path.string() + " cannot be read as a PNG (" + spng_strerror(code) + ")");
    return file;
}

}  // namespace warpwise
