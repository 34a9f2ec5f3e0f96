#include "ui/timing/phase_look.h"

namespace warpwise::ui {

PhaseLook phase_look(std::string_view phase) {
    using enum PhaseLook::Colour;
    using enum PhaseLook::Pattern;
    if (phase == "compile") return {grey, 0, hatch};
    if (phase == "load") return {grey, 0, none};
    if (phase == "copy_in") return {series, 0, down};
    if (phase == "copy_out") return {series, 1, across};
    return {device, 0, none};
}

}  // namespace warpwise::ui
