#include "gl/array_picture.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "gl/errors.h"
#include "gl/handle.h"
#include "gl/shader_program.h"

namespace warpwise::gl {
namespace {

// How the shader reads elements: GL has buffer textures of 8 to 32 bits, and 64 bits come as two words.
enum class Reading { real, whole, natural, wide_real, wide_whole, wide_natural };

struct Format {
    Reading reading;
    GLenum texels;
};

Format format_of(DType dtype) {
    switch (dtype) {
        case DType::u8: return {Reading::natural, GL_R8UI};
        case DType::i8: return {Reading::whole, GL_R8I};
        case DType::u32: return {Reading::natural, GL_R32UI};
        case DType::i32: return {Reading::whole, GL_R32I};
        case DType::u64: return {Reading::wide_natural, GL_RG32UI};
        case DType::i64: return {Reading::wide_whole, GL_RG32UI};
        case DType::f16: return {Reading::real, GL_R16F};
        case DType::f32: return {Reading::real, GL_R32F};
        case DType::f64: break;
    }
    return {Reading::wide_real, GL_RG32UI};
}

bool is_wide(Reading reading) { return reading >= Reading::wide_real; }

// A number of 64 bits as an unsigned one of the same order; 0, below all others, is what is not a number.
std::uint64_t ordered(double value) {
    if (std::isnan(value)) return 0;
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
    return bits >> 63 != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}

constexpr const char* kPlainReading = R"(
VALUE value_at(int i) {
    if (in_bits) return VALUE((uint(texelFetch(values, i >> 5).r) >> uint(i & 31)) & 1u);
    return VALUE(texelFetch(values, i).r);
}
VALUE threshold_at(int i) { return VALUE(texelFetch(thresholds, i).r); }
bool reaches(VALUE value, VALUE threshold) { return value >= threshold; }
float number_at(int i) { return float(value_at(i)); }
)";

// The same order as ordered() above.
constexpr const char* kWideReading = R"(
uvec2 ordered(uvec2 raw) {
#if defined(WIDE_REAL)
    uint magnitude = raw.y & 0x7fffffffu;
    if (magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && raw.x != 0u)) return uvec2(0u);
    if (magnitude == 0u && raw.x == 0u) raw.y = 0u;
    return (raw.y >> 31) != 0u ? ~raw : uvec2(raw.x, raw.y | 0x80000000u);
#elif defined(WIDE_WHOLE)
    return uvec2(raw.x, raw.y ^ 0x80000000u);
#else
    return raw;
#endif
}
VALUE value_at(int i) { return ordered(texelFetch(values, i).rg); }
VALUE threshold_at(int i) { return texelFetch(thresholds, i).rg; }
bool reaches(VALUE value, VALUE threshold) {
    return value.y > threshold.y || (value.y == threshold.y && value.x >= threshold.x);
}
float number_at(int i) {
    uvec2 raw = texelFetch(values, i).rg;
#if defined(WIDE_REAL)
    int exponent = int((raw.y >> 20) & 0x7ffu);
    if (exponent == 0) return 0.0;  // smaller than any count
    float magnitude = 1.0 + float(raw.y & 0xfffffu) / 1048576.0 + float(raw.x) / 4503599627370496.0;
    return ((raw.y >> 31) != 0u ? -magnitude : magnitude) * exp2(float(exponent - 1023));
#elif defined(WIDE_WHOLE)
    return float(int(raw.y)) * 4294967296.0 + float(raw.x);
#else
    return float(raw.y) * 4294967296.0 + float(raw.x);
#endif
}
)";

constexpr const char* kColouring = R"(
vec4 shade_at(int i) {
    int warp = int(texelFetch(warp_of, i).r);
    float most = 0.0, sum = 0.0;
    for (int lane = 0; warp > 0 && lane < 32; ++lane) {
        int pixel = int(texelFetch(pixel_of, (warp - 1) * 32 + lane).r);
        float work = pixel > 0 && pixel <= count ? number_at(pixel - 1) : 0.0;
        most = max(most, work);
        sum += work;
    }
    return mix(even, uneven, most > 0.0 ? 1.0 - sum / (most * 32.0) : 0.0);
}

