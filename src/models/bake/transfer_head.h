// What both contents of a .transfer file share: format, version, sense of time, hash.
#pragma once
#include <complex>
#include <filesystem>
#include <span>
#include <string>

#include "io/data/hdf5_file.h"

namespace peal {

inline constexpr std::int64_t kTransferFileVersion = 1;
inline constexpr int kTransferCompression = 6;

enum class TransferContent { multipoles, pressures };
/// Which of the two a file holds.
TransferContent transfer_content(const std::filesystem::path& path);

void write_transfer_head(Hdf5Writer& out, TransferContent content, const std::string& about,
                         const std::string& hash);
/// Stops unless the content is the one expected. True when values are to be conjugated: e^{+i omega
/// t} is another program's way of writing the same pressure.
bool read_transfer_head(const Hdf5Reader& in, const std::string& name, TransferContent expected);
/// Empty when the file does not say what it is about.
std::string read_about(const Hdf5Reader& in);
/// A file that has no hash passes.
void check_hash(const Hdf5Reader& in, const std::string& name, const std::string& hash);

void check_positive(const std::string& where, const char* field, double value);
/// Stops naming 'real' or 'imag'.
void check_finite(const std::string& where, std::span<const std::complex<float>> values);

}  // namespace peal
