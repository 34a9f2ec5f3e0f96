// The menus of the top bar, made from the table of commands.
#pragma once

#include <span>
#include <string_view>

#include "ui/shell/shell.h"

namespace warpwise::ui {

void menus(Shell&);

// What divides a menu: above the command of this name a heading or, without one, a line.
struct MenuPart {
    std::string_view first;
    const char* heading;
};
std::span<const MenuPart> menu_parts();

}  // namespace warpwise::ui
