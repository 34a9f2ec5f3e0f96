#include "gl/point_cloud.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "base/standard_streams.h"
#include "gl/handle.h"

namespace warpwise::gl {
namespace {

constexpr GLuint kPlaceAttribute = 0, kVectorAttribute = 1;

// A point's size follows the cube root of its mass, as a ball's would. A point that would be smaller than a pixel and a half is
// drawn that large and dimmer, so that distance does not make the picture flicker. The heaviest shine white, whatever their value.
constexpr const char* kVertexShader = R"(#version 330 core
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 vector;
uniform vec3 eye, right, up, forward;
uniform vec2 scale;   // from the slope of a ray to the picture's -1 to 1
uniform float near_depth, point_pixels, reach, usual_mass, light, largest_point;
uniform vec2 range;
out vec3 shade;  // place in the palette, light, whiteness

void main() {
    vec3 to = place.xyz - eye;
    float depth = dot(to, forward);
    gl_Position = vec4(dot(to, right) * scale.x, dot(to, up) * scale.y, 0.0, depth);
    if (!(depth > near_depth)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    float heavier = clamp(place.w / usual_mass, 0.001, 1000.0);
    float size = point_pixels * pow(heavier, 1.0 / 3.0) * reach / max(depth, near_depth);
    float drawn = clamp(size, 1.5, largest_point);
    gl_PointSize = drawn;
    float share = clamp((length(vector.xyz) - range.x) / max(range.y - range.x, 1e-20), 0.0, 1.0);
    float whiteness = clamp(log(heavier) / 6.0, 0.0, 1.0);
    shade = vec3(share, mix(light, 1.0, whiteness) * min(1.0, (size * size) / (drawn * drawn)), whiteness);
}
)";

// The palettes begin with colours that cannot be seen on a dark ground, so their first third is left out.
constexpr const char* kPointShader = R"(#version 330 core
uniform sampler2D palette;
in vec3 shade;
out vec4 colour;

void main() {
    vec2 from_middle = gl_PointCoord * 2.0 - 1.0;
    float away = dot(from_middle, from_middle);
    if (away > 1.0) discard;
    float glow = (1.0 - away) * (1.0 - away);
    vec3 hue = mix(texture(palette, vec2(0.33 + 0.67 * shade.x, 0.5)).rgb, vec3(1.0), shade.z);
    colour = vec4(hue * glow * shade.y, 1.0);
}
)";

GLuint compile(GLenum kind, const char* text) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;
    std::string log(4096, 0);
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    print_to(stderr, "warpwise: the shader of particles does not compile: {}\n", log);
    glDeleteShader(shader);
    return 0;
}

GLuint link_program() {
    const GLuint vertex = compile(GL_VERTEX_SHADER, kVertexShader), fragment = compile(GL_FRAGMENT_SHADER, kPointShader);
    GLuint program = 0;
    if (vertex && fragment) {
        program = glCreateProgram();
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        GLint good = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            print_to(stderr, "warpwise: the shader of particles does not link\n");
            glDeleteProgram(program);
            program = 0;
        }
    }
    if (vertex) glDeleteShader(vertex);
    if (fragment) glDeleteShader(fragment);
    return program;
}

void fill_buffer(const Buffer& buffer, const std::vector<float>& values) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data(), GL_STREAM_DRAW);
}

void bind_attribute(GLuint attribute, GLuint buffer) {
    if (buffer == 0) {
        glDisableVertexAttribArray(attribute);
        glVertexAttrib4f(attribute, 0, 0, 0, 0);
        return;
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
}

// What others in the window set and take for granted.
class KeptState {
  public:
    KeptState() {
        glGetIntegerv(GL_VIEWPORT, viewport_);
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
        glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer_);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
        scissor_ = glIsEnabled(GL_SCISSOR_TEST);
        blend_ = glIsEnabled(GL_BLEND);
        point_size_ = glIsEnabled(GL_PROGRAM_POINT_SIZE);
    }
    ~KeptState() {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        glBindVertexArray(static_cast<GLuint>(vertex_array_));
        glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(buffer_));
        set(GL_SCISSOR_TEST, scissor_);
        set(GL_BLEND, blend_);
        set(GL_PROGRAM_POINT_SIZE, point_size_);
        glBindTexture(GL_TEXTURE_2D, 0);
        glActiveTexture(GL_TEXTURE0);
    }
    KeptState(const KeptState&) = delete;
    KeptState& operator=(const KeptState&) = delete;

  private:
    static void set(GLenum what, GLboolean on) { on ? glEnable(what) : glDisable(what); }
    GLint viewport_[4]{}, framebuffer_ = 0, buffer_ = 0, vertex_array_ = 0;
    GLboolean scissor_ = GL_FALSE, blend_ = GL_FALSE, point_size_ = GL_FALSE;
};

}  // namespace