vec4 colour_at(int i) {
    if (shaded) return shade_at(i);
    if (i >= count) return ground;
    VALUE value = value_at(i);
    if (has_dark && value == dark) return ground;
    int least = 0, most = reachable;
    while (least < most) {
        int middle = (least + most) / 2;
        if (reaches(value, threshold_at(middle))) least = middle + 1; else most = middle;
    }
    return texelFetch(palette, least);
}

// As samples_of() and sampled() of picture_part.h.
void main() {
    ivec2 first = corner + ivec2(gl_FragCoord.xy) * box, edge = min(ivec2(box), extent - first), samples = min(edge, ivec2(2));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < samples.y; ++i)
        for (int k = 0; k < samples.x; ++k) {
            ivec2 at = first + (2 * ivec2(k, i) + 1) * edge / (2 * samples);
            sum += colour_at(at.y * extent.x + at.x);
        }
    colour = sum / float(samples.x * samples.y);
}
)";

std::string fragment_shader(Reading reading) {
    const bool real = reading == Reading::real, whole = reading == Reading::whole, wide = is_wide(reading);
    const char* value = real ? "float" : whole ? "int" : wide ? "uvec2" : "uint";
    const char* sampler = real ? "samplerBuffer" : whole ? "isamplerBuffer" : "usamplerBuffer";
    std::string text = "#version 330 core\n";
    if (reading == Reading::wide_real) text += "#define WIDE_REAL\n";
    if (reading == Reading::wide_whole) text += "#define WIDE_WHOLE\n";
    text += fmt::format("#define VALUE {}\nuniform {} values, thresholds;\nuniform VALUE dark;\n", value, sampler);
    text +=
        "uniform samplerBuffer palette;\nuniform vec4 ground;\nuniform ivec2 extent, corner;\nuniform int count, reachable, box;\n"
        "uniform usamplerBuffer warp_of, pixel_of;\nuniform vec4 even, uneven;\n"
        "uniform bool has_dark, in_bits, shaded;\nout vec4 colour;\n";
    return text + (wide ? kWideReading : kPlainReading) + kColouring;
}

// The least T that is not below `threshold`; nothing when there is none.
template <typename T>
std::optional<T> least_reaching(double threshold) {
    if (!(threshold < std::numeric_limits<double>::infinity())) return std::nullopt;
    if constexpr (std::is_floating_point_v<T>) {
        const T near = static_cast<T>(threshold);
        return static_cast<double>(near) < threshold ? std::nextafter(near, std::numeric_limits<T>::infinity()) : near;
    } else {
        // the end of T's range, which is a power of two and so exact
        const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
        const double least = std::ceil(threshold);
        if (least >= end) return std::nullopt;
        return least < static_cast<double>(std::numeric_limits<T>::min()) ? std::numeric_limits<T>::min() : static_cast<T>(least);
    }
}

// A value in the shader's own words: four bytes, or eight in the order of ordered().
struct Words {
    std::array<std::uint32_t, 2> word{};
};
Words words_of(std::uint64_t bits) { return {{static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)}}; }

template <typename T>
std::optional<Words> words_reaching(double threshold) {
    const auto least = least_reaching<T>(threshold);
    if (!least) return std::nullopt;
    if constexpr (std::is_same_v<T, double>)
        return words_of(ordered(*least));
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return words_of(static_cast<std::uint64_t>(*least) ^ (std::uint64_t{1} << 63));
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return words_of(*least);
    else
        return Words{{std::bit_cast<std::uint32_t>(*least), 0}};
}

std::optional<Words> words_reaching(Reading reading, double threshold) {
    switch (reading) {
        case Reading::real: return words_reaching<float>(threshold);
        case Reading::whole: return words_reaching<std::int32_t>(threshold);
        case Reading::natural: return words_reaching<std::uint32_t>(threshold);
        case Reading::wide_real: return words_reaching<double>(threshold);
        case Reading::wide_whole: return words_reaching<std::int64_t>(threshold);
        case Reading::wide_natural: break;
    }
    return words_reaching<std::uint64_t>(threshold);
}

