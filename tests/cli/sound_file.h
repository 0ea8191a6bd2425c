// Reads what the program wrote, without the library that wrote it: samples of a 32-bit float WAV,
// and the head of a FLAC file.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "program.h"

namespace peal::test {

struct SoundFile {
  int rate = 0, channels = 0, bits = 0;
  std::int64_t frames = 0;
  std::vector<float> samples;  // interleaved; empty for FLAC
  std::string comment;

  double peak() const {
    double most = 0;
    for (const float s : samples) most = std::max(most, std::abs(static_cast<double>(s)));
    return most;
  }
  bool finite() const {
    for (const float s : samples)
      if (!std::isfinite(s)) return false;
    return true;
  }
};

inline std::uint32_t little_endian(const std::string& bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + i))) << (8 * i);
  return value;
}

/// RIFF: chunks of name, size, content; throws when the file is not a whole float WAV.
inline SoundFile read_wav(const std::filesystem::path& path) {
  const std::string bytes = read_bytes(path);
  if (bytes.size() < 12 || bytes.compare(0, 4, "RIFF") != 0 || bytes.compare(8, 4, "WAVE") != 0)
    throw std::runtime_error(path.string() + " is not a WAV file");
  if (little_endian(bytes, 4, 4) + 8 != bytes.size())
    throw std::runtime_error(path.string() + " is not as long as its header says");
  SoundFile sound;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::string name = bytes.substr(at, 4);
    const std::size_t size = little_endian(bytes, at + 4, 4), content = at + 8;
    if (name == "fmt ") {
      const std::uint32_t format = little_endian(bytes, content, 2);
      sound.channels = static_cast<int>(little_endian(bytes, content + 2, 2));
      sound.rate = static_cast<int>(little_endian(bytes, content + 4, 4));
      sound.bits = static_cast<int>(little_endian(bytes, content + 14, 2));
      if ((format != 3 && format != 0xFFFE) || sound.bits != 32)
        throw std::runtime_error(path.string() + " is not a float WAV");
    } else if (name == "data") {
      sound.samples.resize(size / 4);
      std::memcpy(sound.samples.data(), bytes.data() + content, sound.samples.size() * 4);
    } else if (name == "LIST") {
      sound.comment = bytes.substr(content, size);
    }
    at = content + size + size % 2;
  }
  if (sound.channels == 0) throw std::runtime_error(path.string() + " has no format");
  sound.frames = static_cast<std::int64_t>(sound.samples.size()) / sound.channels;
  return sound;
}

/// STREAMINFO: 20 bits rate, 3 bits channels - 1, 5 bits depth - 1, 36 bits frames.
inline SoundFile read_flac_head(const std::filesystem::path& path) {
  const std::string bytes = read_bytes(path);
  if (bytes.size() < 42 || bytes.compare(0, 4, "fLaC") != 0)
    throw std::runtime_error(path.string() + " is not a FLAC file");
  std::uint64_t head = 0;
  for (int i = 0; i < 8; ++i) head = head << 8 | static_cast<unsigned char>(bytes[18 + i]);
  SoundFile sound;
  sound.rate = static_cast<int>(head >> 44);
  sound.channels = static_cast<int>(head >> 41 & 7) + 1;
  sound.bits = static_cast<int>(head >> 36 & 31) + 1;
  sound.frames = static_cast<std::int64_t>(head & 0xFFFFFFFFFu);
  return sound;
}

}  // namespace peal::test
