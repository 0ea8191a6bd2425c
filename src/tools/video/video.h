// Picture and sound in one movie, through the program ffmpeg as a process of its own: nothing of it
// is linked. H.264 (yuv420p, even sizes, BT.709) from a sequence of pictures; the video track of a
// movie is copied untouched and its own sound left out. Sound: AAC, 256 kbit/s, begins with the
// first picture. Nothing is cut: the movie lasts as long as the longer of the two.
#pragma once
#include <filesystem>
#include <string>

namespace peal {

struct VideoRequest {
  std::string pictures;         // as in find_pictures (tools/video/picture_sequence.h)
  double fps = 24;              // [1/s] of a sequence; a movie has its own
  std::filesystem::path sound;  // the sound file, or none; not read by check_video
  std::filesystem::path out;    // .mp4, complete or not there; not touched by check_video
};

/// Before the long render: stops when ffmpeg or pictures are missing, or when ffmpeg cannot make a
/// movie of the first picture (or the beginning of the movie) and silence.
void check_video(const VideoRequest& request);

/// [1/s] What people mean with a rate: 24000/1001 for 23.98.
double picture_rate(double fps);

/// [s] How long the picture lasts: frames / fps, or what a movie says of its video track (the
/// program ffprobe reads it).
double picture_seconds(const VideoRequest& request);

/// Stops when ffmpeg fails. Ctrl-C ends ffmpeg.
void mux_video(const VideoRequest& request);

}  // namespace peal
