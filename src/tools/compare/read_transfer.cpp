#include "tools/compare/read_transfer.h"

#include <algorithm>
#include <fstream>

#include "base/error.h"
#include "models/bake/transfer_file.h"
#include "models/bake/transfer_head.h"

namespace peal {
namespace {

bool is_hdf5(const std::filesystem::path& path) {
  const std::string magic("\x89HDF\r\n\x1a\n", 8);
  std::string head(8, '\0');
  std::ifstream in(path, std::ios::binary);
  return in.read(head.data(), 8) && head == magic;
}

}  // namespace

bool TransferResult::has_data(std::size_t mode) const {
  const auto sounds = [](const std::complex<float>& p) { return p != std::complex<float>(0); };
  if (record) {
    const auto& c = record->modes[mode].coefficients;
    return std::any_of(c.begin(), c.end(), sounds);
  }
  const auto begin =
      pressures->pressures.begin() + static_cast<std::ptrdiff_t>(mode * pressures->places.size());
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(pressures->places.size()), sounds);
}

bool is_transfer(const std::filesystem::path& path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return false;
  if (path.extension() == ".transfer") return true;
  if (!is_hdf5(path)) return false;
  const Hdf5Reader in(path);
  return in.has_attribute("format") && in.text("format") == "peal transfer";
}

TransferResult read_transfer(const std::filesystem::path& path) {
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) fail("there is no file '{}'", path.string());
  TransferResult out;
  out.name = path.string();
  if (transfer_content(path) == TransferContent::pressures)
    out.pressures = read_mode_pressures(path);
  else
    out.record = read_transfer_file(path).record;
  if (out.size() == 0) fail("{}: holds no mode", out.name);
  if (out.pressures && out.pressures->places.empty()) fail("{}: holds no place", out.name);
  return out;
}

}  // namespace peal