// The value itself, when an element can have it.
std::optional<Words> words_equal(Reading reading, double value) {
    const auto exactly = [&]<typename T>() {
        const auto least = least_reaching<T>(value);
        return least && static_cast<double>(*least) == value;
    };
    const bool is_value = reading == Reading::real         ? exactly.operator()<float>()
                          : reading == Reading::whole      ? exactly.operator()<std::int32_t>()
                          : reading == Reading::natural    ? exactly.operator()<std::uint32_t>()
                          : reading == Reading::wide_real  ? exactly.operator()<double>()
                          : reading == Reading::wide_whole ? exactly.operator()<std::int64_t>()
                                                           : exactly.operator()<std::uint64_t>();
    return is_value ? words_reaching(reading, value) : std::nullopt;
}

// What drawing changes, put back at the end.
class StateGuard {
  public:
    StateGuard() {
        glGetIntegerv(GL_VIEWPORT, viewport_.data());
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
        glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
        glGetIntegerv(GL_ACTIVE_TEXTURE, &unit_);
        for (std::size_t i = 0; i < kSwitches.size(); ++i) on_[i] = glIsEnabled(kSwitches[i]);
    }
    ~StateGuard() {
        for (GLenum unit : {GL_TEXTURE1, GL_TEXTURE2, GL_TEXTURE3, GL_TEXTURE4, GL_TEXTURE5}) {
            glActiveTexture(unit);
            glBindTexture(GL_TEXTURE_BUFFER, 0);
        }
        glActiveTexture(static_cast<GLenum>(unit_));
        glBindVertexArray(static_cast<GLuint>(vertex_array_));
        glUseProgram(static_cast<GLuint>(program_));
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        for (std::size_t i = 0; i < kSwitches.size(); ++i) (on_[i] ? glEnable : glDisable)(kSwitches[i]);
    }
    StateGuard(const StateGuard&) = delete;
    StateGuard& operator=(const StateGuard&) = delete;

  private:
    static constexpr std::array<GLenum, 4> kSwitches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE};
    std::array<GLint, 4> viewport_{};
    std::array<GLboolean, 4> on_{};
    GLint framebuffer_ = 0, program_ = 0, vertex_array_ = 0, unit_ = 0;
};

void fill_buffer(const Buffer& buffer, std::span<const std::byte> bytes) {
    glBindBuffer(GL_TEXTURE_BUFFER, buffer.get());
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_DYNAMIC_DRAW);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
}

void bind_buffer(GLenum unit, const Texture& texture, GLenum texels, GLuint buffer) {
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
    glTexBuffer(GL_TEXTURE_BUFFER, texels, buffer);
}

}  // namespace

// Owned by the context that was current at the first draw.
struct ArrayPicture::Objects {
    std::map<Reading, Program> programs;  // by what the arrays needed so far
    VertexArray vertex_array = VertexArray::make();
    Framebuffer framebuffer = Framebuffer::make();
    Texture picture = Texture::make();
    int width = 0, height = 0;  // of the picture
    Texture values = Texture::make(), thresholds = Texture::make(), palette = Texture::make();
    Buffer threshold_buffer = Buffer::make(), palette_buffer = Buffer::make();
    Texture warp_of = Texture::make(), pixel_of = Texture::make();
    Buffer warp_buffer = Buffer::make(), pixel_buffer = Buffer::make();
    GLint most_texels = 0, largest_edge = 0;

    // What the buffers hold
    std::optional<ArrayColours> colours;
    Reading reading = Reading::real;
    int reachable = 0;
    std::optional<Words> dark;
    std::shared_ptr<const WarpShades> shades;  // null: none yet

