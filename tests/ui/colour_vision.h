// How colours look to readers with another colour vision, and how far apart two of them are.
#pragma once

#include <imgui.h>

#include <array>

namespace warpwise::ui {

enum class Vision { usual, deuteranopia, protanopia };

// CIELAB (D65) of a colour as it is seen. Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color
// vision deficiency" (2009), severity 1, in linear RGB.
std::array<double, 3> lab_of(ImU32, Vision);
// Euclidean distance in CIELAB; about 2 is just seen side by side, 20 is seen at a glance.
double difference(ImU32 a, ImU32 b, Vision);

}  // namespace warpwise::ui
