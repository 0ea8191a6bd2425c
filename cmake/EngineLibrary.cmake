# The engine as a library of its own: the objects of src/dsp and src/engine, which
# need nothing but the C++ runtime. For others:
#   find_package(peal REQUIRED COMPONENTS engine)      target_link_libraries(game PRIVATE peal::engine)
#   pkg-config --cflags --libs peal-engine
# and as a shared library, libpeal-engine.so.N: peal::engine_shared, pkg-config peal-engine-shared.
# `cmake --install build/release --component engine --prefix ...` installs this part alone.
include(CMakePackageConfigHelpers)

set(engine_modules peal_dsp_radiation peal_dsp_modal peal_dsp_impact peal_dsp peal_engine_bank peal_engine peal_engine_instruments)
# For plug-ins; the precompiled headers of the others are not made for that.
set_target_properties(${engine_modules} PROPERTIES POSITION_INDEPENDENT_CODE ON DISABLE_PRECOMPILE_HEADERS ON)
list(TRANSFORM engine_modules REPLACE ".+" "$<TARGET_OBJECTS:\\0>" OUTPUT_VARIABLE engine_objects)
add_library(peal_engine_library STATIC ${engine_objects})
set_target_properties(peal_engine_library PROPERTIES
  OUTPUT_NAME peal-engine EXPORT_NAME engine LINKER_LANGUAGE CXX)
target_compile_features(peal_engine_library INTERFACE cxx_std_20)
target_include_directories(peal_engine_library INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
add_library(peal::engine ALIAS peal_engine_library)

# One place says the version to programs that are compiled, another to those that install: they agree.
file(STRINGS ${CMAKE_SOURCE_DIR}/include/peal/version.h version_lines REGEX "PEAL_VERSION_STRING|PEAL_ENGINE_ABI ")
if(NOT version_lines MATCHES "PEAL_VERSION_STRING \"${PROJECT_VERSION}\"")
  message(FATAL_ERROR "include/peal/version.h is not version ${PROJECT_VERSION}; project() in CMakeLists.txt says so")
endif()
string(REGEX REPLACE ".*PEAL_ENGINE_ABI ([0-9]+).*" "\\1" engine_abi "${version_lines}")
set(engine_map ${CMAKE_SOURCE_DIR}/cmake/peal-engine.map)
file(READ ${engine_map} map_text)
if(NOT map_text MATCHES "PEAL_ENGINE_${engine_abi} {")
  message(FATAL_ERROR "cmake/peal-engine.map does not give PEAL_ENGINE_${engine_abi}, the ABI of include/peal/version.h")
endif()
add_library(peal_engine_shared SHARED ${engine_objects})
set_target_properties(peal_engine_shared PROPERTIES
  OUTPUT_NAME peal-engine EXPORT_NAME engine_shared LINKER_LANGUAGE CXX LINK_DEPENDS ${engine_map}
  SOVERSION ${engine_abi} VERSION ${engine_abi}.${PROJECT_VERSION})
target_link_options(peal_engine_shared PRIVATE -Wl,--version-script=${engine_map})
target_compile_features(peal_engine_shared INTERFACE cxx_std_20)
target_include_directories(peal_engine_shared INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
add_library(peal::engine_shared ALIAS peal_engine_shared)
add_custom_target(libraries DEPENDS peal_engine_library peal_engine_shared)  # what `make install` adds to the program

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/peal)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/PealConfig.cmake.in ${CMAKE_BINARY_DIR}/pealConfig.cmake
  INSTALL_DESTINATION ${config_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/pealConfigVersion.cmake COMPATIBILITY SameMinorVersion)
# The file finds its prefix by its own place: an installation can be moved.
file(RELATIVE_PATH PEAL_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
# Both libraries have one name: the static one is asked for by its file, as what -l finds first would be the shared one.
set(PEAL_PC_NAME peal-engine)
set(PEAL_PC_LIBS "-l:libpeal-engine.a -lstdc++ -lm")
configure_file(${CMAKE_SOURCE_DIR}/cmake/peal-engine.pc.in ${CMAKE_BINARY_DIR}/peal-engine.pc @ONLY)
set(PEAL_PC_NAME peal-engine-shared)
set(PEAL_PC_LIBS "-lpeal-engine")
configure_file(${CMAKE_SOURCE_DIR}/cmake/peal-engine.pc.in ${CMAKE_BINARY_DIR}/peal-engine-shared.pc @ONLY)

install(TARGETS peal_engine_library peal_engine_shared EXPORT peal-engine COMPONENT engine)
install(EXPORT peal-engine NAMESPACE peal:: FILE pealEngine.cmake DESTINATION ${config_folder} COMPONENT engine)
install(FILES ${CMAKE_BINARY_DIR}/pealConfig.cmake ${CMAKE_BINARY_DIR}/pealConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT engine)
install(FILES ${CMAKE_BINARY_DIR}/peal-engine.pc ${CMAKE_BINARY_DIR}/peal-engine-shared.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT engine)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/peal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT engine
        PATTERN renderer.h EXCLUDE)
