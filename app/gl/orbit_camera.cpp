#include "gl/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warpwise::gl {
namespace {

constexpr float kLargestPitch = 1.55f;  // just below the pole, where right and up would have no direction

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

void OrbitCamera::turn(float dx, float dy, float height) {
    // A drag over the picture's height is half a turn.
    const float per_pixel = std::numbers::pi_v<float> / std::max(1.0f, height);
    yaw = std::remainder(yaw - dx * per_pixel, 2 * std::numbers::pi_v<float>);
    pitch = std::clamp(pitch + dy * per_pixel, -kLargestPitch, kLargestPitch);
}

void OrbitCamera::pan(float dx, float dy, float height) {
    const float per_pixel = 2 * kTangentOfHalfView * distance / std::max(1.0f, height);
    const Axes a = axes();
    for (std::size_t i = 0; i < 3; ++i) target[i] += (dy * a.up[i] - dx * a.right[i]) * per_pixel;
}

void OrbitCamera::zoom(float factor) {
    if (factor > 0) distance = std::clamp(distance / factor, kLeastDistance, kLargestDistance);
}

OrbitCamera::Axes OrbitCamera::axes() const {
    const float cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch);
    return {{cy, sy, 0}, {-sy * sp, cy * sp, cp}, {-sy * cp, cy * cp, -sp}};
}

std::array<float, 3> OrbitCamera::eye() const {
    const auto forward = axes().forward;
    return {target[0] - forward[0] * distance, target[1] - forward[1] * distance, target[2] - forward[2] * distance};
}

Projection::Projection(const OrbitCamera& camera, float width, float height)
    : axes_(camera.axes()), eye_(camera.eye()), near_depth_(camera.near_depth()), width_(width), height_(height) {}

std::optional<Projection::Point> Projection::of(const std::array<float, 3>& point) const {
    const std::array<float, 3> to{point[0] - eye_[0], point[1] - eye_[1], point[2] - eye_[2]};
    const float depth = dot(to, axes_.forward);
    if (!(depth > near_depth_)) return std::nullopt;
    const float pixels = height_ / (2 * OrbitCamera::kTangentOfHalfView * depth);
    return Point{width_ / 2 + dot(to, axes_.right) * pixels, height_ / 2 - dot(to, axes_.up) * pixels, depth};
}

}  // namespace warpwise::gl
