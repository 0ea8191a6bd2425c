#include "listener/audio_file.h"

#include <sndfile.h>

#include <cmath>
#include <limits>
#include <thread>

#include "base/constants.h"
#include "listener_test_folder.h"

namespace peal {
namespace {

class AudioFileTest : public FolderTest {
 protected:
  // 1 s of a decaying tone, peak near `peak` Pa, the second channel half as loud.
  void fill(PressureSpool& spool, double peak, int frames = 48000) {
    std::vector<float> samples;
    for (int i = 0; i < frames; ++i) {
      const double t = i / 48000.0, v = peak * std::cos(2 * kPi * 440 * t) * std::exp(-3 * t);
      samples.push_back(static_cast<float>(v));
      samples.push_back(static_cast<float>(v / 2));
    }
    spool.append(samples);
  }
};

struct ReadBack {
  SF_INFO info{};
  std::vector<float> samples;
  std::string comment;

  explicit ReadBack(const std::filesystem::path& path) {
    SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
    if (!file) {
      ADD_FAILURE() << sf_strerror(nullptr);
      return;
    }
    samples.resize(static_cast<std::size_t>(info.frames * info.channels));
    EXPECT_EQ(sf_readf_float(file, samples.data(), info.frames), info.frames);
    if (const char* text = sf_get_string(file, SF_STR_COMMENT)) comment = text;
    sf_close(file);
  }
  int container() const { return info.format & SF_FORMAT_TYPEMASK; }
  int coding() const { return info.format & SF_FORMAT_SUBMASK; }
};

OutputSettings louder() {
  OutputSettings output;
  output.full_scale = 2.5;
  output.peak_dbfs = -1;
  return output;
}

TEST_F(AudioFileTest, CalibratedWavHoldsPascals) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 5);
  OutputSettings format = louder();
  const WrittenAudio written = write_audio(spool, folder_ / "a.wav", format);
  EXPECT_EQ(written.container, Container::wav);
  EXPECT_DOUBLE_EQ(written.gain, 0.4);
  EXPECT_DOUBLE_EQ(written.peak_pa, 5);
  EXPECT_NEAR(written.peak_db_spl, 20 * std::log10(5 / 20e-6), 1e-9);
  EXPECT_GT(written.clipped_samples, 0);  // counted, but the float file keeps them
  const ReadBack back(folder_ / "a.wav");
  EXPECT_EQ(back.info.frames, 48000);
  EXPECT_EQ(back.info.channels, 2);
  EXPECT_EQ(back.info.samplerate, 48000);
  EXPECT_EQ(back.container(), SF_FORMAT_WAV);
  EXPECT_EQ(back.coding(), SF_FORMAT_FLOAT);
  EXPECT_EQ(back.comment, "1.0 = 2.5 Pa (calibrated)");
  EXPECT_EQ(written.comment, back.comment);
  EXPECT_EQ(back.samples[0], 2.0f);
  std::vector<float> pascals(2 * 48000);
  spool.read(0, pascals);
  std::int64_t over = 0;
  for (std::size_t i = 0; i < pascals.size(); ++i) {
    ASSERT_NEAR(back.samples[i] * format.full_scale, pascals[i], 1e-6);
    over += std::abs(back.samples[i]) > 1;
  }
  EXPECT_EQ(written.clipped_samples, over);
  EXPECT_EQ(files(), 1u);
}

TEST_F(AudioFileTest, NormalisedPeakHasTheChosenLevel) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 0.01);
  for (const AudioFormat container : {AudioFormat::wav, AudioFormat::flac}) {
    OutputSettings format = louder();
    format.format = container;
    format.level = LevelMode::normalised;
    format.peak_dbfs = -6;
    const WrittenAudio written = write_audio(spool, folder_ / "a", format);
    const ReadBack back(folder_ / "a");
    EXPECT_NEAR(20 * std::log10(back.samples[0]), -6, 1e-5);
    EXPECT_NEAR(written.gain * 0.01, std::pow(10, -0.3), 1e-7);
    EXPECT_EQ(written.clipped_samples, 0);
    EXPECT_EQ(back.comment, "1.0 = 0.0199526227 Pa (normalised to -6 dBFS)");
  }
}

TEST_F(AudioFileTest, FlacRoundsTo24Bits) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 2);
  OutputSettings format = louder();
  format.format = AudioFormat::flac;
  const WrittenAudio written = write_audio(spool, folder_ / "a.flac", format);
  EXPECT_EQ(written.container, Container::flac);
  const ReadBack back(folder_ / "a.flac");
  EXPECT_EQ(back.container(), SF_FORMAT_FLAC);
  EXPECT_EQ(back.coding(), SF_FORMAT_PCM_24);
  EXPECT_EQ(back.comment, "1.0 = 2.5 Pa (calibrated)");
  std::vector<float> pascals(2 * 48000);
  spool.read(0, pascals);
  for (std::size_t i = 0; i < pascals.size(); ++i)
    ASSERT_NEAR(back.samples[i], pascals[i] / 2.5, 0.51 / 8388608 + 6e-8);
}

