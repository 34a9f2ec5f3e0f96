// What is sent of a texture (json_members.h): all but its address, which is the device's.
#pragma once

#include <tuple>

#include "base/json_members.h"
#include "simt/code/texture.h"

namespace warpwise {

template <>
inline constexpr simt::Texture::Kind last_enumerator<simt::Texture::Kind> = simt::Texture::Kind::destroyed;
template <>
inline constexpr simt::TexelType last_enumerator<simt::TexelType> = simt::TexelType::f32;
template <>
inline constexpr simt::TextureAddress last_enumerator<simt::TextureAddress> = simt::TextureAddress::border;
template <>
inline constexpr simt::TextureFilter last_enumerator<simt::TextureFilter> = simt::TextureFilter::linear;
template <>
inline constexpr simt::TextureRead last_enumerator<simt::TextureRead> = simt::TextureRead::normalized_float;
template <>
inline constexpr auto json_members<simt::Texture> =
    std::tuple{Member{"kind", &simt::Texture::kind},
               Member{"name", &simt::Texture::name},
               NotSent{&simt::Texture::address},
               Member{"pitch_bytes", &simt::Texture::pitch_bytes},
               Member{"plane_bytes", &simt::Texture::plane_bytes},
               Member{"is_linear", &simt::Texture::is_linear},
               Member{"is_layered", &simt::Texture::is_layered},
               Member{"is_cube", &simt::Texture::is_cube},
               Member{"dimensions", &simt::Texture::dimensions},
               Member{"channels", &simt::Texture::channels},
               Member{"type", &simt::Texture::type},
               Member{"width", &simt::Texture::width},
               Member{"height", &simt::Texture::height},
               Member{"depth", &simt::Texture::depth},
               Member{"address_modes", &simt::Texture::address_modes},
               Member{"filter", &simt::Texture::filter},
               Member{"read", &simt::Texture::read},
               Member{"normalized_coordinates", &simt::Texture::normalized_coordinates},
               Member{"border", &simt::Texture::border}};
static_assert(has_all_members<simt::Texture>);

}  // namespace warpwise
