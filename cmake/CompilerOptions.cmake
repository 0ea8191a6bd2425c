# Portable x86-64 code everywhere: files named *_avx2.cpp alone are compiled for AVX2 and are entered
# only after a run-time check of the processor.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-psabi -ffp-contract=off)

find_program(PEAL_CCACHE ccache)
if(PEAL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PEAL_CCACHE})
endif()
find_program(PEAL_MOLD mold)
if(PEAL_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

set(PEAL_SANITIZE "" CACHE STRING "sanitizers to compile in, for example address,undefined or thread")
if(PEAL_SANITIZE)
  add_compile_options(-fsanitize=${PEAL_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PEAL_SANITIZE})
endif()
