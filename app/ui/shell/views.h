// Every view of the window in one table: docks, menus, the palette, pictures, `warpwise shot --view` and where a lesson's
// [[view]] stands all follow from it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/workbench/settings.h"

namespace warpwise::ui {

struct Workbench;

// A dock of a layout. Not every layout has every one.
enum class Place { none, left, middle, right, below, below_right };

// How much room there is in unscaled pixels: decides between columns and tabs. In compact the launch panel has no place: it is a
// drawer (launch_drawer.cpp).
enum class Room { compact, narrow, wide };
const char* name_of(Room);  // "compact"

// Study has a form of its own where three columns have no room; in a compact window what lies below is in the middle.
struct Places {
    Place study = Place::none, study_narrow = Place::none, code = Place::none;
};

// Who decides whether a view is there, until the learner opens or closes it. in_code: the layout Code, and elsewhere a debugger
// session; in_debugger: such a session alone, and a lesson that names it.
// of_file: the open lesson is made of a CUDA file; of_program: of one with a main().
enum class Shown { always, by_lesson, on_request, in_code, in_debugger, of_file, of_program };

struct View {
    const char* id;     // "thread_grid": the name in layouts, lessons, tests and pictures
    const char* title;  // "Thread grid"
    void (*draw)(Workbench&);
    Shown shown = Shown::always;
    Places places{};

    Place place(LayoutName, Room) const;  // in Present: none
};

std::span<const View> all_views();  // in the order of menus and tabs
const View* find_view(std::string_view id);
std::string window_name(const View&);  // "Thread grid###thread_grid"

// Whether a layout has the dock. Present has none: it shows one view at a time.
bool has_place(LayoutName, Room, Place);

}  // namespace warpwise::ui
