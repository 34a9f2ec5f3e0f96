// Dear ImGui's compile-time settings for Warpwise: 32-bit indices (large grids), FreeType glyphs, and the hooks of the
// Dear ImGui Test Engine. A hook costs one branch while no engine is attached; the release binary defines them empty
// (app/test_hooks_none.cpp) and ships nothing of the engine.
#pragma once
#define ImDrawIdx unsigned int
#define IMGUI_ENABLE_FREETYPE
#define IMGUI_ENABLE_TEST_ENGINE
