// What this frame's hover and selection point at, shared by all views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpwise::ui {

struct Pointing {
    std::optional<std::uint64_t> hovered_thread, chosen_thread;  // linear thread index
    std::optional<std::int64_t> hovered_element;
    std::size_t element_array = 0;
    // While a prediction asks for an element: the one just clicked, until the lesson takes it up, and the one that it has.
    std::optional<std::int64_t> clicked_element, marked_element;
    std::optional<std::int64_t> chosen_element;  // of the array strip: the last one that was clicked
    std::uint64_t element_clicks = 0;
};

}  // namespace warpwise::ui
