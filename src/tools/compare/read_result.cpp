#include "tools/compare/read_result.h"

#include <sndfile.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/interrupt.h"

namespace peal {
namespace {

constexpr std::size_t kMostSamples = 250'000'000;  // of all channels: 2 GB

struct Close {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

/// "1.0 = 2.5 Pa (calibrated)" => 2.5; 0 when the comment says nothing of the kind.
double pascals_of(const char* comment) {
  double value = 0;
  if (!comment || std::sscanf(comment, "1.0 = %lf Pa", &value) != 1) return 0;
  return value > 0 && std::isfinite(value) ? value : 0;
}

std::string channel_name(int channel, int channels) {
  if (channels == 1) return "mono";
  if (channels == 2) return channel == 0 ? "left" : "right";
  return fmt::format("channel {}", channel + 1);
}

ResultFile read_sound(const std::filesystem::path& path) {
  const std::string name = path.string();
  SF_INFO info{};
  const std::unique_ptr<SNDFILE, Close> file(sf_open(name.c_str(), SFM_READ, &info));
  if (!file)
    fail("{}: is neither HDF5 nor a table nor a sound file that can be read: {}", name,
         sf_strerror(nullptr));
  if (info.channels < 1 || info.channels > 1024 || info.samplerate < 1)
    fail("{}: claims {} channels at {} Hz", name, info.channels, info.samplerate);
  ResultFile out;
  out.kind = ResultKind::sound;
  out.pascals = pascals_of(sf_get_string(file.get(), SF_STR_COMMENT));
  const double scale = out.pascals > 0 ? out.pascals : 1;
  out.data.unit = out.pascals > 0 ? "Pa" : "1";
  out.data.step = 1.0 / info.samplerate;
  const auto channels = static_cast<std::size_t>(info.channels);
  for (int c = 0; c < info.channels; ++c)
    out.data.probes.push_back({channel_name(c, info.channels), {}});
  // As long as there is something: headers lie about lengths.
  std::vector<double> block(4096 * channels);
  std::size_t frames = 0;
  while (const sf_count_t got = sf_readf_double(file.get(), block.data(), 4096)) {
    throw_if_interrupted();
    if (got < 0) fail("{}: cannot be read further than frame {}", name, frames);
    frames += static_cast<std::size_t>(got);
    if (frames * channels > kMostSamples)
      fail("{}: is too long to be compared at once ({} channels, more than {} frames); cut it",
           name, channels, kMostSamples / channels);
    for (std::size_t i = 0; i < static_cast<std::size_t>(got) * channels; ++i) {
      if (!std::isfinite(block[i]))
        fail("{}: the sample at {:.6g} s is not a finite number", name,
             static_cast<double>(frames) * out.data.step);
      out.data.probes[i % channels].pressure.push_back(scale * block[i]);
    }
  }
  if (static_cast<sf_count_t>(frames) != info.frames)
    fail("{}: cut off or damaged: {} of {} frames can be read", name, frames, info.frames);
  if (frames < 2) fail("{}: has {} frames; nothing to compare", name, frames);
  return out;
}

bool begins_with(const std::string& head, const char* magic) {
  return head.compare(0, std::strlen(magic), magic) == 0;
}

}  // namespace

ResultFile read_result(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) fail("there is no file '{}'", name);
  if (!std::filesystem::is_regular_file(path, problem))
    fail("'{}' is not a file; give a sound file, probes (HDF5) or a table (CSV)", name);
  if (input_file_size(path) == 0) fail("{}: is empty", name);
  std::string head(16, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (head.empty()) fail("{}: cannot be read", name);
  const std::string ending = path.extension().string();
  if (begins_with(head, "\x89HDF\r\n\x1a\n") || ending == ".h5" || ending == ".hdf5")
    return {ResultKind::probes, read_probe_file(path), 0};
  const bool sound = begins_with(head, "RIFF") || begins_with(head, "RF64") ||
                     begins_with(head, "fLaC") || begins_with(head, "FORM") ||
                     begins_with(head, "OggS");
  if (!sound && (ending == ".csv" || ending == ".txt" || ending == ".tsv" || ending == ".dat"))
    return {ResultKind::table, read_probe_table(path), 0};
  return read_sound(path);
}

}  // namespace peal
