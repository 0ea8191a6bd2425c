# The offline renderer as a library of its own: the objects of src/api and of every folder it uses, in one static
# archive. For others:
#   find_package(peal REQUIRED COMPONENTS renderer)      target_link_libraries(tool PRIVATE peal::renderer)
# `cmake --install build/release --component renderer --prefix ...` installs this part alone.
# Which outside libraries a program needs to link with it is read from the folders' own targets; the installed
# package finds them by name.

# peal_used_modules(<result> <module>): it and all that it uses, as docs/architecture.md says.
function(peal_used_modules result module)
  set(open ${module})
  set(found)
  while(open)
    list(POP_FRONT open next)
    if(NOT next IN_LIST found)
      list(APPEND found ${next})
      list(APPEND open ${PEAL_LINKS_${next}})
    endif()
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# peal_outside_libraries(<result> <targets...>): files of libraries that they are linked with, in order.
function(peal_outside_libraries result)
  set(open ${ARGN})
  set(seen)
  set(files)
  while(open)
    list(POP_FRONT open next)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" next "${next}")
    if(next IN_LIST seen OR next MATCHES "^\\$<|^::@")
      continue()
    endif()
    list(APPEND seen "${next}")
    if(NOT TARGET ${next})
      if(next MATCHES "\\.(so|a)[0-9.]*$")
        list(APPEND files ${next})
      endif()
      continue()
    endif()
    get_target_property(type ${next} TYPE)
    get_target_property(imported ${next} IMPORTED)
    if(imported AND NOT type STREQUAL INTERFACE_LIBRARY)
      get_target_property(file ${next} LOCATION)
      list(APPEND files ${file})
    endif()
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(more ${next} ${property})
      if(more)
        list(APPEND open ${more})
      endif()
    endforeach()
  endwhile()
  list(REMOVE_DUPLICATES files)
  set(${result} ${files} PARENT_SCOPE)
endfunction()

peal_used_modules(renderer_modules api)
list(TRANSFORM renderer_modules PREPEND peal_)
set(renderer_objects)
foreach(module IN LISTS renderer_modules)
  get_target_property(type ${module} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    list(APPEND renderer_objects $<TARGET_OBJECTS:${module}>)
  endif()
endforeach()
add_library(peal_renderer_library STATIC ${renderer_objects})
set_target_properties(peal_renderer_library PROPERTIES
  OUTPUT_NAME peal-renderer EXPORT_NAME renderer LINKER_LANGUAGE CXX)
target_compile_features(peal_renderer_library INTERFACE cxx_std_20)
target_include_directories(peal_renderer_library INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
add_library(peal::renderer ALIAS peal_renderer_library)
add_dependencies(libraries peal_renderer_library)  # of EngineLibrary.cmake

# name|folder: the folder is a hint for libraries that lie apart (HDF5).
peal_outside_libraries(outside ${renderer_modules})
set(PEAL_RENDERER_NEEDS)
foreach(file IN LISTS outside)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "^lib(.*)\\.(so|a)[0-9.]*$" "\\1" name ${name})
  list(APPEND PEAL_RENDERER_NEEDS "${name}|${folder}")
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/cmake/PealRendererNeeds.cmake.in ${CMAKE_BINARY_DIR}/pealRendererNeeds.cmake @ONLY)

install(TARGETS peal_renderer_library EXPORT peal-renderer COMPONENT renderer)
install(EXPORT peal-renderer NAMESPACE peal:: FILE pealRenderer.cmake DESTINATION ${config_folder} COMPONENT renderer)
install(FILES ${CMAKE_BINARY_DIR}/pealConfig.cmake ${CMAKE_BINARY_DIR}/pealConfigVersion.cmake
              ${CMAKE_BINARY_DIR}/pealRendererNeeds.cmake
        DESTINATION ${config_folder} COMPONENT renderer)
install(FILES ${CMAKE_SOURCE_DIR}/include/peal/renderer.h ${CMAKE_SOURCE_DIR}/include/peal/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/peal COMPONENT renderer)
