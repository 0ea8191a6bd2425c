// Writes 32-bit float WAV files; all the examples need.
#pragma once
#include <cstdint>
#include <cstdio>
#include <vector>

/// Interleaved samples.
inline bool write_wav(const char* path, const std::vector<float>& samples, int channels, int rate) {
  const auto bytes = static_cast<std::uint32_t>(samples.size() * sizeof(float));
  const struct Header {
    char riff[4] = {'R', 'I', 'F', 'F'};
    std::uint32_t size;
    char wave[8] = {'W', 'A', 'V', 'E', 'f', 'm', 't', ' '};
    std::uint32_t format_size = 16;
    std::uint16_t format = 3, channels;  // 3: IEEE float
    std::uint32_t rate, byte_rate;
    std::uint16_t frame, bits = 32;
    char data[4] = {'d', 'a', 't', 'a'};
    std::uint32_t data_size;
  } header{.size = 36 + bytes,
           .channels = static_cast<std::uint16_t>(channels),
           .rate = static_cast<std::uint32_t>(rate),
           .byte_rate = static_cast<std::uint32_t>(rate * channels * 4),
           .frame = static_cast<std::uint16_t>(channels * 4),
           .data_size = bytes};
  static_assert(sizeof(Header) == 44);
  std::FILE* file = std::fopen(path, "wb");
  if (!file) return false;
  const bool good = std::fwrite(&header, sizeof header, 1, file) == 1 &&
                    std::fwrite(samples.data(), 1, bytes, file) == bytes;
  return std::fclose(file) == 0 && good;
}