struct PointCloud::Objects {
    Program program{link_program()};
    VertexArray vertex_array = VertexArray::make();
    Buffer places = Buffer::make(), vectors = Buffer::make();
    Texture picture = Texture::make(), palette = Texture::make();
    Framebuffer framebuffer = Framebuffer::make();
    int width = 0, height = 0;  // of the picture
    GLfloat largest_point = 1;
    // What the picture shows.
    std::optional<OrbitCamera> camera;
    Look look;

    Objects() {
        GLfloat sizes[2] = {1, 1};
        glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, sizes);
        largest_point = std::clamp(sizes[1], 1.5f, 64.0f);
    }

    GLint at(const char* name) const { return glGetUniformLocation(program.get(), name); }

    void resize(int wanted_width, int wanted_height) {
        width = wanted_width;
        height = wanted_height;
        glBindTexture(GL_TEXTURE_2D, picture.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }

    void set_palette(const std::array<std::uint32_t, 256>& colours) {
        glBindTexture(GL_TEXTURE_2D, palette.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(colours.size()), 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     colours.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    }
};

PointCloud::PointCloud() = default;
PointCloud::~PointCloud() = default;
PointCloud::PointCloud(PointCloud&&) noexcept = default;
PointCloud& PointCloud::operator=(PointCloud&&) noexcept = default;

void PointCloud::set(std::span<const float> places, std::span<const float> vectors) {
    count_ = places.size() / 4;
    pending_places_.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count_ * 4));
    has_vectors_ = count_ > 0 && vectors.size() >= count_ * 4;
    pending_vectors_.clear();
    if (has_vectors_) pending_vectors_.assign(vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(count_ * 4));
    outer_places_ = outer_vectors_ = 0;
    changed_ = true;
}

void PointCloud::use(std::uint32_t places_buffer, std::uint32_t vectors_buffer, std::size_t count) {
    outer_places_ = places_buffer;
    outer_vectors_ = vectors_buffer;
    count_ = places_buffer != 0 ? count : 0;
    has_vectors_ = vectors_buffer != 0;
    pending_places_ = {};
    pending_vectors_ = {};
    changed_ = true;
}

void PointCloud::upload() {
    if (pending_places_.empty()) return;
    fill_buffer(objects_->places, pending_places_);
    if (has_vectors_) fill_buffer(objects_->vectors, pending_vectors_);
    pending_places_ = {};
    pending_vectors_ = {};
}

void PointCloud::draw(int width, int height, const OrbitCamera& camera, const Look& look) {
    Objects& o = *objects_;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, o.framebuffer.get());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, o.picture.get(), 0);
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    const auto channel = [&](int shift) { return static_cast<float>((look.ground >> shift) & 255) / 255.0f; };
    glClearColor(channel(0), channel(8), channel(16), 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (count_ == 0) return;

    glBindVertexArray(o.vertex_array.get());
    upload();
    const bool outer = outer_places_ != 0;
    bind_attribute(kPlaceAttribute, outer ? outer_places_ : o.places.get());
    bind_attribute(kVectorAttribute, !has_vectors_ ? 0 : outer ? outer_vectors_ : o.vectors.get());
    glUseProgram(o.program.get());
    const auto vec3 = [&](const char* name, const std::array<float, 3>& v) { glUniform3f(o.at(name), v[0], v[1], v[2]); };
    const OrbitCamera::Axes axes = camera.axes();
    vec3("eye", camera.eye());
    vec3("right", axes.right);
    vec3("up", axes.up);
    vec3("forward", axes.forward);
    const float steepest = OrbitCamera::kTangentOfHalfView;
    glUniform2f(o.at("scale"), static_cast<float>(height) / (steepest * static_cast<float>(width)), 1 / steepest);
    glUniform1f(o.at("near_depth"), camera.near_depth());
    glUniform1f(o.at("reach"), camera.distance);
    glUniform1f(o.at("point_pixels"), look.point_pixels);
    glUniform1f(o.at("largest_point"), o.largest_point);
    glUniform1f(o.at("usual_mass"), look.usual_mass);
    glUniform1f(o.at("light"), look.light);
    glUniform2f(o.at("range"), look.low, look.high);
    glUniform1i(o.at("palette"), 1);
    glBindTexture(GL_TEXTURE_2D, o.palette.get());
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
}

std::uint32_t PointCloud::texture(int width, int height, const OrbitCamera& camera, const Look& look) {
    if (width <= 0 || height <= 0) return 0;
    if (!objects_) objects_ = std::make_unique<Objects>();
    Objects& o = *objects_;
    if (!o.program) return 0;
    const bool resized = o.width != width || o.height != height, other_palette = !o.camera || o.look.palette != look.palette;
    if (!changed_ && !resized && outer_places_ == 0 && o.camera == camera && o.look == look) return o.picture.get();
    const KeptState kept;
    glActiveTexture(GL_TEXTURE1);  // Dear ImGui keeps a filtering sampler on unit 0
    if (resized) o.resize(width, height);
    if (other_palette) o.set_palette(look.palette);
    draw(width, height, camera, look);
    o.camera = camera;
    o.look = look;
    changed_ = false;
    return o.picture.get();
}

}  // namespace warpwise::gl
