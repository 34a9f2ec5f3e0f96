// A picture that a lesson's kernel computes while it is looked at: what stands in a tile of the welcome page. It computes on a
// thread of its own; no function here waits for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.h"
#include "experiment/run/device_set.h"
#include "lesson/lesson.h"

namespace warpwise::ui {

class TilePicture {
  public:
    virtual ~TilePicture() = default;
    // Takes the picture that has come, and asks for the next one.
    virtual void tick() = 0;
    // There is a picture and it will not change by itself; if a fixed picture was asked for, it is that one.
    virtual bool is_still() const = 0;
    virtual std::optional<Error> error() const = 0;  // what ended it

    // By the mouse, in shares of the picture's width and height from its upper left corner.
    virtual void drag(float x, float y, float dx, float dy) = 0;
    virtual void release() = 0;

    // Of that many pixels or to be scaled to them; 0: none yet. Needs a current GL context.
    virtual std::uint32_t texture(int width, int height) = 0;
    virtual bool is_upside_down() const { return false; }  // the texture's rows
};

struct TileOrder {
    const Lesson* lesson = nullptr;  // outlives the picture, as the devices do
    DeviceSet* devices = nullptr;
    DeviceId device{};
    // For pictures that are compared: computes up to one state that is the same everywhere, and rests there.
    bool is_fixed = false;
};
std::unique_ptr<TilePicture> make_heat_tile(const TileOrder&);
std::unique_ptr<TilePicture> make_mandelbrot_tile(const TileOrder&);
std::unique_ptr<TilePicture> make_galaxy_tile(const TileOrder&);

}  // namespace warpwise::ui
