# warpwise_options(target): the warnings and sanitizers of our own code; third-party targets do not get them.
function(warpwise_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Wcast-qual -Wno-unused-parameter -Wno-missing-field-initializers -ffunction-sections -fdata-sections)
  if(WARPWISE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(WARPWISE_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${WARPWISE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
      -fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/sanitizer_ignorelist.txt)
    target_link_options(${target} PUBLIC -fsanitize=${WARPWISE_SANITIZE})
  endif()
endfunction()