    Objects() {
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_texels);
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_edge);
    }

    Result<GLuint> program_of(Reading wanted) {
        if (const auto found = programs.find(wanted); found != programs.end()) return found->second.get();
        auto linked = link_program("the shader that colours arrays", kWholeViewportShader, fragment_shader(wanted));
        if (!linked) return std::unexpected(linked.error());
        return programs.emplace(wanted, std::move(*linked)).first->second.get();
    }

    void take_colours(const ArrayColours& wanted, Reading wanted_reading) {
        if (colours == wanted && reading == wanted_reading) return;
        std::vector<std::uint32_t> words;
        reachable = 0;
        for (const double threshold : wanted.thresholds) {
            const auto least = words_reaching(wanted_reading, threshold);
            if (!least) break;
            words.insert(words.end(), least->word.begin(), least->word.begin() + (is_wide(wanted_reading) ? 2 : 1));
            ++reachable;
        }
        words.resize(2 * ArrayColours::kSize);  // never empty
        dark = wanted.dark ? words_equal(wanted_reading, *wanted.dark) : std::nullopt;
        fill_buffer(threshold_buffer, std::as_bytes(std::span(words)));
        fill_buffer(palette_buffer, std::as_bytes(std::span(wanted.table)));
        colours = wanted;
        reading = wanted_reading;
    }

    Result<void> take_shades(std::shared_ptr<const WarpShades> wanted, std::size_t pixels) {
        if (wanted->warp_of.size() < pixels) return failure("the warps of a picture of another size cannot be shown");
        if (std::max(wanted->warp_of.size(), wanted->pixel_of.size()) > static_cast<std::size_t>(most_texels))
            return failure(fmt::format("the display shows the waste of at most {} threads", most_texels),
                           "Choose a smaller picture");
        if (shades == wanted) return {};
        fill_buffer(warp_buffer, std::as_bytes(std::span(wanted->warp_of)));
        fill_buffer(pixel_buffer, std::as_bytes(std::span(wanted->pixel_of)));
        shades = std::move(wanted);
        return {};
    }

    Result<void> resize(int wanted_width, int wanted_height) {
        if (width == wanted_width && height == wanted_height) return {};
        width = height = 0;
        GLint bound = 0;
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
        glBindTexture(GL_TEXTURE_2D, picture.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, wanted_width, wanted_height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.get());
        glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture.get(), 0);
        const bool complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
        const std::string wrong = first_error();
        if (complete && wrong.empty()) {
            width = wanted_width;
            height = wanted_height;
            return {};
        }
        return failure(fmt::format("the display refuses a picture of {} x {} pixels{}", wanted_width, wanted_height,
                                   wrong.empty() ? "" : " (" + wrong + ")"),
                       "Choose a smaller picture, or close other programs that draw");
    }

    void set_uniforms(GLuint program, const Source& source, const PicturePart& part, bool shaded) const {
        const auto at = [program](const char* name) { return glGetUniformLocation(program, name); };
        glUniform1i(at("values"), 1);
        glUniform1i(at("thresholds"), 2);
        glUniform1i(at("palette"), 3);
        glUniform2i(at("extent"), source.width, source.height);
        const std::size_t pixels = source.packed ? source.count * 32 : source.count;
        glUniform1i(at("count"), static_cast<GLint>(std::min<std::size_t>(pixels, std::numeric_limits<GLint>::max())));
        glUniform1i(at("in_bits"), source.packed);
        glUniform1i(at("reachable"), reachable);
        glUniform2i(at("corner"), part.left, part.top);
        glUniform1i(at("box"), part.box);
        const auto set_colour = [&](const char* name, std::uint32_t value) {
            const auto channel = [value](int shift) { return static_cast<float>((value >> shift) & 255) / 255.0f; };
            glUniform4f(at(name), channel(0), channel(8), channel(16), channel(24));
        };
        set_colour("ground", colours->ground);
        glUniform1i(at("warp_of"), 4);
        glUniform1i(at("pixel_of"), 5);
        glUniform1i(at("shaded"), shaded);
        if (shaded) set_colour("even", shades->even);
        if (shaded) set_colour("uneven", shades->uneven);
        glUniform1i(at("has_dark"), dark.has_value());
        const Words value = dark.value_or(Words{});
        if (is_wide(reading))
            glUniform2ui(at("dark"), value.word[0], value.word[1]);
        else if (reading == Reading::real)
            glUniform1f(at("dark"), std::bit_cast<float>(value.word[0]));
        else if (reading == Reading::whole)
            glUniform1i(at("dark"), std::bit_cast<std::int32_t>(value.word[0]));
        else
            glUniform1ui(at("dark"), value.word[0]);
    }
};

