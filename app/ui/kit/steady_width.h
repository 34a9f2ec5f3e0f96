// A width that does not change when a scroll bar appears.
#pragma once

namespace warpwise::ui {

// Call right after Begin() or BeginChild(). A scroll bar then stands in the window's right margin and takes no width from its
// contents: a panel whose text wraps would otherwise grow, lose width, wrap again and flicker between two sizes.
void keep_width_beside_scrollbar();

}  // namespace warpwise::ui
