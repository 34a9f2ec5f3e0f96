// Reads of textures, reads and writes of surfaces: lane by lane, as each may have an object of its own.
#include <fmt/format.h>

#include <cstring>

#include "simt/execute/cycle.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/memory/texture_sample.h"

namespace warpwise::simt {
namespace {

// One lane's request.
struct Request {
    std::uint64_t object = 0;
    std::array<std::uint32_t, 3> place{};
    TextureCall call;

    std::int64_t whole(std::size_t i) const { return static_cast<std::int32_t>(place[i]); }
    float real(std::size_t i) const { return std::bit_cast<float>(place[i]); }
    bool is_surface() const { return call.function() >= TextureFunction::surface_read; }
};

// "tex2DLayered", "surf1Dwrite"
std::string name_of(const TextureCall& call) {
    const bool is_surface = call.function() >= TextureFunction::surface_read;
    const std::string_view end = call.function() == TextureFunction::fetch           ? "fetch"
                                 : call.function() == TextureFunction::gather        ? "gather"
                                 : call.function() == TextureFunction::surface_read  ? "read"
                                 : call.function() == TextureFunction::surface_write ? "write"
                                                                                     : "";
    const std::string shape = call.is_cube() ? "Cubemap" : fmt::format("{}D", call.dimensions());
    return fmt::format("{}{}{}{}", is_surface ? "surf" : "tex", shape, call.is_layered() ? "Layered" : "", end);
}

std::string shape_of(const Texture& texture) {
    if (texture.is_cube) return texture.is_layered ? "a layered cube map" : "a cube map";
    return fmt::format("{}-dimensional{}",
                       texture.dimensions == 1   ? "one"
                       : texture.dimensions == 2 ? "two"
                                                 : "three",
                       texture.is_layered ? " layered" : "");
}

class TextureAccess {
  public:
    TextureAccess(BlockRun& run, Warp& warp, const Instruction& in)
        : run_(run), warp_(warp), in_(in), notes_(run.plan.options.trace == TraceLevel::full || run.watched_thread) {}

    bool all_lanes() {
        const auto* objects = read_lanes<std::uint64_t>(run_, warp_, in_.a);
        const auto* places = read_lanes<std::uint32_t>(run_, warp_, in_.b);
        std::array<std::array<std::uint32_t, kLanes>, 4> out{};
        bool good = true;
        for_each_lane(warp_.mask, [&](int lane) {
            if (!good) return;
            Request request{.object = objects[lane]};
            for (std::size_t k = 0; k < 3; ++k) request.place[k] = places[k * kLanes + static_cast<std::size_t>(lane)];
            request.call.bits = places[3 * kLanes + static_cast<std::size_t>(lane)];
            Texel texel{};
            good = find(request, lane) && one_lane(request, lane, texel);
            for (std::size_t k = 0; k < 4; ++k) out[k][static_cast<std::size_t>(lane)] = texel[k];
        });
        if (!good || in_.op == Op::surface_write) return good;
        for (std::uint32_t k = 0; k < 4; ++k) write_active(warp_, in_.dst + k * kLanes * 4, out[k].data());
        return true;
    }

  private:
    bool wrong(int lane, FaultKind kind, std::string message, std::string hint) {
        return raise(run_, warp_, in_, lane, kind, std::move(message), std::move(hint));
    }

    // The texture and its texels, kept from one lane to the next.
    bool find(const Request& request, int lane) {
        if (texture_ != nullptr && request.object == object_ && request.call == call_) return true;
        const std::string function = name_of(request.call);
        const Texture* texture = run_.plan.memory.textures().find(request.object);
        const std::string_view noun = request.is_surface() ? "surface" : "texture";
        if (request.object == 0)
            return wrong(lane, FaultKind::null_pointer,
                         fmt::format("calls {} with {} object 0, which was never created", function, noun),
                         fmt::format("Create it with cuda{}Object and check the error that it returns.",
                                     request.is_surface() ? "CreateSurface" : "CreateTexture"));
        if (texture == nullptr)
            return wrong(
                lane, FaultKind::out_of_bounds,
                fmt::format("calls {} with {:#x}, which is not a {} object of this launch", function, request.object, noun),
                "The object was never set, was overwritten, or is another argument: check the order of the kernel's "
                "arguments.");
        const bool fits = texture->kind != Texture::Kind::destroyed && check_kind(request, *texture, lane) &&
                          check_shape(request, *texture, lane) && check_type(request, *texture, lane);
        if (texture->kind == Texture::Kind::destroyed)
            return wrong(lane, FaultKind::out_of_bounds,
                         fmt::format("calls {} with the {} object '{}', which has been destroyed", function, noun, texture->name),
                         "Destroy an object after the kernels that use it have ended: cudaDeviceSynchronize() waits for them.");
        if (!fits) return false;
        texels_ = run_.plan.memory.host(texture->address, bytes_of(*texture));
        if (texels_ == nullptr)
            return wrong(lane, FaultKind::out_of_bounds,
                         fmt::format("calls {} with '{}', whose memory has been freed", function, texture->name),
                         "Free the array after the kernels that read it through an object have ended.");
        const bool may_write = texture->kind == Texture::Kind::surface;
        run_.plan.memory.find(texture->address, bytes_of(*texture))->note(may_write ? MemoryUse::both : MemoryUse::read);
        texture_ = texture;
        object_ = request.object;
        call_ = request.call;
        return true;
    }

