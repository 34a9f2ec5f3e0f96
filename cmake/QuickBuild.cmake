# What makes a first build short. WARPWISE_UNITY joins the sources of a room into a few units, so that the headers which they share are
# read once; an edit then compiles a whole unit again, so everyday builds (the preset dev) leave it off. WARPWISE_PCH reads the headers
# that nearly every source includes from one precompiled file.
option(WARPWISE_UNITY "Join the sources of a room into a few units (for builds from nothing)" OFF)
option(WARPWISE_PCH "Precompile the headers that nearly every source includes" ON)

# warpwise_joined(group sources...): the sources may share units with each other, and with no others. An archive gives the linker whole
# units: with those of another room, a program would get what it has no use for.
function(warpwise_joined group)
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(LENGTH sources count)
  if(group MATCHES "^test_")  # their helpers often have the same name: the fewer in a unit, the fewer collide
    set(in_unit 16)
  else()  # of equal size: the last one should not keep one core busy for long. More than 36 sources hardly share more.
    math(EXPR units "(${count} + 35) / 36")
    if(units GREATER 0)
      math(EXPR in_unit "(${count} + ${units} - 1) / ${units}")
    endif()
  endif()
  set(at 0)
  foreach(source IN LISTS sources)
    math(EXPR unit "${at} / ${in_unit}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${unit})
    math(EXPR at "${at} + 1")
  endforeach()
endfunction()

# warpwise_alone(sources...): these are units of their own, as their compile options are.
function(warpwise_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# What is quick enough however it is compiled: panels, commands, texts. Optimising them as the emulator is optimised took a fifth of the
# build, and nobody saw a difference (docs/measurements.md). The first flag: small functions are still inlined.
set(WARPWISE_LITTLE_OPTIMISED warpwise_debug warpwise_text warpwise_lesson warpwise_program warpwise_experiment warpwise_cli warpwise_ui
  warpwise-rank-calls)

function(warpwise_quick_build target)
  if(target IN_LIST WARPWISE_LITTLE_OPTIMISED AND CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -inline-threshold=20" -O1)
  endif()
  if(WARPWISE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A name of one source may be a local one of the next; builds without joined sources say where a name really hides another.
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  if(WARPWISE_PCH)
    # ccache: without a time in it, the precompiled file is the same for the same headers
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    if(target STREQUAL warpwise_base)
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/app/precompiled.h)
    elseif(target STREQUAL test_ui AND WARPWISE_UNITY)  # in everyday builds, an edit of the window's headers would read them all anew
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/app/precompiled.h <gtest/gtest.h> <gmock/gmock.h>
        <imgui_internal.h> ${CMAKE_SOURCE_DIR}/tests/ui/ui_test.h)
    elseif(target STREQUAL precompiled_for_tests)
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/app/precompiled.h <gtest/gtest.h> <gmock/gmock.h>)
    elseif(target MATCHES "^test_")
      target_precompile_headers(${target} REUSE_FROM precompiled_for_tests)
    elseif(target STREQUAL warpwise_ui AND WARPWISE_UNITY)
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/app/precompiled.h <imgui.h> ${CMAKE_SOURCE_DIR}/app/lesson/lesson.h
        ${CMAKE_SOURCE_DIR}/app/experiment/record/record.h ${CMAKE_SOURCE_DIR}/app/ui/workbench/requests.h)
    elseif(target STREQUAL warpwise_cli AND WARPWISE_UNITY)
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/app/precompiled.h <CLI/CLI.hpp> ${CMAKE_SOURCE_DIR}/app/lesson/lesson.h
        ${CMAKE_SOURCE_DIR}/app/experiment/record/record.h)
    else()
      target_precompile_headers(${target} REUSE_FROM warpwise_base)
    endif()
  endif()
endfunction()
