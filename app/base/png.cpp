#include "base/png.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <string>

#include "base/files.h"

namespace warpwise {
namespace {

constexpr int compression_level = 3;
constexpr png_uint_32 max_edge = 16384;

// libpng reports by a longjmp; the message is kept for the Error.
struct Complaint {
    std::string text;
};
void complain(png_structp png, png_const_charp message) {
    static_cast<Complaint*>(png_get_error_ptr(png))->text = message;
    png_longjmp(png, 1);
}
void ignore_warning(png_structp, png_const_charp) {}

void append(png_structp png, png_bytep data, png_size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
}
void discard_flush(png_structp) {}

struct Input {
    const std::string* bytes;
    std::size_t at = 0;
};
void take(png_structp png, png_bytep to, png_size_t size) {
    auto& input = *static_cast<Input*>(png_get_io_ptr(png));
    if (size > input.bytes->size() - input.at) png_error(png, "the file ends too early");
    std::memcpy(to, input.bytes->data() + input.at, size);
    input.at += size;
}

struct Writer {
    png_structp png = nullptr;
    png_infop info = nullptr;
    explicit Writer(Complaint& complaint)
        : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &complaint, complain, ignore_warning)) {
        if (png != nullptr) info = png_create_info_struct(png);
    }
    ~Writer() { png_destroy_write_struct(&png, &info); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
};
struct Reader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    explicit Reader(Complaint& complaint)
        : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &complaint, complain, ignore_warning)) {
        if (png != nullptr) info = png_create_info_struct(png);
    }
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
};

std::vector<png_text> as_png_texts(std::vector<std::pair<std::string, std::string>>& texts) {
    std::vector<png_text> chunks;
    for (auto& [keyword, text] : texts) {
        png_text chunk{};
        chunk.compression = PNG_ITXT_COMPRESSION_NONE;  // UTF-8
        chunk.key = keyword.data();
        chunk.text = text.data();
        chunks.push_back(chunk);
    }
    return chunks;
}

Result<std::string> encode(int width, int height, int channels, std::span<const std::uint8_t> pixels,
                           const TextChunks& given_texts) {
    if (width <= 0 || height <= 0) return failure("a picture of no size cannot be saved");
    Complaint complaint;
    std::string bytes;
    TextChunks texts = given_texts;
    std::vector<png_text> chunks = as_png_texts(texts);
    const Writer writer(complaint);
    if (writer.info == nullptr) return failure("libpng could not start");
    if (setjmp(png_jmpbuf(writer.png)) != 0) return failure("the picture could not be encoded (" + complaint.text + ")");
    png_set_write_fn(writer.png, &bytes, append, discard_flush);
    png_set_compression_level(writer.png, compression_level);
    png_set_filter(writer.png, 0, PNG_FILTER_NONE);
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
                 channels == 4 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (!chunks.empty()) png_set_text(writer.png, writer.info, chunks.data(), static_cast<int>(chunks.size()));
    png_write_info(writer.png, writer.info);
    for (int row = 0; row < height; ++row)
        png_write_row(writer.png, pixels.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(width * channels));
    png_write_end(writer.png, writer.info);
    return bytes;
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
    return encode(image.width, image.height, 3, image.rgb, texts);
}

Result<std::string> encode_png_with_alpha(int width, int height, std::span<const std::uint8_t> rgba, const TextChunks& texts) {
    return encode(width, height, 4, rgba, texts);
}

Result<void> write_png(const std::filesystem::path& path, const Image& image, const TextChunks& texts) {
    const auto bytes = encode_png(image, texts);
    if (!bytes) return std::unexpected(bytes.error());
    return write_file_atomically(path, *bytes);
}

Result<PngFile> read_png(const std::filesystem::path& path) {
    const auto bytes = read_file(path, std::size_t{256} << 20);
    if (!bytes) return std::unexpected(bytes.error());
    Complaint complaint;
    PngFile file;
    Input input{&*bytes};
    const Reader reader(complaint);
    if (reader.info == nullptr) return failure("libpng could not start");
    if (setjmp(png_jmpbuf(reader.png)) != 0) return failure(path.string() + " is no readable PNG (" + complaint.text + ")");
    png_set_read_fn(reader.png, &input, take);
    png_set_user_limits(reader.png, max_edge, max_edge);
    png_read_info(reader.png, reader.info);
    png_set_expand(reader.png);
    png_set_strip_16(reader.png);
    png_set_strip_alpha(reader.png);
    png_set_gray_to_rgb(reader.png);
    const int passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    file.image.width = static_cast<int>(png_get_image_width(reader.png, reader.info));
    file.image.height = static_cast<int>(png_get_image_height(reader.png, reader.info));
    const std::size_t stride = png_get_rowbytes(reader.png, reader.info);
    file.image.rgb.resize(stride * static_cast<std::size_t>(file.image.height));
    for (int pass = 0; pass < passes; ++pass)
        for (int row = 0; row < file.image.height; ++row)
            png_read_row(reader.png, file.image.rgb.data() + static_cast<std::size_t>(row) * stride, nullptr);
    png_read_end(reader.png, reader.info);
    png_textp texts = nullptr;
    const int count = png_get_text(reader.png, reader.info, &texts, nullptr);
    for (int i = 0; i < count; ++i) file.texts.emplace_back(texts[i].key, texts[i].text);
    return file;
}

}  // namespace warpwise
