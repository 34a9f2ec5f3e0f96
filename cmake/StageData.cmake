# Everything the program reads at run time lies in <binary dir>/share/warpwise, in the same layout that a package has:
# lessons, kernels, assets (linked to the sources, so that an edit is seen at once) and fonts (copied from the packages).
set(share ${CMAKE_BINARY_DIR}/share/warpwise)
file(MAKE_DIRECTORY ${share}/fonts)
foreach(dir lessons kernels assets)
  if(NOT EXISTS ${share}/${dir})
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${dir} ${share}/${dir} SYMBOLIC)
  endif()
endforeach()
set(font_files
  /usr/share/fonts/opentype/inter/Inter-Regular.otf /usr/share/fonts/opentype/inter/Inter-Italic.otf
  /usr/share/fonts/opentype/inter/Inter-SemiBold.otf /usr/share/fonts/opentype/inter/Inter-Bold.otf
  /usr/share/fonts/opentype/inter/Inter-BoldItalic.otf
  /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf
  /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Bold.ttf
  /usr/share/fonts/truetype/fork-awesome/forkawesome-webfont.ttf)
foreach(font ${font_files})
  if(EXISTS ${font})
    file(COPY ${font} DESTINATION ${share}/fonts FOLLOW_SYMLINK_CHAIN)
  else()
    message(WARNING "font ${font} is missing: scripts/setup installs it")
  endif()
endforeach()
foreach(package fonts-inter fonts-jetbrains-mono fonts-fork-awesome)
  if(EXISTS /usr/share/doc/${package}/copyright)
    configure_file(/usr/share/doc/${package}/copyright ${share}/fonts/${package}.copyright COPYONLY)
  endif()
endforeach()
