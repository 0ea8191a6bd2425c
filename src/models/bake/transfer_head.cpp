#include "models/bake/transfer_head.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr const char* kMultipoles = "multipoles";
constexpr const char* kPressures = "pressures";

const char* name_of(TransferContent content) {
  return content == TransferContent::multipoles ? kMultipoles : kPressures;
}

TransferContent content_of(const Hdf5Reader& in, const std::string& name) {
  if (in.text("format") != "peal transfer") fail("{}: not a file of transfers", name);
  if (const auto version = in.integer("version"); version != kTransferFileVersion)
    fail("{}: written in version {} of the format; this program reads version {}", name, version,
         kTransferFileVersion);
  const std::string content = in.text("content");
  if (content == kMultipoles) return TransferContent::multipoles;
  if (content == kPressures) return TransferContent::pressures;
  fail("{}: 'content' is '{}'; expected '{}' or '{}'", name, content, kMultipoles, kPressures);
}

}  // namespace

TransferContent transfer_content(const std::filesystem::path& path) {
  return content_of(Hdf5Reader(path), path.string());
}

void write_transfer_head(Hdf5Writer& out, TransferContent content, const std::string& about,
                         const std::string& hash) {
  out.attribute("format", std::string("peal transfer"));
  out.attribute("version", kTransferFileVersion);
  out.attribute("content", std::string(name_of(content)));
  out.attribute("time_sign", std::int64_t{-1});
  out.attribute("about", about);
  out.attribute("hash", hash);
}

bool read_transfer_head(const Hdf5Reader& in, const std::string& name, TransferContent expected) {
  if (const TransferContent content = content_of(in, name); content != expected)
    fail("{}: holds {}; {} are expected here", name, name_of(content), name_of(expected));
  const auto sign = in.integer("time_sign");
  if (sign != -1 && sign != 1)
    fail("{}: 'time_sign' is {}; expected -1 for e^(-i omega t) or 1 for e^(+i omega t)", name,
         sign);
  return sign == 1;
}

std::string read_about(const Hdf5Reader& in) {
  return in.has_attribute("about") ? in.text("about") : std::string();
}

void check_hash(const Hdf5Reader& in, const std::string& name, const std::string& hash) {
  if (in.has_attribute("hash") && in.text("hash") != hash)
    fail("{}: damaged: its content does not hash to what was written", name);
}

void check_positive(const std::string& where, const char* name, double value) {
  if (!(value > 0 && std::isfinite(value)))
    fail("{}: '{}' is {}; expected a positive number", where, name, value);
}

void check_finite(const std::string& where, std::span<const std::complex<float>> values) {
  if (!std::all_of(values.begin(), values.end(), [](const std::complex<float>& value) {
        return std::isfinite(value.real()) && std::isfinite(value.imag());
      }))
    fail("{}: 'real' or 'imag' holds a value that is not a number", where);
}

}  // namespace peal