    bool check_kind(const Request& request, const Texture& texture, int lane) {
        const bool is_surface = texture.kind == Texture::Kind::surface;
        if (is_surface == request.is_surface()) return true;
        return wrong(lane, FaultKind::launch_invalid,
                     fmt::format("calls {} with '{}', which is a {} object", name_of(request.call), texture.name,
                                 is_surface ? "surface" : "texture"),
                     is_surface
                         ? "Read a surface with surf1Dread, surf2Dread or surf3Dread."
                         : "A texture is only read, with tex1D, tex2D or tex3D. To write, create a surface object of its array.");
    }

    bool check_shape(const Request& request, const Texture& texture, int lane) {
        const TextureCall& call = request.call;
        const bool same =
            call.dimensions() == texture.dimensions && call.is_layered() == texture.is_layered && call.is_cube() == texture.is_cube;
        const bool samples_linear = texture.is_linear && !request.is_surface() && call.function() != TextureFunction::fetch;
        if (same && !samples_linear) return true;
        const TextureFunction fitting_function =
            samples_linear                                                                            ? TextureFunction::fetch
            : call.function() == TextureFunction::fetch || call.function() == TextureFunction::gather ? TextureFunction::sample
                                                                                                      : call.function();
        const TextureCall fitting{static_cast<std::uint32_t>(fitting_function) |
                                  static_cast<std::uint32_t>(texture.dimensions) << 3 | (texture.is_layered ? 32u : 0u) |
                                  (texture.is_cube ? 1u << 19 : 0u)};
        return wrong(lane, FaultKind::launch_invalid,
                     fmt::format("calls {} with '{}', which is {}", name_of(call), texture.name,
                                 samples_linear ? "linear memory" : shape_of(texture)),
                     fmt::format("Call {} instead.", name_of(fitting)));
    }

    // A GPU gives the bits of the wrong type without a word.
    bool check_type(const Request& request, const Texture& texture, int lane) {
        if (request.is_surface()) return true;
        const bool floats = gives_floats(texture);
        if (request.call.wants_floats() != floats)
            return wrong(lane, FaultKind::launch_invalid,
                         fmt::format("reads '{}' as {}, but its {} texels are read as {}", texture.name,
                                     floats ? "integers" : "floats", simt::name_of(texture.type), floats ? "floats" : "integers"),
                         floats ? "Name a type of floats: tex2D<float>, tex2D<float4>."
                                : "Name the texels' own type, such as tex2D<unsigned char>, or create the object with "
                                  "cudaReadModeNormalizedFloat.");
        if (request.call.channels() > texture.channels && request.call.function() != TextureFunction::gather)
            warn(run_, warp_, in_, lane,
                 fmt::format("reads {} channels of '{}', which has {}", request.call.channels(), texture.name, texture.channels),
                 "The channels that it does not have are 0 here and undefined on a GPU.");
        return true;
    }

    bool one_lane(const Request& request, int lane, Texel& texel) {
        switch (request.call.function()) {
            case TextureFunction::fetch: return fetch(request, lane, texel);
            case TextureFunction::sample:
            case TextureFunction::gather: return sample(request, lane, texel);
            default: return surface(request, lane, texel);
        }
    }

    // Past the end a GPU gives 0.
    bool fetch(const Request& request, int lane, Texel& texel) {
        const std::int64_t x = request.whole(0);
        if (x < 0 || x >= texture_->width) {
            warn(run_, warp_, in_, lane,
                 fmt::format("fetches texel {} of '{}', which has {}, 0 to {}", x, texture_->name, texture_->width,
                             texture_->width - 1),
                 "tex1Dfetch gives 0 there, whatever the address mode.");
            return true;
        }
        touched_.clear();
        texel = reader().at(x, 0, 0);
        return note(AccessKind::load, lane, texel_bytes(*texture_));
    }

    bool sample(const Request& request, int lane, Texel& texel) {
        touched_.clear();
        const std::array<float, 3> place{request.real(0), request.real(1), request.real(2)};
        const auto layer = static_cast<int>(request.whole(2));
        texel = request.call.function() == TextureFunction::gather ? reader().gather(place, layer, request.call.component())
                : texture_->is_cube                                ? reader().sample_cube(place, request.call.layer())
                                                                   : reader().sample(place, layer);
        return note(AccessKind::load, lane, texel_bytes(*texture_));
    }

    TextureReader reader() { return {*texture_, texels_, notes_ ? &touched_ : nullptr}; }

