#include "device/texture_messages.h"

#include <stdexcept>

namespace warpwise {

using nlohmann::json;

namespace {

template <typename Enum>
Enum enum_from(const json& j, Enum last) {
    const int value = j.get<int>();
    if (value < 0 || value > static_cast<int>(last)) throw std::invalid_argument("a message describes an unknown kind of texture");
    return static_cast<Enum>(value);
}

}  // namespace

json message_of(const simt::Texture& t) {
    json modes = json::array();
    for (const simt::TextureAddress mode : t.address_modes) modes.push_back(static_cast<int>(mode));
    return {{"kind", static_cast<int>(t.kind)},
            {"linear", t.is_linear},
            {"layered", t.is_layered},
            {"dimensions", t.dimensions},
            {"channels", t.channels},
            {"type", static_cast<int>(t.type)},
            {"width", t.width},
            {"height", t.height},
            {"depth", t.depth},
            {"address_modes", modes},
            {"filter", static_cast<int>(t.filter)},
            {"read", static_cast<int>(t.read)},
            {"normalized", t.normalized_coordinates},
            {"border", t.border}};
}

simt::Texture texture_from(const json& j) {
    simt::Texture t;
    t.kind = enum_from(j.at("kind"), simt::Texture::Kind::surface);
    t.is_linear = j.at("linear");
    t.is_layered = j.at("layered");
    t.dimensions = j.at("dimensions");
    t.channels = j.at("channels");
    t.type = enum_from(j.at("type"), simt::TexelType::f32);
    t.width = j.at("width");
    t.height = j.at("height");
    t.depth = j.at("depth");
    for (std::size_t d = 0; d < t.address_modes.size(); ++d)
        t.address_modes[d] = enum_from(j.at("address_modes").at(d), simt::TextureAddress::border);
    t.filter = enum_from(j.at("filter"), simt::TextureFilter::linear);
    t.read = enum_from(j.at("read"), simt::TextureRead::normalized_float);
    t.normalized_coordinates = j.at("normalized");
    t.border = j.at("border");
    return t;
}

}  // namespace warpwise
