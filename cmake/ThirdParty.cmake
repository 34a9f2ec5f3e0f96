# Libraries. Most are Debian packages; the Dear ImGui family is built from the imgui-bundle source archive, used as
# sources only (its own CMake tree is not entered).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
pkg_check_modules(muparser REQUIRED IMPORTED_TARGET muparser)
pkg_check_modules(spng REQUIRED IMPORTED_TARGET spng)

if(WARPWISE_WINDOW)
  find_package(glfw3 REQUIRED)
  find_package(Freetype REQUIRED)
  pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET epoxy)

  set(bundle ${WARPWISE_DEPS}/imgui-bundle-1.93.0/external)
  if(NOT EXISTS ${bundle}/imgui/imgui/imgui.h)
    message(FATAL_ERROR "The Dear ImGui sources are not in ${bundle}. Run scripts/setup (or set WARPWISE_DEPS).")
  endif()

  # third_party(target [UNITY] [LITTLE]): silent, with our linker's section flags. UNITY: its sources may be joined
  # (cmake/QuickBuild.cmake). LITTLE: quick enough with little optimisation: it does its work once a text, not once a frame.
  function(third_party target)
    set(optimised -O2)
    if("LITTLE" IN_LIST ARGN)
      set(optimised -O1)
    endif()
    target_compile_options(${target} PRIVATE -w ${optimised} -ffunction-sections -fdata-sections)
    if(WARPWISE_UNITY AND "UNITY" IN_LIST ARGN)
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    endif()
  endfunction()

  set(imgui_dir ${bundle}/imgui/imgui)
  add_library(imgui STATIC
    ${imgui_dir}/imgui.cpp ${imgui_dir}/imgui_draw.cpp ${imgui_dir}/imgui_tables.cpp ${imgui_dir}/imgui_widgets.cpp
    ${imgui_dir}/imgui_demo.cpp ${imgui_dir}/imgui_stacklayout.cpp ${imgui_dir}/misc/freetype/imgui_freetype.cpp
    ${imgui_dir}/misc/cpp/imgui_stdlib.cpp ${imgui_dir}/backends/imgui_impl_glfw.cpp
    ${imgui_dir}/backends/imgui_impl_opengl3.cpp ${imgui_dir}/backends/imgui_impl_null.cpp)
  target_include_directories(imgui SYSTEM PUBLIC ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/freetype ${imgui_dir}/misc/cpp ${bundle}/imgui)
  target_compile_definitions(imgui PUBLIC IMGUI_USER_CONFIG="imgui_user_config.h" IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
  target_include_directories(imgui PUBLIC ${CMAKE_SOURCE_DIR}/cmake/imgui)
  target_link_libraries(imgui PUBLIC Freetype::Freetype glfw ${CMAKE_DL_LIBS})
  third_party(imgui)

  add_library(implot STATIC ${bundle}/implot/implot/implot.cpp ${bundle}/implot/implot/implot_items.cpp)
  target_include_directories(implot SYSTEM PUBLIC ${bundle}/implot/implot)
  target_link_libraries(implot PUBLIC imgui)
  # The window plots doubles; without this, every plot is compiled for ten types.
  target_compile_definitions(implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")
  third_party(implot)

  add_library(imgui_command_palette STATIC  # its search alone: the palette is ours
    ${bundle}/imgui-command-palette/imgui-command-palette/imcmd_fuzzy_search.cpp)
  target_include_directories(imgui_command_palette SYSTEM PUBLIC ${bundle}/imgui-command-palette/imgui-command-palette)
  target_link_libraries(imgui_command_palette PUBLIC imgui)
  third_party(imgui_command_palette)

  add_library(portable_file_dialogs INTERFACE)
  target_include_directories(portable_file_dialogs SYSTEM INTERFACE ${bundle}/portable_file_dialogs/portable_file_dialogs)

  set(IMGUI_RICHMD_WITH_CODE_EDITOR ON CACHE BOOL "" FORCE)
  set(IMGUI_RICHMD_WITH_LATEX ON CACHE BOOL "" FORCE)
  set(IMGUI_RICHMD_WITH_MERMAID OFF CACHE BOOL "" FORCE)  # no lesson draws with it, and it takes as long to compile as a room
  set(IMGUI_RICHMD_EMBED_ASSETS ON CACHE BOOL "" FORCE)
  set(IMGUI_RICHMD_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
  set(IMGUI_RICHMD_COLOR_TEXT_EDIT_DIR ${bundle}/ImGuiColorTextEdit/ImGuiColorTextEdit CACHE PATH "" FORCE)
  set(IMGUI_RICHMD_MICROTEX_DIR ${bundle}/imgui_microtex/MicroTeX CACHE PATH "" FORCE)
  # MicroTeX reads these from the cache alone; left to imgui_rich_md they take hold only from the second configuration on.
  set(MICROTEX_GLYPH_RENDER_TYPE 2 CACHE STRING "" FORCE)
  set(MICROTEX_BUILD_STATIC ON CACHE BOOL "" FORCE)
  set(MICROTEX_HAVE_AUTO_FONT_FIND OFF CACHE BOOL "" FORCE)
  set(HAVE_LOG OFF CACHE BOOL "" FORCE)
  add_subdirectory(${bundle}/imgui_rich_md/imgui_rich_md ${CMAKE_BINARY_DIR}/third_party/imgui_rich_md EXCLUDE_FROM_ALL SYSTEM)
  third_party(imgui_color_text_edit)
  third_party(imgui_rich_md UNITY LITTLE)
  third_party(imgui_rich_md_latex LITTLE)
  third_party(microtex UNITY LITTLE)
  # A name of its own is also one of the renderer's.
  set_property(SOURCE ${bundle}/imgui_rich_md/imgui_rich_md/imgui_rich_md/narrative_programming.cpp TARGET_DIRECTORY imgui_rich_md
    PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  # It defines macros of everyday names.
  set_property(SOURCE ${IMGUI_RICHMD_MICROTEX_DIR}/lib/unimath/math_type.cpp TARGET_DIRECTORY microtex PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  # MicroTeX asks for the locale en_US.UTF-8, which a plain machine lacks; told it runs on Windows it takes "C".
  set_property(SOURCE ${IMGUI_RICHMD_MICROTEX_DIR}/lib/utils/utils.cpp TARGET_DIRECTORY microtex
    APPEND PROPERTY COMPILE_DEFINITIONS __WIN32__)

  if(WARPWISE_TESTS)
    # The Dear ImGui Test Engine: free for open source but not OSI-licensed, so it is for the tests only and never shipped.
    set(te ${bundle}/imgui_test_engine/imgui_test_engine/imgui_test_engine)
    file(GLOB te_sources ${te}/imgui_te_*.cpp ${te}/imgui_capture_tool.cpp)
    list(FILTER te_sources EXCLUDE REGEX python_gil)
    set(WARPWISE_TEST_ENGINE_DIR ${te})
    set(WARPWISE_TEST_ENGINE_SOURCES ${te_sources})
    set(WARPWISE_IMGUI_SOURCES_DIR ${imgui_dir})
  endif()
endif()