TEST_F(AudioFileTest, FlacAtFullScaleDoesNotWrap) {
  PressureSpool spool(folder_, 48000, 1);
  spool.append(std::vector<float>{0.7f, -0.7f, 0.0f, 0.35f});
  OutputSettings format = louder();
  format.format = AudioFormat::flac;
  format.level = LevelMode::normalised;
  format.peak_dbfs = 0;
  EXPECT_EQ(write_audio(spool, folder_ / "a.flac", format).clipped_samples, 0);
  const ReadBack back(folder_ / "a.flac");
  EXPECT_NEAR(back.samples[0], 1, 1.3e-7);
  EXPECT_EQ(back.samples[1], -1.0f);
  EXPECT_EQ(back.samples[3], 0.5f);
}

TEST_F(AudioFileTest, FlacThatWouldClipIsRefusedWithTheWayOut) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 5);
  OutputSettings format = louder();
  format.format = AudioFormat::flac;
  const std::string text = message_of([&] { write_audio(spool, folder_ / "a.flac", format); });
  EXPECT_NE(text.find("full scale of 2.5 Pa (peak 5 Pa)"), std::string::npos) << text;
  EXPECT_NE(text.find("raise the full scale to at least 5.005 Pa"), std::string::npos) << text;
  EXPECT_EQ(files(), 0u);
  format.full_scale = 5.005;
  EXPECT_EQ(write_audio(spool, folder_ / "a.flac", format).clipped_samples, 0);
}

TEST_F(AudioFileTest, LargeDataGoesToRf64) {
  EXPECT_EQ(wav_or_rf64(48000, 2), Container::wav);
  EXPECT_EQ(wav_or_rf64((1ll << 30) - 1024 - 1, 1), Container::wav);
  EXPECT_EQ(wav_or_rf64((1ll << 30) - 1024, 1), Container::rf64);
  EXPECT_EQ(wav_or_rf64(1ll << 40, 2), Container::rf64);
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 1);
  const WrittenAudio written = write_audio(spool, folder_ / "a.wav", {}, 100000);
  EXPECT_EQ(written.container, Container::rf64);
  EXPECT_STREQ(name_of(written.container), "rf64");
  const ReadBack back(folder_ / "a.wav");
  EXPECT_EQ(back.container(), SF_FORMAT_RF64);
  EXPECT_EQ(back.comment, "1.0 = 1 Pa (calibrated)");
  write_audio(spool, folder_ / "b.wav", {});
  EXPECT_EQ(back.samples, ReadBack(folder_ / "b.wav").samples);
}

// Name and content of the chunks before the samples; what is told of `data` is its size.
std::vector<std::pair<std::string, std::string>> chunks_of(const std::string& bytes) {
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::string name = bytes.substr(at, 4), size_field = bytes.substr(at + 4, 4);
    out.push_back({name, size_field});
    if (name == "data") break;
    std::uint32_t size = 0;
    std::memcpy(&size, size_field.data(), 4);
    out.back().second = bytes.substr(at + 8, size);
    at += 8 + size + size % 2;
  }
  return out;
}

std::string little_endian(std::initializer_list<std::pair<std::uint64_t, int>> numbers) {
  std::string out;
  for (const auto& [value, bytes] : numbers)
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

// Format 3 is not PCM: 18 bytes with the size of an extension, and the chunk fact.
TEST_F(AudioFileTest, HeadersAreThoseOfFloatWavAndRf64) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 1, 1000);
  const std::string format =
      little_endian({{3, 2}, {2, 2}, {48000, 4}, {384000, 4}, {8, 2}, {32, 2}, {0, 2}});
  ASSERT_EQ(format.size(), 18u);
  for (const bool stamped : {false, true})
    for (const bool rf64 : {false, true}) {
      OutputSettings output = louder();
      if (stamped) output.start = 1;
      write_audio(spool, folder_ / "a.wav", output, rf64 ? 1000 : kWavLimit);
      const std::string bytes = bytes_of(folder_ / "a.wav");
      EXPECT_EQ(bytes.substr(0, 12),
                rf64 ? "RF64" + little_endian({{0xffffffff, 4}}) + "WAVE"
                     : "RIFF" + little_endian({{bytes.size() - 8, 4}}) + "WAVE");
      const auto chunks = chunks_of(bytes);
      std::vector<std::string> names;
      for (const auto& [name, content] : chunks) names.push_back(name);
      std::vector<std::string> expected{"fmt ", "fact", "LIST", "data"};
      if (stamped) expected.insert(expected.begin() + 2, "bext");
      if (rf64) expected.insert(expected.begin(), "ds64");
      ASSERT_EQ(names, expected);
      if (rf64) {
        EXPECT_EQ(chunks[0].second,
                  little_endian({{bytes.size() - 8, 8}, {8000, 8}, {1000, 8}, {0, 4}}));
      }
      EXPECT_EQ(chunks[rf64].second, format);
      EXPECT_EQ(chunks[rf64 + 1].second, little_endian({{1000, 4}}));
      EXPECT_EQ(chunks.back().second, little_endian({{rf64 ? 0xffffffff : 8000, 4}}));
      EXPECT_EQ(bytes.substr(bytes.size() - 8008, 4), "data");
      if (stamped) {
        const std::string& stamp = chunks[rf64 + 2].second;
        ASSERT_GE(stamp.size(), 602u);
        EXPECT_EQ(stamp.substr(338, 10), little_endian({{48000, 8}, {1, 2}}));
        EXPECT_EQ(stamp.substr(602, 6), "A=PCM,");
      }
    }
}

