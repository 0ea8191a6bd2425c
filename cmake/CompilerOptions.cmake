# Portable x86-64 code everywhere: files named *_avx2.cpp alone are compiled for AVX2 and are entered
# only after a run-time check of the processor.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-psabi -ffp-contract=off)
# g++ collects its garbage from 128 MB on; from 400 MB on it is a twelfth faster and takes a fifth more memory.
add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=400000>")

# A third to a half of the time of most files goes into the same headers: they are compiled once, for the folders, for
# those that read or write JSON (at its end each unit instantiates what the headers left open: half a second for
# JSON's, which others need not pay) and, with GoogleTest, for the tests.
option(PEAL_PCH "precompile common headers" ON)
set(PEAL_COMMON_HEADERS <algorithm> <array> <cmath> <complex> <filesystem> <functional> <map> <memory> <optional>
                        <set> <span> <string> <vector> <fmt/format.h>)
set(PEAL_JSON_HEADERS <nlohmann/json.hpp>)
set(PEAL_TEST_HEADERS <gtest/gtest.h>)
# peal_common_headers(<target> [TEST] [JSON] [UNOPTIMISED]): the first target with these words compiles the headers for
# all others.
function(peal_common_headers target)
  if(NOT PEAL_PCH)
    return()
  endif()
  set(headers ${PEAL_COMMON_HEADERS})
  foreach(word IN LISTS ARGN)
    list(APPEND headers ${PEAL_${word}_HEADERS})
  endforeach()
  get_property(first GLOBAL PROPERTY "peal_first_of_${ARGN}")
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${headers})
    set_property(GLOBAL PROPERTY "peal_first_of_${ARGN}" ${target})
  endif()
endfunction()
# peal_uses_json(<result> <libraries...>): JSON, or nothing.
function(peal_uses_json result)
  set(${result} "" PARENT_SCOPE)
  if(nlohmann_json::nlohmann_json IN_LIST ARGN)
    set(${result} JSON PARENT_SCOPE)
  endif()
endfunction()

# Most of the time of a file goes into headers, JSON and Eigen, parsed and instantiated anew for each; so files of a
# folder are compiled in batches, by everybody. tests/unit/architecture holds that names in unnamed namespaces do
# not meet. -DCMAKE_UNITY_BUILD=OFF compiles each file alone.
option(CMAKE_UNITY_BUILD "compile the files of a folder in batches" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6 CACHE STRING "files in a batch: more for a faster build, less for a faster rebuild")

find_program(PEAL_CCACHE ccache)
if(PEAL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PEAL_CCACHE})
  if(PEAL_PCH)  # ccache keeps objects made with precompiled headers only if told so
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${PEAL_CCACHE})
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
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
