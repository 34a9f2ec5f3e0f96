# The compiler and the processor that the sources are written for: Clang's vector extensions and pragmas, and code paths for
# SSE2, AVX2 and AVX-512 that are chosen at run time. The tests also run this file as a script.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19
    OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  message(FATAL_ERROR "Warpwise needs Clang 19 or newer on x86-64, but this is ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION} on ${CMAKE_SYSTEM_PROCESSOR}: run scripts/setup to install Clang, delete this build folder, "
    "and configure with a preset, which selects Clang: cmake --preset release")
endif()