TEST_F(AudioFileTest, SameSamplesSameBytesAndNoDate) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 1, 1000);
  OutputSettings wav = louder(), flac = louder();
  flac.format = AudioFormat::flac;
  write_audio(spool, folder_ / "a.wav", wav);
  write_audio(spool, folder_ / "a.flac", flac);
  write_audio(spool, folder_ / "a.rf64", wav, 1000);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // time stamps count seconds
  write_audio(spool, folder_ / "b.wav", wav);
  write_audio(spool, folder_ / "b.flac", flac);
  write_audio(spool, folder_ / "b.rf64", wav, 1000);
  for (const char* ending : {".wav", ".flac", ".rf64"})
    EXPECT_TRUE(bytes_of(folder_ / (std::string("a") + ending)) ==
                bytes_of(folder_ / (std::string("b") + ending)))
        << ending;
}

struct ReadStamp {
  bool there = false;
  SF_BROADCAST_INFO info{};
  std::uint64_t samples = 0;
  std::string description, originator, history;

  explicit ReadStamp(const std::filesystem::path& path) {
    SF_INFO format{};
    SNDFILE* file = sf_open(path.c_str(), SFM_READ, &format);
    there = sf_command(file, SFC_GET_BROADCAST_INFO, &info, sizeof info) == SF_TRUE;
    sf_close(file);
    samples = info.time_reference_low | std::uint64_t{info.time_reference_high} << 32;
    const auto text = [](const auto& field) {
      return std::string(field, strnlen(field, sizeof field));
    };
    description = text(info.description), originator = text(info.originator);
    history = std::string(info.coding_history, info.coding_history_size);
  }
};

TEST_F(AudioFileTest, StartIsTheTimeStampOfBroadcastWave) {
  PressureSpool spool(folder_, 48000, 2);
  fill(spool, 1, 1000);
  OutputSettings output = louder();
  write_audio(spool, folder_ / "none.wav", output);
  EXPECT_FALSE(ReadStamp(folder_ / "none.wav").there);
  output.start = 86399.999995;  // rounds to a whole day
  // A name like a chunk must not be taken for one.
  const AudioLabel label{"PEAK", "Peal 1.2"};
  write_audio(spool, folder_ / "a.wav", output, kWavLimit, label);
  write_audio(spool, folder_ / "a.rf64", output, 1000, label);
  for (const char* name : {"a.wav", "a.rf64"}) {
    const ReadStamp stamp(folder_ / name);
    ASSERT_TRUE(stamp.there) << name;
    EXPECT_EQ(stamp.samples, 4147200000u) << name;  // 24 h
    EXPECT_EQ(stamp.description, "PEAK");
    EXPECT_EQ(stamp.originator, "Peal 1.2");
    EXPECT_EQ(stamp.info.origination_date[0], 0);
    EXPECT_EQ(stamp.info.origination_time[0], 0);
    EXPECT_TRUE(stamp.history.starts_with(
        "A=PCM,F=48000,W=32,M=stereo,T=Peal 1.2; 1.0 = 2.5 Pa (calibrated)\r\n"))
        << stamp.history;
    const ReadBack back(folder_ / name);
    EXPECT_EQ(back.samples, ReadBack(folder_ / "none.wav").samples);
    EXPECT_EQ(back.comment, "1.0 = 2.5 Pa (calibrated)");
  }
  EXPECT_EQ(ReadBack(folder_ / "a.rf64").container(), SF_FORMAT_RF64);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // time stamps count seconds
  write_audio(spool, folder_ / "b.wav", output, kWavLimit, label);
  write_audio(spool, folder_ / "b.rf64", output, 1000, label);
  EXPECT_TRUE(bytes_of(folder_ / "a.wav") == bytes_of(folder_ / "b.wav"));
  EXPECT_TRUE(bytes_of(folder_ / "a.rf64") == bytes_of(folder_ / "b.rf64"));
}

