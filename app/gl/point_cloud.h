// Particles as points of light: places come from the host, or from a GL buffer that a kernel wrote, and are drawn into a
// texture of their own. Light adds up, so that no order and no depth matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gl/orbit_camera.h"

namespace warpwise::gl {

class PointCloud {
  public:
    struct Look {
        std::array<std::uint32_t, 256> palette{};  // R in the low byte
        float low = 0, high = 1;                   // values at the palette's ends
        std::uint32_t ground = 0xff000000u;
        float point_pixels = 3;  // of a particle of the usual mass, as far away as the camera's target
        float usual_mass = 1;
        float light = 0.6f;  // of one particle, 0 to 1
        bool operator==(const Look&) const = default;
    };

    PointCloud();
    ~PointCloud();
    PointCloud(PointCloud&&) noexcept;
    PointCloud& operator=(PointCloud&&) noexcept;

    // Four floats per particle: x, y, z and mass; and four of which the first three's length is the value that is coloured (a
    // velocity's is the speed). `vectors` may be empty: then the value is `low`. Need no GL; uploaded with the next draw.
    void set(std::span<const float> places, std::span<const float> vectors);
    // The same from buffers that are owned elsewhere and may be written between two draws; 0: none. Every draw draws anew.
    void use(std::uint32_t places_buffer, std::uint32_t vectors_buffer, std::size_t count);
    std::size_t size() const { return count_; }

    // Needs a current GL 3.3 context, which must outlive the cloud; draws when anything has changed. Keeps framebuffer and
    // viewport as they were. 0 when there is nothing to draw with: the reason went to the log.
    std::uint32_t texture(int width, int height, const OrbitCamera&, const Look&);

  private:
    struct Objects;
    void upload();
    void draw(int width, int height, const OrbitCamera&, const Look&);
    std::unique_ptr<Objects> objects_;
    std::vector<float> pending_places_, pending_vectors_;
    std::size_t count_ = 0;
    std::uint32_t outer_places_ = 0, outer_vectors_ = 0;
    bool has_vectors_ = false, changed_ = false;
};

}  // namespace warpwise::gl
