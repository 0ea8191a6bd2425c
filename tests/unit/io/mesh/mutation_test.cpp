// Damaged copies of every seed: a reader gives a mesh or peal::Error, nothing else. The long search
// is scripts/fuzz.
#include "base/rng.h"
#include "support.h"

namespace peal {
namespace {

void parse_any(const std::string& name, const std::string& bytes) {
  const auto load = [](const std::string& path) -> std::string { return seed(path.c_str()); };
  if (name.ends_with(".obj")) parse_obj(bytes, name);
  if (name.ends_with(".ply")) parse_ply(bytes, name);
  if (name.ends_with(".stl")) parse_stl(bytes, name);
  if (name.ends_with(".gltf")) parse_gltf(bytes, name, load);
  if (name.ends_with(".glb")) parse_glb(bytes, name, load);
  if (name.ends_with(".msh")) parse_msh(bytes, name);
  if (name.ends_with(".vtu")) parse_vtu(bytes, name);
}

std::string damaged(std::string bytes, KeyedRng& rng) {
  const auto at = [&] { return static_cast<std::size_t>(rng.bits() % bytes.size()); };
  const int count = 1 + static_cast<int>(rng.bits() % 4);
  for (int k = 0; k < count && !bytes.empty(); ++k) {
    switch (rng.bits() % 7) {
      case 0:
        bytes[at()] ^= static_cast<char>(1 << rng.bits() % 8);
        break;
      case 1:
        bytes.resize(at());
        break;
      case 2:
        bytes[at()] = static_cast<char>(rng.bits());
        break;
      case 3:
        bytes.erase(at(), rng.bits() % 16);
        break;
      case 4:
        bytes.insert(at(), bytes.substr(at(), rng.bits() % 32));
        break;
      default: {  // another number
        static const char* kNumbers[] = {"0",
                                         "-1",
                                         "999999999999",
                                         "1e999",
                                         "nan",
                                         "4294967295",
                                         "2147483648",
                                         "-9223372036854775808",
                                         "3",
                                         "0.5",
                                         ""};
        const std::size_t begin = bytes.find_first_of("0123456789", at());
        if (begin == std::string::npos) break;
        const std::size_t end = bytes.find_first_not_of("0123456789.", begin);
        bytes.replace(begin, (end == std::string::npos ? bytes.size() : end) - begin,
                      kNumbers[rng.bits() % std::size(kNumbers)]);
      }
    }
  }
  return bytes;
}

TEST(DamagedFiles, GiveAMeshOrAnError) {
  int read = 0, refused = 0;
  for (const std::string& name : mesh_files(kSeeds)) {
    const std::string bytes = seed(name.c_str());
    for (int trial = 0; trial < 1000; ++trial) {
      KeyedRng rng(7, source_number(name), trial);
      try {
        parse_any(name, damaged(bytes, rng));
        ++read;
      } catch (const Error& error) {
        ++refused;
        ASSERT_EQ(std::string(error.what()).rfind(name + ": ", 0), 0u) << error.what();
      }  // anything else ends the test
    }
  }
  EXPECT_GT(read, 500);
  EXPECT_GT(refused, 10000);
}

TEST(DamagedFiles, EveryBeginningOfAFileGivesAMeshOrAnError) {
  for (const std::string& name : mesh_files(kSeeds)) {
    const std::string bytes = seed(name.c_str());
    std::size_t refused = 0, tried = 0;
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 500) {
      ++tried;
      try {
        parse_any(name, bytes.substr(0, size));
      } catch (const Error&) {
        ++refused;
      }
    }
    EXPECT_GE(4 * refused, tried) << name;
  }
}

}  // namespace
}  // namespace peal
