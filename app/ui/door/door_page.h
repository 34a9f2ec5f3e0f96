// The front door: what the window shows while no lesson is open. Three pictures that move, the lesson to go on with, files to open,
// and the course as a map.
#pragma once

namespace warpwise::ui {

struct Workbench;

struct DoorAsked {  // in this frame
    bool for_file = false, for_devices = false;
};
// In the window that is open, which scrolls.
DoorAsked door_page(Workbench&);

}  // namespace warpwise::ui
