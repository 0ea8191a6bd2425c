// HDF5 files as other programs write them (h5py's defaults): the format of 1996 without checksums,
// texts of any length. Written with the library itself, not with Peal's writer.
#pragma once
#include <hdf5.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace peal::test {

inline std::vector<double> old_pressure() {
  std::vector<double> values(2 * 600);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1e-3 * static_cast<double>(i % 97) - 0.02;
  return values;
}

inline hid_t create_file(const std::string& path, H5F_libver_t oldest) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, oldest, H5F_LIBVER_LATEST);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  return file;
}

inline void write_doubles(hid_t file, const char* name, const std::vector<hsize_t>& shape,
                          const double* values, hid_t creation = H5P_DEFAULT) {
  const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
  const hid_t set =
      H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  if (values) H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(set);
  H5Sclose(space);
}

/// Probes: 'pressure' in deflated chunks, 'group/places' as it is, names and unit as loose texts.
inline void write_old_probes(const std::string& path, H5F_libver_t oldest = H5F_LIBVER_EARLIEST) {
  const hid_t file = create_file(path, oldest);
  const hid_t scalar = H5Screate(H5S_SCALAR), loose = H5Tcopy(H5T_C_S1);
  H5Tset_size(loose, H5T_VARIABLE);
  H5Tset_cset(loose, H5T_CSET_UTF8);
  const hid_t unit = H5Acreate2(file, "pressure_unit", loose, scalar, H5P_DEFAULT, H5P_DEFAULT);
  const char* pascal = "Pa";
  H5Awrite(unit, loose, &pascal);
  H5Aclose(unit);
  const hid_t step = H5Acreate2(file, "step", H5T_IEEE_F64LE, scalar, H5P_DEFAULT, H5P_DEFAULT);
  const double microsecond = 1e-6;
  H5Awrite(step, H5T_NATIVE_DOUBLE, &microsecond);
  H5Aclose(step);

  const hid_t packed = H5Pcreate(H5P_DATASET_CREATE);
  const std::array<hsize_t, 2> chunk{1, 200};
  H5Pset_chunk(packed, 2, chunk.data());
  H5Pset_shuffle(packed);
  H5Pset_deflate(packed, 4);
  const std::vector<double> pressure = old_pressure();
  write_doubles(file, "pressure", {2, 600}, pressure.data(), packed);
  H5Pclose(packed);
  H5Gclose(H5Gcreate2(file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  const std::array<double, 6> places{1, 2, 3, 4, 5, 6};
  write_doubles(file, "group/places", {2, 3}, places.data());

  const hsize_t two = 2;
  const hid_t pair = H5Screate_simple(1, &two, nullptr);
  const hid_t names = H5Dcreate2(file, "name", loose, pair, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const std::array<const char*, 2> texts{"left of the bell", "right"};
  H5Dwrite(names, loose, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data());
  H5Dclose(names);
  H5Sclose(pair);
  H5Sclose(scalar);
  H5Tclose(loose);
  H5Fclose(file);
}

}  // namespace peal::test
