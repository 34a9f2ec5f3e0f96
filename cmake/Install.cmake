# What `cmake --install` places, in the layout that the program looks for; scripts/package adds the libraries and the licences.
#   bin                  the program
#   lib/warpwise         the plugin, the programs that the program starts as processes of their own, and the parsed prelude of kernels
#   share/warpwise       lessons, kernels with their CPU routines, assets, fonts
#   share/doc/warpwise   documentation and notices

add_library(warpwise_runtime_floor OBJECT ${CMAKE_SOURCE_DIR}/app/runtime_floor.cpp)
warpwise_options(warpwise_runtime_floor)
# libgcc's archive goes before the shared libgcc_s, in which conversions of half-precision numbers need GCC 12's.
target_link_libraries(warpwise_runtime_floor INTERFACE -l:libgcc.a)

# warpwise_ships(target folder): the target is part of a release. In a build it lies beside the program; installed, in `folder`.
function(warpwise_ships target folder)
  warpwise_options(${target})
  target_link_libraries(${target} PRIVATE warpwise_runtime_floor)
  target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,--gc-sections)
  file(RELATIVE_PATH libraries /${folder} /lib/warpwise)
  string(JOIN "/" rpath $ORIGIN ${libraries})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${rpath}")
  set_property(GLOBAL APPEND PROPERTY WARPWISE_SHIPPED ${target})
  install(TARGETS ${target} RUNTIME DESTINATION ${folder} LIBRARY DESTINATION ${folder})
endfunction()

install(DIRECTORY lessons kernels assets DESTINATION share/warpwise)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/warpwise/fonts DESTINATION share/warpwise)
install(DIRECTORY docs DESTINATION share/doc/warpwise)
install(FILES README.md CHANGELOG.md LICENSE THIRD_PARTY_NOTICES.md DESTINATION share/doc/warpwise)
install(FILES assets/dev.warpwise.desktop DESTINATION share/applications)
install(FILES assets/icon.svg DESTINATION share/icons/hicolor/scalable/apps RENAME dev.warpwise.svg)