ArrayPicture::ArrayPicture() = default;
ArrayPicture::~ArrayPicture() = default;
ArrayPicture::ArrayPicture(ArrayPicture&&) noexcept = default;
ArrayPicture& ArrayPicture::operator=(ArrayPicture&&) noexcept = default;

Result<void> ArrayPicture::draw(const Source& source, const ArrayColours& colours, const PicturePart& part,
                                std::shared_ptr<const WarpShades> shades) {
    if (source.width < 1 || source.height < 1 || part.columns < 1 || part.rows < 1)
        return failure("a picture without pixels cannot be drawn");
    const StateGuard guard;
    forget_errors();
    if (!objects_) objects_ = std::make_unique<Objects>();
    Objects& o = *objects_;
    if (source.count > static_cast<std::size_t>(o.most_texels))
        return failure(
            fmt::format("the display draws arrays of at most {} elements, and this one has {}", o.most_texels, source.count),
            "Choose a smaller picture");
    const Format format = format_of(source.dtype);
    const auto program = o.program_of(format.reading);
    if (!program) return std::unexpected(program.error());
    if (std::max(part.columns, part.rows) > o.largest_edge)
        return failure(fmt::format("the display draws at most {} pixels along an edge, and the view has {}", o.largest_edge,
                                   std::max(part.columns, part.rows)),
                       "Make the window smaller");
    if (auto sized = o.resize(part.columns, part.rows); !sized) return sized;
    o.take_colours(colours, format.reading);
    const bool shaded = shades != nullptr;
    const std::size_t pixels = static_cast<std::size_t>(source.width) * static_cast<std::size_t>(source.height);
    if (shaded)
        if (auto taken = o.take_shades(std::move(shades), pixels); !taken) return taken;

    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, o.framebuffer.get());
    glViewport(0, 0, o.width, o.height);
    for (const GLenum off : {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(off);
    bind_buffer(GL_TEXTURE1, o.values, format.texels, source.buffer);
    bind_buffer(GL_TEXTURE2, o.thresholds,
                is_wide(format.reading)              ? GL_RG32UI
                : format.reading == Reading::real    ? GL_R32F
                : format.reading == Reading::natural ? GL_R32UI
                                                     : GL_R32I,
                o.threshold_buffer.get());
    bind_buffer(GL_TEXTURE3, o.palette, GL_RGBA8, o.palette_buffer.get());
    if (shaded) {
        bind_buffer(GL_TEXTURE4, o.warp_of, GL_R32UI, o.warp_buffer.get());
        bind_buffer(GL_TEXTURE5, o.pixel_of, GL_R32UI, o.pixel_buffer.get());
    }
    glUseProgram(*program);
    glBindVertexArray(o.vertex_array.get());
    o.set_uniforms(*program, source, part, shaded);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    // the array may go before the picture does
    bind_buffer(GL_TEXTURE1, o.values, format.texels, 0);
    if (const std::string wrong = first_error(); !wrong.empty())
        return failure(fmt::format("the display cannot draw the array ({})", wrong),
                       "Choose a smaller picture, or close other programs that draw");
    return {};
}

std::uint32_t ArrayPicture::texture() const { return objects_ && objects_->width > 0 ? objects_->picture.get() : 0; }
int ArrayPicture::texture_width() const { return objects_ ? objects_->width : 0; }
int ArrayPicture::texture_height() const { return objects_ ? objects_->height : 0; }

std::vector<std::uint32_t> ArrayPicture::read() const {
    std::vector<std::uint32_t> colours(static_cast<std::size_t>(texture_width()) * static_cast<std::size_t>(texture_height()));
    if (colours.empty()) return colours;
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, objects_->picture.get());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, colours.data());
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
    return colours;
}

}  // namespace warpwise::gl
