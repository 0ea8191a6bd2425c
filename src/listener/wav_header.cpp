#include "listener/wav_header.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace peal {
namespace {

constexpr std::uint64_t kIn32Bits = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kElsewhere = kIn32Bits;  // RF64: the size stands in ds64

std::string number(std::uint64_t value, int bytes) {  // little endian
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

/// Cut off or filled with zeros.
std::string field(const std::string& text, std::size_t size) {
  std::string out(size, '\0');
  text.copy(out.data(), size);
  return out;
}

/// Chunks begin at even places.
std::string chunk(const char* name, const std::string& content) {
  return name + number(content.size(), 4) + content + std::string(content.size() % 2, '\0');
}

std::string format(const WavHead& head) {
  constexpr std::uint64_t kFloat = 3, kBytes = sizeof(float);
  const std::uint64_t frame = kBytes * head.channels, rate = static_cast<std::uint64_t>(head.rate);
  return number(kFloat, 2) + number(head.channels, 2) + number(rate, 4) + number(rate * frame, 4) +
         number(frame, 2) + number(8 * kBytes, 2) + number(0, 2);
}

std::string stamp_bytes(const TimeStamp& stamp) {
  constexpr std::size_t kReference = 32, kDateAndTime = 18, kReserved = 64 + 190;
  return field(stamp.description, 256) + field(stamp.originator, 32) +
         std::string(kReference + kDateAndTime, '\0') + number(stamp.samples, 8) + number(1, 2) +
         std::string(kReserved, '\0') +
         // Of even size: some readers of RF64 do not skip the byte behind an odd one.
         field(stamp.history, stamp.history.size() + stamp.history.size() % 2);
}

}  // namespace

std::string wav_header(const WavHead& head) {
  if (head.channels < 1 || head.channels > kWavChannels)
    fail("WAV holds 1 to {} channels, the sound has {}", kWavChannels, head.channels);
  const auto frames = static_cast<std::uint64_t>(head.frames);
  const std::uint64_t data = frames * head.channels * sizeof(float);
  std::string chunks =
      chunk("fmt ", format(head)) + chunk("fact", number(std::min(frames, kIn32Bits), 4));
  if (head.time_stamp) chunks += chunk("bext", stamp_bytes(*head.time_stamp));
  chunks += chunk("LIST", "INFO" + chunk("ICMT", head.comment + '\0'));
  chunks += "data" + number(head.rf64 ? kElsewhere : data, 4);
  constexpr std::uint64_t kSizes = 8 + 28;  // the chunk ds64
  const std::uint64_t riff = 4 + (head.rf64 ? kSizes : 0) + chunks.size() + data;
  if (!head.rf64) {
    if (riff > kIn32Bits) fail("{} bytes do not fit into a WAV file; RF64 holds them", riff);
    return "RIFF" + number(riff, 4) + "WAVE" + chunks;
  }
  return "RF64" + number(kElsewhere, 4) + "WAVE" +
         chunk("ds64", number(riff, 8) + number(data, 8) + number(frames, 8) + number(0, 4)) +
         chunks;
}

}  // namespace peal
