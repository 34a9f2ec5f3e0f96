# warpwise_clang: Clang and LLVM 19 as static archives, for the emulator's compiler only (app/simt/compile*, decode*).
# Nothing of it is exported (hidden visibility, --exclude-libs), so a software GL that loads an LLVM of its own does not meet it.
find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_include OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_libdir OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --link-static --libs OUTPUT_VARIABLE llvm_libs OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(llvm_libs UNIX_COMMAND "${llvm_libs}")

# Clang's own headers (stddef.h and others), which it needs to compile a whole program; they are installed beside it.
set(WARPWISE_CLANG_RESOURCES ${llvm_libdir}/clang/19)
install(DIRECTORY ${WARPWISE_CLANG_RESOURCES}/include DESTINATION share/warpwise/clang)

set(clang_libs)
foreach(lib Frontend CodeGen Sema Analysis Edit AST ASTMatchers Lex Basic Parse Serialization Driver Support APINotes ExtractAPI Index Rewrite)
  if(EXISTS ${llvm_libdir}/libclang${lib}.a)
    list(APPEND clang_libs ${llvm_libdir}/libclang${lib}.a)
  endif()
endforeach()

add_library(warpwise_clang INTERFACE)
target_include_directories(warpwise_clang SYSTEM INTERFACE ${llvm_include})
target_compile_definitions(warpwise_clang INTERFACE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
# Debian's clangCodeGen refers to Polly, which refers to PollyISL.
target_link_options(warpwise_clang INTERFACE -L${llvm_libdir})
if(NOT WARPWISE_SANITIZE)  # a sanitizer's malloc must be seen by the shared libraries
  target_link_options(warpwise_clang INTERFACE -Wl,--exclude-libs,ALL)
endif()
target_link_libraries(warpwise_clang INTERFACE -Wl,--start-group ${clang_libs} ${llvm_libs} -lPolly -lPollyISL -Wl,--end-group
  rt dl m z zstd)