TEST_F(AudioFileTest, TimeStampsOfHighRatesNeedMoreThan32Bits) {
  PressureSpool spool(folder_, 192000, 1);
  spool.append(std::vector<float>(10, 0.5f));
  OutputSettings output;
  output.rate = 192000, output.start = 43200.5;
  write_audio(spool, folder_ / "a.wav", output);
  EXPECT_EQ(ReadStamp(folder_ / "a.wav").samples, 8294496000u);
}

TEST_F(AudioFileTest, FlacHasNoTimeStampAndLongLabelsAreCut) {
  PressureSpool spool(folder_, 48000, 1);
  spool.append(std::vector<float>(10, 0.5f));
  OutputSettings output;
  output.start = 1;
  const AudioLabel label{std::string(1000, 'd'), std::string(1000, 'o')};
  write_audio(spool, folder_ / "a.wav", output, kWavLimit, label);
  const ReadStamp stamp(folder_ / "a.wav");
  EXPECT_EQ(stamp.description, std::string(256, 'd'));
  EXPECT_EQ(stamp.originator, std::string(32, 'o'));
  EXPECT_EQ(stamp.samples, 48000u);
  output.format = AudioFormat::flac;
  write_audio(spool, folder_ / "a.flac", output, kWavLimit, label);
  EXPECT_FALSE(ReadStamp(folder_ / "a.flac").there);
  output.start = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(write_audio(spool, folder_ / "a.flac", output), Error);
}

TEST_F(AudioFileTest, SilenceIsWrittenAsSilence) {
  PressureSpool spool(folder_, 48000, 1);
  spool.append(std::vector<float>(4800));
  OutputSettings format = louder();
  format.level = LevelMode::normalised;
  for (const AudioFormat container : {AudioFormat::wav, AudioFormat::flac}) {
    format.format = container;
    const WrittenAudio written = write_audio(spool, folder_ / "a", format);
    EXPECT_TRUE(std::isfinite(written.gain));
    EXPECT_EQ(written.peak_db_spl, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(written.comment, "1.0 = 2.5 Pa (silent)");
    const ReadBack back(folder_ / "a");
    EXPECT_EQ(back.samples, std::vector<float>(4800));
  }
}

TEST_F(AudioFileTest, FullDiskLeavesTheOldFile) {
  PressureSpool spool(folder_, 48000, 2);
  std::vector<float> noise(2 * 48000);
  for (std::size_t i = 0; i < noise.size(); ++i)
    noise[i] = static_cast<float>(std::sin(static_cast<double>(i * i % 10007)));
  spool.append(noise);
  for (const AudioFormat container : {AudioFormat::wav, AudioFormat::flac})
    for (const rlim_t room : {rlim_t{20}, rlim_t{100000}}) {
      OutputSettings format = louder();
      format.format = container;
      std::ofstream(folder_ / "a") << "old";
      std::string text;
      {
        const SmallDisk disk(room);
        text = message_of([&] { write_audio(spool, folder_ / "a", format); });
      }
      EXPECT_NE(text, "no error") << static_cast<int>(container) << " " << room;
      EXPECT_NE(text.find((folder_ / "a").string()), std::string::npos) << text;
      EXPECT_EQ(bytes_of(folder_ / "a"), "old");
      EXPECT_EQ(files(), 1u);
    }
}

TEST_F(AudioFileTest, RefusesNonsense) {
  PressureSpool spool(folder_, 48000, 1), wide(folder_, 48000, 9), empty(folder_, 48000, 1);
  spool.append(std::vector<float>(10, 1.0f));
  wide.append(std::vector<float>(9));
  const auto path = folder_ / "a";
  OutputSettings format = louder();
  EXPECT_THROW(write_audio(empty, path, format), Error);
  format.rate = 44100;
  EXPECT_THROW(write_audio(spool, path, format), Error);
  format = {};
  format.full_scale = 0;
  EXPECT_THROW(write_audio(spool, path, format), Error);
  format = {};
  format.peak_dbfs = 3;
  EXPECT_THROW(write_audio(spool, path, format), Error);
  format = {};
  format.format = AudioFormat::flac;
  EXPECT_NE(message_of([&] { write_audio(wide, path, format); }).find("at most 8 channels"),
            std::string::npos);
  format = {};
  EXPECT_EQ(write_audio(wide, path, format).frames, 1);
}

}  // namespace
}  // namespace peal
