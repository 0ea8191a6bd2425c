// The state of a world of grains as bytes: everything that decides what happens next, bit by bit.
#include <cstring>
#include <type_traits>

#include "base/error.h"
#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr std::uint64_t kGrainState = 0x33736e6961726770;  // "pgrains3"

class ByteWriter {
 public:
  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* p = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), p, p + sizeof(T));
  }
  template <class T, class A>
  void operator()(const std::vector<T, A>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    (*this)(static_cast<std::uint64_t>(values.size()));
    const auto* p = reinterpret_cast<const std::byte*>(values.data());
    bytes.insert(bytes.end(), p, p + values.size() * sizeof(T));
  }
  std::vector<std::byte> bytes;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}
  template <class T>
  void operator()(T& value) {
    take(&value, sizeof(T));
  }
  template <class T, class A>
  void operator()(std::vector<T, A>& values) {
    std::uint64_t count = 0;
    (*this)(count);
    if (count > left_.size() / sizeof(T)) fail("the state of the grains is cut off");
    values.resize(count);
    take(values.data(), count * sizeof(T));
  }
  bool at_end() const { return left_.empty(); }

 private:
  void take(void* to, std::size_t size) {
    if (size > left_.size()) fail("the state of the grains is cut off");
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
  }
  std::span<const std::byte> left_;
};

}  // namespace

template <class Self, class Archive>
void GrainWorld::transfer(Self& self, Archive& archive) {
  archive(self.now_), archive(self.gravity_), archive(self.instant_), archive(self.at_instant_);
  archive(self.counts_), archive(self.escapes_);
  archive(self.flights_), archive(self.plans_), archive(self.contacts_), archive(self.cells_);
  archive(self.spins_);
  archive(self.bodies_), archive(self.impulses_);
}

std::vector<std::byte> GrainWorld::save() const {
  ByteWriter writer;
  writer(kGrainState);
  transfer(*this, writer);
  return std::move(writer.bytes);
}

void GrainWorld::load(std::span<const std::byte> state) {
  ByteReader reader(state);
  std::uint64_t mark = 0;
  reader(mark);
  if (mark != kGrainState) fail("these bytes are no state of grains");
  const std::size_t cells = cells_.size(), bodies = bodies_.size();
  transfer(*this, reader);
  if (!reader.at_end() || cells_.size() != cells || bodies_.size() != bodies ||
      impulses_.size() != bodies || plans_.size() != flights_.size() ||
      contacts_.size() != (setup_.laws.rest.allowed ? flights_.size() : 0) ||
      spins_.size() != (setup_.laws.friction.empty() ? 0 : flights_.size()))
    fail("the state of the grains belongs to another set-up");
  calendar_ = {};
  calendar_.resize(grains());
  for (int i = 0; i < grains(); ++i) schedule(i);
}

std::size_t GrainWorld::bytes() const {
  return flights_.capacity() * sizeof(Flight) + plans_.capacity() * sizeof(Plan) +
         contacts_.capacity() * sizeof(Contacts) + cells_.capacity() * sizeof(Cell) +
         spins_.capacity() * sizeof(Vec3) + calendar_.bytes();
}

}  // namespace peal
