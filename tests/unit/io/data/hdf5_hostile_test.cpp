// Files of other programs: read when they are right; when bytes of them are overwritten, or when
// they point elsewhere, they end in a sentence that names the file.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <random>

#include "base/error.h"
#include "base/files/temporary_folder.h"
#include "io/data/hdf5_file.h"
#include "io/data/pressure_probes.h"
#include "unit/io/data/old_hdf5.h"

namespace peal {
namespace {

using test::create_file;
using test::write_doubles;

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Everything a probe file can hold. Returns the sentence of the first error.
std::string said_about(const std::filesystem::path& path, Hdf5Origin origin = Hdf5Origin::given) {
  try {
    const Hdf5Reader in(path, origin);
    std::vector<std::size_t> shape;
    in.number("step");
    in.text("pressure_unit");
    in.doubles("pressure", shape, 2);
    in.doubles("group/places", shape, 2);
    in.texts("name");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

double seconds_of_processor() {
  rusage own{}, children{};
  ::getrusage(RUSAGE_SELF, &own), ::getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<double>(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec +
                             children.ru_stime.tv_sec);
}

TEST(OldHdf5, OfOtherProgramsIsRead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "old.h5";
  test::write_old_probes(path);
  ASSERT_EQ(bytes_of_file(path).at(8), '\0') << "superblock 0, as other programs write it";
  const Hdf5Reader in(path);
  std::vector<std::size_t> shape;
  EXPECT_EQ(in.doubles("pressure", shape, 2), test::old_pressure());
  EXPECT_EQ(shape, (std::vector<std::size_t>{2, 600}));
  EXPECT_EQ(in.integers("group/places", shape, 2), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(in.texts("name"), (std::vector<std::string>{"left of the bell", "right"}));
  EXPECT_EQ(in.text("pressure_unit"), "Pa");
  EXPECT_EQ(in.number("step"), 1e-6);
  EXPECT_EQ(in.dimensions("pressure"), 2u);
  EXPECT_TRUE(in.has_array("group/places"));
  EXPECT_FALSE(in.has_array("nothing/here"));
  EXPECT_FALSE(in.has_attribute("begin"));
  EXPECT_EQ(read_probe_file(path).probes[1].name, "right");
}

// The library alone crashes on some of these (see Hdf5Local): reading attributes, heaps, trees.
TEST(OldHdf5, OverwrittenBytesEndInASentence) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "damaged.h5";
  test::write_old_probes(path);
  const std::string whole = bytes_of_file(path);
  std::mt19937 random(7);
  const auto any = [&](std::size_t below) { return random() % below; };
  int refused = 0, failed = 0;
  const double before = seconds_of_processor();
  for (int trial = 0; trial < 2000; ++trial) {
    std::string bytes = whole;
    // Structures lie at the beginning of what each call wrote: half of the damage goes there.
    for (std::size_t n = 1 + any(8); n-- > 0;) {
      const std::size_t at =
          any(2) ? any(bytes.size()) : any(std::min<std::size_t>(2048, bytes.size()));
      const char kind[] = {'\0', '\x01', '\x7f', '\xff', static_cast<char>(random())};
      bytes[at] = kind[any(sizeof kind)];
    }
    write_bytes(path, bytes);
    const std::string said = said_about(path);
    if (said.empty()) continue;
    ++refused;
    failed += said.find("the HDF5 library") != said.npos;
    ASSERT_TRUE(said.starts_with(path.string() + ": ")) << said;
  }
  EXPECT_GT(refused, 500);
  RecordProperty("refused", refused);
  RecordProperty("library_failed", failed);
  EXPECT_GT(failed, 0) << "the damage is not of the kind this test is for";
  EXPECT_LT(seconds_of_processor() - before, 60);
  // What the library asks for may depend on memory that it never wrote: the child's limit holds.
  constexpr long kLimit = 1 << 20;  // [kB], hdf5_child_loop.cpp
  rusage own{}, used{};
  ::getrusage(RUSAGE_SELF, &own), ::getrusage(RUSAGE_CHILDREN, &used);
  EXPECT_LE(used.ru_maxrss, kLimit + own.ru_maxrss) << "kilobytes of the largest child";
}

TEST(OldHdf5, CutOffAnywhereEndsInASentence) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "cut.h5";
  test::write_old_probes(path);
  const std::string whole = bytes_of_file(path);
  for (std::size_t length = 0; length < whole.size(); length += 173) {
    write_bytes(path, whole.substr(0, length));
    const std::string said = said_about(path);
    ASSERT_TRUE(said.starts_with(path.string() + ": ")) << length << " bytes: " << said;
  }
}

// Our own cache is read in this process: every structure has a checksum.
TEST(NewHdf5, OverwrittenBytesEndInASentenceWithoutAChild) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "damaged.h5";
  {
    Hdf5Writer out(path, 1);
    out.attribute("step", 1e-6);
    out.attribute("pressure_unit", std::string("Pa"));
    const std::vector<double> pressure = test::old_pressure(), places{1, 2, 3, 4, 5, 6};
    out.array("pressure", std::span<const double>(pressure), {2, 600}, "Pa");
    out.array("group/places", std::span<const double>(places), {2, 3}, "m");
    out.texts("name", std::vector<std::string>{"left", "right"});
    out.close();
  }
  const std::string whole = bytes_of_file(path);
  ASSERT_EQ(said_about(path, Hdf5Origin::own_cache), "");
  std::mt19937 random(7);
  int refused = 0;
  for (int trial = 0; trial < 600; ++trial) {
    std::string bytes = whole;
    for (std::size_t n = 1 + random() % 8; n-- > 0;)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    bytes[8] = whole[8];  // or it would be read as an old one
    write_bytes(path, bytes);
    const std::string said = said_about(path, Hdf5Origin::own_cache);
    if (said.empty()) continue;
    ++refused;
    ASSERT_TRUE(said.starts_with(path.string() + ": ")) << said;
  }
  EXPECT_GT(refused, 150);
}

/// A file beside ours with a secret in it, and ways to reach it.
class Hdf5Elsewhere : public testing::Test {
 protected:
  void SetUp() override {
    const hid_t file = create_file(secret_, H5F_LIBVER_EARLIEST);
    write_doubles(file, "x", {3}, values_);
    H5Fclose(file);
    file_ = create_file(path_, H5F_LIBVER_EARLIEST);
  }
  std::string said(const char* name) {
    if (file_ >= 0) H5Fclose(file_);
    file_ = -1;
    std::string all;
    for (const Hdf5Origin origin : {Hdf5Origin::given, Hdf5Origin::own_cache}) {
      try {
        const Hdf5Reader in(path_, origin);
        std::vector<std::size_t> shape;
        in.doubles(name, shape, 1);
        return "was read";
      } catch (const Error& error) {
        all = error.what();
      }
    }
    return all;
  }
  void expect_refused(const char* name, const std::string& part) {
    const std::string sentence = said(name);
    EXPECT_TRUE(sentence.starts_with(path_ + ": ")) << sentence;
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "ours.h5", secret_ = folder_.path() / "secret.h5";
  const double values_[3] = {1, 2, 3};
  hid_t file_ = -1;
};

TEST_F(Hdf5Elsewhere, ExternalLinksAreNotFollowed) {
  H5Lcreate_external(secret_.c_str(), "/x", file_, "x", H5P_DEFAULT, H5P_DEFAULT);
  expect_refused("x", "link to another file (" + secret_ + ":/x)");
  EXPECT_THROW(Hdf5Reader(path_).has_array("x"), Error) << "an array that is ignored is silent";
}

TEST_F(Hdf5Elsewhere, SoftLinksLeadNowhereElseButMayStayInside) {
  H5Lcreate_external(secret_.c_str(), "/", file_, "outside", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/outside/x", file_, "x", H5P_DEFAULT, H5P_DEFAULT);
  write_doubles(file_, "here", {3}, values_);
  H5Lcreate_soft("/here", file_, "there", H5P_DEFAULT, H5P_DEFAULT);
  expect_refused("x", "link to another file");
  expect_refused("outside/x", "link to another file");
  std::vector<std::size_t> shape;
  EXPECT_EQ(Hdf5Reader(path_).doubles("there", shape, 1), (std::vector<double>{1, 2, 3}));
}

TEST_F(Hdf5Elsewhere, RawDataInOtherFilesIsNotRead) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(creation, secret_.c_str(), 0, 24);
  write_doubles(file_, "x", {3}, nullptr, creation);
  H5Pclose(creation);
  expect_refused("x", "kept in other files");
}

TEST_F(Hdf5Elsewhere, VirtualDatasetsAreNotRead) {
  H5Fclose(file_);
  file_ = create_file(path_, H5F_LIBVER_V110);
  const hsize_t three = 3;
  const hid_t space = H5Screate_simple(1, &three, nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_virtual(creation, space, secret_.c_str(), "/x", space);
  write_doubles(file_, "x", {3}, nullptr, creation);
  H5Pclose(creation);
  H5Sclose(space);
  expect_refused("x", "kept in other files");
}

std::size_t pass_through(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*,
                         void**) {
  return bytes;
}

TEST_F(Hdf5Elsewhere, FiltersThatAreNotBuiltInAreNamed) {
  constexpr H5Z_filter_t kLzf = 32000;  // what h5py brings along for compression="lzf"
  const H5Z_class2_t filter{H5Z_CLASS_T_VERS, kLzf, 1, 1, "lzf", nullptr, nullptr, &pass_through};
  ASSERT_GE(H5Zregister(&filter), 0);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t three = 3;
  H5Pset_chunk(creation, 1, &three);
  H5Pset_filter(creation, kLzf, H5Z_FLAG_MANDATORY, 0, nullptr);
  write_doubles(file_, "x", {3}, values_, creation);
  H5Pclose(creation);
  H5Fclose(file_);
  file_ = -1;
  ASSERT_GE(H5Zunregister(kLzf), 0);
  expect_refused("x", "filter 32000 'lzf'");
}

}  // namespace
}  // namespace peal
