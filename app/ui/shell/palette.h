// The palette of all commands keeps a context of its own while the window is open.
#pragma once

#include "ui/shell/shell.h"

namespace ImCmd {
struct Context;
}

namespace warpwise::ui {

class Palette {
  public:
    explicit Palette(Shell&);  // the workbench and the state behind it outlive the palette
    ~Palette();
    Palette(const Palette&) = delete;
    Palette& operator=(const Palette&) = delete;

  private:
    ImCmd::Context* context_;
};

}  // namespace warpwise::ui
