#include "base/png.h"

#include <spng.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "base/files.h"

namespace warpwise {
namespace {

constexpr int kCompressionLevel = 3;

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};

// libspng copies the texts; its functions take them as not const.
Result<std::vector<spng_text>> as_chunks(TextChunks& texts) {
    static char none[] = "";
    std::vector<spng_text> chunks;
    for (auto& [keyword, text] : texts) {
        if (text.empty()) continue;  // libspng refuses a chunk without text
        spng_text chunk{};
        if (keyword.empty() || keyword.size() >= sizeof chunk.keyword)
            return failure("the picture's keyword '" + keyword + "' does not have 1 to 79 bytes");
        keyword.copy(chunk.keyword, keyword.size());
        chunk.type = SPNG_ITXT;  // UTF-8
        chunk.length = text.size();
        chunk.text = text.data();
        chunk.language_tag = none;
        chunk.translated_keyword = none;
        chunks.push_back(chunk);
    }
    return chunks;
}

// SPNG_OK or the first failure's code.
int encode(spng_ctx* context, int width, int height, int channels, std::span<const std::uint8_t> pixels,
           std::vector<spng_text>& texts) {
    spng_ihdr header{};
    header.width = static_cast<std::uint32_t>(width);
    header.height = static_cast<std::uint32_t>(height);
    header.bit_depth = 8;
    header.color_type = channels == 4 ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
    int code = spng_set_ihdr(context, &header);
    if (code == SPNG_OK) code = spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    if (code == SPNG_OK) code = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, kCompressionLevel);
    if (code == SPNG_OK) code = spng_set_option(context, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
    if (code == SPNG_OK && !texts.empty()) code = spng_set_text(context, texts.data(), static_cast<std::uint32_t>(texts.size()));
    if (code == SPNG_OK) code = spng_encode_image(context, pixels.data(), pixels.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    return code;
}

Result<std::string> encode_to_text(int width, int height, int channels, std::span<const std::uint8_t> pixels,
                                   const TextChunks& given_texts) {
    if (width <= 0 || height <= 0) return failure("an empty picture cannot be saved");
    TextChunks texts = given_texts;
    auto chunks = as_chunks(texts);
    if (!chunks) return std::unexpected(chunks.error());
    const Context context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context) return failure("libspng could not start");
    int code = encode(context.get(), width, height, channels, pixels, *chunks);
    std::size_t size = 0;
    const std::unique_ptr<void, Free> buffer(code == SPNG_OK ? spng_get_png_buffer(context.get(), &size, &code) : nullptr);
    if (!buffer) return failure(std::string("the picture could not be encoded (") + spng_strerror(code) + ")");
    return std::string(static_cast<const char*>(buffer.get()), size);
}

}  // namespace

Image Image::crop(int x, int y, int crop_width, int crop_height) const {
    const int left = std::clamp(x, 0, width), top = std::clamp(y, 0, height);
    const int right = std::clamp(x + crop_width, left, width), bottom = std::clamp(y + crop_height, top, height);
    Image part{right - left, bottom - top, {}};
    part.rgb.reserve(static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height) * 3);
    for (int row = top; row < bottom; ++row) {
        const auto begin = rgb.begin() + (static_cast<std::ptrdiff_t>(row) * width + left) * 3;
        part.rgb.insert(part.rgb.end(), begin, begin + static_cast<std::ptrdiff_t>(part.width) * 3);
    }
    return part;
}

Result<std::string> encode_png(const Image& image, const TextChunks& texts) {
    return encode_to_text(image.width, image.height, 3, image.rgb, texts);
}

Result<std::string> encode_png_with_alpha(int width, int height, std::span<const std::uint8_t> rgba, const TextChunks& texts) {
    return encode_to_text(width, height, 4, rgba, texts);
}

Result<void> write_png(const std::filesystem::path& path, const Image& image, const TextChunks& texts) {
    const auto bytes = encode_png(image, texts);
    if (!bytes) return std::unexpected(bytes.error());
    return write_file_atomically(path, *bytes);
}

}  // namespace warpwise
