// The menus of the top bar, made from the table of commands.
#pragma once

#include "ui/shell/shell.h"

namespace warpwise::ui {

void menus(Shell&);

}  // namespace warpwise::ui
