// What goes over the socket between hdf5_child.cpp and hdf5_child_loop.cpp. Question: this head and
// the name. Answer: AnswerHead and as many bytes as it says.
#pragma once
#include <cstdint>
#include <string>

#include "io/data/byte_channel.h"
#include "io/data/hdf5_source.h"

namespace peal::hdf5_child {

enum Question : std::uint8_t {
  kOpen,
  kHasAttribute,
  kNumber,
  kInteger,
  kText,
  kHasArray,
  kDimensions,
  kRead,
  kTexts
};

struct QuestionHead {
  std::uint8_t question = 0;
  Hdf5Number type = Hdf5Number::float64;
  std::uint32_t dimensions = 0;
  std::uint32_t name_length = 0;
  std::uint64_t first = 0, count = 0;  // rows
};

struct AnswerHead {
  std::uint64_t good = 0;  // 1: bytes as asked for; 0: a sentence, what is wrong
  std::uint64_t bytes = 0;
};

inline constexpr std::uint32_t kLongestName = 4096;
inline constexpr std::uint64_t kLongestSentence = 16384;

/// The life of the child; never returns. No thread but the caller's is left in it.
[[noreturn]] void answer_questions(const std::string& path, const ByteChannel& channel);

}  // namespace peal::hdf5_child
