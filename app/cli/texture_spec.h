// `warpwise kernel --arg texture:f32[64,64]:iota,linear,wrap,normalized` and surface:... (docs/command-line.md).
#pragma once

#include <string>

#include "base/array.h"
#include "device/interface/device.h"

namespace warpwise {

struct TextureSpec {
    std::string array;          // as an argument of its own: "f32[64,64]:iota", "photo.npy"
    bool has_channels = false;  // the array's last extent
    simt::Texture texture;      // without extents
};

bool is_texture_spec(const std::string& spec);
// A mistake is a usage error that quotes the spec and lists the words.
Result<TextureSpec> parse_texture(const std::string& spec);
// The texture over its array: extents, channels and type.
Result<simt::Texture> texture_over(const std::string& spec, const TextureSpec&, const Array&);

}  // namespace warpwise
