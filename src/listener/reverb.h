// Reverberation of an imagined room: eight delays that feed each other through a Householder
// reflection (Jot & Chaigne 1991), each losing what its length asks for, behind three all-passes.
// In: channels of pressure [Pa], interleaved; out: the same with the room's answer added. Every
// channel hears the mean of all, by other signs.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

class Reverb {
 public:
  /// @param time [s] in which it falls by 60 dB, half of it at 6 kHz. @param level [dB] energy of
  /// its answer over that of the sound itself.
  Reverb(double rate, std::size_t channels, double time, double level);
  void process(std::span<float> interleaved);

 private:
  static constexpr std::size_t kLines = 8, kDiffusers = 3;
  struct Line {
    std::vector<double> kept;
    std::size_t at = 0;
    double gain = 1, pole = 0, state = 0;
  };
  void step(double in, std::array<double, kLines>& heard);
  double answer(std::size_t channel, const std::array<double, kLines>& heard) const;
  void clear();

  std::size_t channels_;
  double scale_ = 1;
  std::array<Line, kLines> lines_;
  std::array<Line, kDiffusers> diffusers_;
};

}  // namespace peal
