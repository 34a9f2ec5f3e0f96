// A camera that circles around a point and looks at it; z is up. What it draws and what the mouse picks use the same numbers.
// No GL in here.
#pragma once

#include <array>
#include <optional>

namespace warpwise::gl {

struct OrbitCamera {
    float yaw = 0.4f, pitch = 0.6f;  // radians; pitch above the plane of x and y
    float distance = 5;              // to the target
    std::array<float, 3> target{};
    bool operator==(const OrbitCamera&) const = default;

    static constexpr float kTangentOfHalfView = 0.41421356f;  // 45 degrees from the picture's top to its bottom
    static constexpr float kLeastDistance = 0.05f, kLargestDistance = 200;

    // The mouse moves what it holds; pixels of a picture that is `height` tall.
    void turn(float dx, float dy, float height);
    void pan(float dx, float dy, float height);
    void zoom(float factor);  // above 1: closer

    // Of the camera itself, of length 1.
    struct Axes {
        std::array<float, 3> right, up, forward;
    };
    Axes axes() const;
    std::array<float, 3> eye() const;

    // Points nearer than this are not drawn.
    float near_depth() const { return distance * 0.01f; }
};

// The camera's view of many points, on a picture of a certain size.
class Projection {
  public:
    struct Point {
        float x = 0, y = 0;  // pixels from the picture's upper left corner
        float depth = 0;     // along the view
    };
    Projection(const OrbitCamera&, float width, float height);
    // Nothing for a point at or behind the eye.
    std::optional<Point> of(const std::array<float, 3>& point) const;

  private:
    OrbitCamera::Axes axes_;
    std::array<float, 3> eye_;
    float near_depth_, width_, height_;
};

}  // namespace warpwise::gl
