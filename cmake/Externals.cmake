# Outside libraries, each found once and wrapped in one target. None of them is under GPL.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(TBB REQUIRED)
find_package(ZLIB REQUIRED)

pkg_check_modules(SNDFILE REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(SOXR REQUIRED IMPORTED_TARGET soxr)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial)

# Eigen's warnings are not ours.
get_target_property(eigen_includes Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${eigen_includes}")

# Sequential MUMPS (CeCILL-C, dynamic): sparse LDLt with inertia.
find_path(MUMPS_INCLUDE dmumps_c.h PATH_SUFFIXES mumps_seq REQUIRED)
find_library(MUMPS_SEQ dmumps_seq REQUIRED)
add_library(peal_mumps INTERFACE)
target_include_directories(peal_mumps SYSTEM INTERFACE ${MUMPS_INCLUDE})
target_link_libraries(peal_mumps INTERFACE ${MUMPS_SEQ})

find_library(OPENBLAS openblas REQUIRED)
find_path(LAPACKE_INCLUDE lapacke.h REQUIRED)
find_library(LAPACKE lapacke REQUIRED)
add_library(peal_lapack INTERFACE)
target_include_directories(peal_lapack SYSTEM INTERFACE ${LAPACKE_INCLUDE})
target_link_libraries(peal_lapack INTERFACE ${LAPACKE} ${OPENBLAS})
