// The picture of the view `address_map`.
#pragma once

#include <imgui.h>

#include <optional>

#include "ui/threads/address_layout.h"

namespace warpwise::ui {

struct AddressPicture {
    const Look& look;
    const AddressScene& scene;
    const AddressLayout& layout;
    ImVec2 at;  // upper left corner on the screen
    ImDrawList& list;
    std::size_t pointed_map = 0;  // under the mouse, or else the chosen one
    ViewElement pointed;
};
void draw_address_map(const AddressPicture&);

// What the cells mean, of those kinds that are there.
void address_legend(const Look&, const AddressScene&);

}  // namespace warpwise::ui