    bool surface(const Request& request, int lane, Texel& texel) {
        const bool is_write = request.call.function() == TextureFunction::surface_write;
        const std::int64_t bytes = request.call.bytes(), row = std::int64_t{texture_->width} * texel_bytes(*texture_);
        std::array<std::int64_t, 3> at{request.whole(0), request.whole(1), request.whole(2)};
        if (at[0] % bytes != 0)
            return wrong(lane, FaultKind::misaligned,
                         fmt::format("{} {} bytes of '{}' at byte {} of a row, which is not a multiple of {}",
                                     is_write ? "writes" : "reads", bytes, texture_->name, at[0], bytes),
                         "A surface counts x in bytes: write x * sizeof(the type).");
        const std::array<std::int64_t, 3> extents{row - bytes + 1, texture_->height, texture_->depth};
        for (std::size_t d = 0; d < 3; ++d) {
            if (at[d] >= 0 && at[d] < extents[d]) continue;
            const SurfaceBoundary boundary = request.call.boundary();
            if (boundary == SurfaceBoundary::zero) return true;
            if (boundary != SurfaceBoundary::clamp || extents[d] <= 0) return outside(request, at, d, lane);
            at[d] = at[d] < 0 ? 0 : extents[d] - 1;
            if (d == 0) at[0] -= at[0] % bytes;
        }
        const std::uint64_t offset = static_cast<std::uint64_t>(at[2]) * texture_->plane_bytes +
                                     static_cast<std::uint64_t>(at[1]) * texture_->pitch_bytes + static_cast<std::uint64_t>(at[0]);
        touched_.assign(1, offset);
        if (is_write) {
            const auto* data = read_lanes<std::uint32_t>(run_, warp_, in_.c);
            for (std::size_t k = 0; k < 4; ++k) texel[k] = data[k * kLanes + static_cast<std::size_t>(lane)];
            keep(lane, static_cast<std::uint64_t>(bytes));
            std::memcpy(texels_ + offset, texel.data(), static_cast<std::size_t>(bytes));
        } else {
            std::memcpy(texel.data(), texels_ + offset, static_cast<std::size_t>(bytes));
        }
        return note(is_write ? AccessKind::store : AccessKind::load, lane, static_cast<std::uint32_t>(bytes));
    }

    bool outside(const Request& request, const std::array<std::int64_t, 3>& at, std::size_t dimension, int lane) {
        const std::uint32_t texel = texel_bytes(*texture_);
        const bool is_layer = dimension == 2 && texture_->is_layered;
        const std::uint64_t width = std::uint64_t{texture_->width} * texel;
        const std::string what =
            dimension == 0 ? fmt::format("at byte {} of a row of '{}', whose rows have {} bytes ({} texels of {})", at[0],
                                         texture_->name, width, texture_->width, texel)
                           : fmt::format("in {} {} of '{}', which has {}, 0 to {}",
                                         dimension == 1      ? "row"
                                         : texture_->is_cube ? "face"
                                         : is_layer          ? "layer"
                                                             : "plane",
                                         at[dimension], texture_->name, dimension == 1 ? texture_->height : texture_->depth,
                                         (dimension == 1 ? texture_->height : texture_->depth) - 1);
        const bool is_write = request.call.function() == TextureFunction::surface_write;
        if (!wrong(lane, FaultKind::out_of_bounds, fmt::format("{} {}", is_write ? "writes" : "reads", what),
                   "Guard the access, or give cudaBoundaryModeZero or cudaBoundaryModeClamp as the last argument.") &&
            run_.fault->array.empty())
            run_.fault->array = texture_->name;
        return false;
    }

    std::uint64_t address(std::uint64_t offset) const { return texture_->address + offset; }

    void keep(int lane, std::uint64_t bytes) {
        if (!run_.keeps_writes()) return;
        std::uint64_t addresses[kLanes] = {};
        addresses[lane] = address(touched_.front());
        keep_before_write(run_, 1u << lane, addresses, bytes);
    }

    // Not counted: the texture unit has counters of its own.
    bool note(AccessKind kind, int lane, std::uint32_t bytes) {
        if (!notes_) return true;
        const bool full = run_.plan.options.trace == TraceLevel::full;
        for (const std::uint64_t offset : touched_) {
            std::uint64_t addresses[kLanes] = {};
            addresses[lane] = address(offset);
            const TracedAccess access{.kind = kind, .mask = 1u << lane, .bytes = bytes, .address = addresses};
            if (run_.watched_thread) watch_access(run_, warp_, in_, access);
            if (full) note_global(run_, warp_, in_, access, shadow_at(run_.plan.shadows, addresses[lane]));
        }
        return true;
    }

    BlockRun& run_;
    Warp& warp_;
    const Instruction& in_;
    bool notes_;  // someone looks at each access
    const Texture* texture_ = nullptr;
    std::uint64_t object_ = 0;
    TextureCall call_;
    std::byte* texels_ = nullptr;
    std::vector<std::uint64_t> touched_;  // offsets of the texels that the last lane accessed
};

}  // namespace

bool run_texture(BlockRun& run, Warp& warp, const Instruction& in) {
    if (run.cycle) run.cycle->count_all_memory();
    return TextureAccess(run, warp, in).all_lanes();
}

}  // namespace warpwise::simt
