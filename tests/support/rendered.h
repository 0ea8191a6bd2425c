// Rendering a scene text inside a test and reading back the files it wrote.
#pragma once
#include <gtest/gtest.h>
#include <sndfile.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/constants.h"
#include "render/render.h"
#include "scene/load.h"
#include "sources/kinds.h"

namespace peal::test {

/// A folder of one test, removed afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "peal-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Sound {
  double rate = 0;
  std::vector<std::vector<double>> channels;
};

inline Sound read_sound(const std::filesystem::path& path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  EXPECT_NE(file, nullptr) << path;
  if (!file) return {};
  std::vector<double> interleaved(info.frames * info.channels);
  EXPECT_EQ(sf_readf_double(file, interleaved.data(), info.frames), info.frames);
  sf_close(file);
  Sound sound{static_cast<double>(info.samplerate), {}};
  sound.channels.resize(info.channels);
  for (std::size_t i = 0; i < interleaved.size(); ++i)
    sound.channels[i % info.channels].push_back(interleaved[i]);
  return sound;
}

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline Scene scene_from(const std::string& text) {
  return parse_scene(text, "test.json", source_declarations());
}

struct Rendered {
  RenderReport report;
  std::vector<Sound> sounds;       // per listener
  std::vector<std::string> bytes;  // of the sound files
};

inline Rendered render_text(const std::string& text, double block = 0.1) {
  const TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.pictures = false;
  options.quiet = true;
  options.block = block;
  Rendered out{render(scene_from(text), options), {}, {}};
  for (const ListenerReport& listener : out.report.listeners) {
    out.sounds.push_back(read_sound(listener.file));
    out.bytes.push_back(read_bytes(listener.file));
  }
  return out;
}

/// Amplitude of the component at `frequency` between two times: least squares of cosine and sine.
inline double amplitude_at(const std::vector<double>& x, double rate, double frequency, double from,
                           double to) {
  double cc = 0, ss = 0, cs = 0, xc = 0, xs = 0;
  for (auto n = static_cast<std::size_t>(from * rate); n < to * rate && n < x.size(); ++n) {
    const double phase = 2 * kPi * frequency * static_cast<double>(n) / rate;
    const double c = std::cos(phase), s = std::sin(phase);
    cc += c * c, ss += s * s, cs += c * s, xc += x[n] * c, xs += x[n] * s;
  }
  const double det = cc * ss - cs * cs;
  return std::hypot((xc * ss - xs * cs) / det, (xs * cc - xc * cs) / det);
}

/// Frequency near `guess` with the largest component (golden section in a Hann-windowed spectrum).
inline double frequency_near(const std::vector<double>& x, double rate, double guess, double width,
                             double from, double to) {
  const auto power = [&](double frequency) {
    std::complex<double> sum = 0;
    const auto first = static_cast<std::size_t>(from * rate),
               last = static_cast<std::size_t>(to * rate);
    for (std::size_t n = first; n < last && n < x.size(); ++n) {
      const double u = static_cast<double>(n - first) / static_cast<double>(last - first);
      sum += x[n] * (0.5 - 0.5 * std::cos(2 * kPi * u)) *
             std::polar(1.0, -2 * kPi * frequency * static_cast<double>(n) / rate);
    }
    return std::norm(sum);
  };
  double best = guess, most = -1;
  const double bin = 0.5 / (to - from);
  for (double f = guess - width; f <= guess + width; f += bin)
    if (const double p = power(f); p > most) most = p, best = f;
  double a = best - bin, b = best + bin;
  for (int k = 0; k < 40; ++k) {
    const double c = b - 0.618034 * (b - a), d = a + 0.618034 * (b - a);
    (power(c) > power(d) ? b : a) = power(c) > power(d) ? d : c;
  }
  return (a + b) / 2;
}

inline double decibel(double ratio) { return 20 * std::log10(ratio); }

}  // namespace peal::test
