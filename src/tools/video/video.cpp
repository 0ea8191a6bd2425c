#include "tools/video/video.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/files/child_process.h"
#include "base/files/temporary_folder.h"
#include "io/schema/json_text.h"
#include "tools/video/picture_sequence.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr double kSlowest = 0.1, kFastest = 1000;  // [1/s]
constexpr double kTrialSeconds = 120;

fs::path ffmpeg() {
  const fs::path program = find_program("ffmpeg");
  if (program.empty())
    fail(
        "the program ffmpeg, which puts picture and sound together, was not found: install the "
        "Debian package ffmpeg, or leave out --video");
  return program;
}

/// The rates of NTSC are fractions that people write with two or three decimals: 24 of 23.98, 0 of
/// a rate that is none of them.
int ntsc_rate(double fps) {
  for (const int whole : {24, 30, 48, 60, 120})
    if (std::abs(fps - whole / 1.001) < 5e-3) return whole;
  return 0;
}

std::string rate_text(double fps) {
  if (const int whole = ntsc_rate(fps)) return fmt::format("{}/1001", whole * 1000);
  return fmt::format("{:.9g}", fps);
}

/// ffmpeg wants numbers without gaps from a known start and takes '%' for a pattern: the frames
/// get plain names as links in a folder of their own.
std::string link_frames(const std::vector<fs::path>& frames, const fs::path& folder) {
  const std::string ending = frames[0].extension().string();
  for (std::size_t i = 0; i < frames.size(); ++i)
    fs::create_symlink(fs::absolute(frames[i]), folder / fmt::format("{:08}{}", i, ending));
  std::string pattern;
  for (const char c : folder.string()) pattern += c == '%' ? "%%" : std::string(1, c);
  return pattern + "/%08d" + ending;
}

// Absolute paths: a name such as "-y" or "http:x" is a file here, not an option or an address.
std::vector<std::string> arguments(const PictureFiles& pictures, const VideoRequest& request,
                                   const fs::path& links, const fs::path& sound,
                                   const fs::path& out, bool trial) {
  std::vector<std::string> words{"-hide_banner", "-nostdin", "-loglevel", "error", "-y"};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (pictures.movie.empty())
    add({"-f", "image2", "-framerate", rate_text(request.fps), "-start_number", "0", "-i",
         link_frames(pictures.frames, links)});
  else
    add({"-i", fs::absolute(pictures.movie).string()});
  if (sound.empty())
    add({"-map", "0:v:0"});
  else
    add({"-i", fs::absolute(sound).string(), "-map", "0:v:0", "-map", "1:a:0"});
  if (pictures.movie.empty())
    add({"-vf",
         "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
         "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
  else
    add({"-c:v", "copy"});
  if (trial) add({"-frames:v", "1"});
  if (!sound.empty()) add({"-c:a", "aac", "-b:a", "256k"});
  add({"-movflags", "+faststart", "-f", "mp4", fs::absolute(out).string()});
  return words;
}

void run_ffmpeg(const PictureFiles& pictures, const VideoRequest& request, const fs::path& sound,
                const fs::path& out, bool trial) {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  const ChildResult child =
      run_program(ffmpeg(), arguments(pictures, request, folder.path(), sound, out, trial), log,
                  trial ? kTrialSeconds : std::numeric_limits<double>::infinity());
  const std::string cannot = fmt::format("no movie can be made of '{}'", request.pictures);
  if (child.timed_out) fail("{}: ffmpeg did not finish within {} s", cannot, kTrialSeconds);
  if (child.signal != 0)
    fail("{}: ffmpeg was ended by signal {}; {}", cannot, child.signal, last_words(log));
  std::error_code ignored;
  if (child.exit_code != 0 || fs::file_size(out, ignored) == 0)
    fail("{}: ffmpeg failed with code {}; {}{}", cannot, child.exit_code, last_words(log),
         pictures.movie.empty() ? ""
                                : ". The video track is copied as it is: a codec that MP4 does not "
                                  "hold must be converted first, or give the pictures");
}

/// A tenth of a second of silence: 16 bit, mono, 48 kHz.
void write_silence(const fs::path& path) {
  constexpr std::uint32_t bytes = 9600;
  std::string wav = "RIFF";
  const auto number = [&](std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) wav += static_cast<char>(value >> (8 * i) & 0xff);
  };
  number(36 + bytes, 4), wav += "WAVEfmt ";
  number(16, 4), number(1, 2), number(1, 2), number(48000, 4), number(96000, 4), number(2, 2);
  number(16, 2), wav += "data", number(bytes, 4), wav.append(bytes, '\0');
  std::ofstream(path, std::ios::binary) << wav;
}

}  // namespace

void check_video(const VideoRequest& request) {
  if (!(request.fps >= kSlowest && request.fps <= kFastest))
    fail("expected {} to {} pictures per second, got {}", kSlowest, kFastest, request.fps);
  PictureFiles pictures = find_pictures(request.pictures);
  if (pictures.frames.size() > 1) pictures.frames.resize(1);
  const TemporaryFolder folder;
  write_silence(folder.path() / "silence.wav");
  run_ffmpeg(pictures, request, folder.path() / "silence.wav", folder.path() / "trial.mp4", true);
}

double picture_rate(double fps) {
  const int whole = ntsc_rate(fps);
  return whole > 0 ? whole / 1.001 : fps;
}

double picture_seconds(const VideoRequest& request) {
  const PictureFiles pictures = find_pictures(request.pictures);
  if (pictures.movie.empty())
    return static_cast<double>(pictures.frames.size()) / picture_rate(request.fps);
  const fs::path program = find_program("ffprobe");
  if (program.empty())
    fail(
        "the program ffprobe, which knows how long a movie is, was not found: install the Debian "
        "package ffmpeg, or leave out --trim");
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  const ChildResult child =
      run_program(program,
                  {"-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                   "stream=duration,nb_read_packets,r_frame_rate:format=duration", "-of", "json",
                   fs::absolute(pictures.movie).string()},
                  log, kTrialSeconds);
  const auto json = nlohmann::json::parse(read_text_file(log), nullptr, false);
  const auto number = [&](const char* place) {
    const nlohmann::json::json_pointer pointer(place);
    if (child.exit_code != 0 || !json.is_object() || !json.contains(pointer) ||
        !json[pointer].is_string())
      return 0.0;
    const std::string text = json[pointer].get<std::string>();  // "30000/1001", too
    const std::size_t slash = text.find('/');
    const double below = slash == std::string::npos ? 1 : std::atof(text.c_str() + slash + 1);
    return below > 0 ? std::atof(text.c_str()) / below : 0.0;
  };
  double seconds = number("/streams/0/duration");
  if (!(seconds > 0)) seconds = number("/format/duration");
  if (!(seconds > 0))
    fail("--trim: ffprobe cannot tell how long '{}' is; {}", request.pictures, last_words(log));
  // Some containers round times to milliseconds; frames of a constant rate are exact.
  const double rate = number("/streams/0/r_frame_rate");
  const double exact = rate > 0 ? number("/streams/0/nb_read_packets") / rate : 0;
  return std::abs(exact - seconds) < 2e-3 ? exact : seconds;
}

void mux_video(const VideoRequest& request) {
  AtomicFile target(request.out);
  run_ffmpeg(find_pictures(request.pictures), request, request.sound, target.temporary(), false);
  target.commit();
}

}  // namespace peal
