// What a simulation needs to go on later, as bytes, bit for bit.
//   StateWriter out;                        StateReader in(bytes, "run.checkpoint");
//   out.section("rods", 1);                 in.section("rods", 1);
//   out(time, positions, contacts);         in(time, positions, contacts);
// Enter numbers, enums, text, aggregates of them, pairs, tuples, lists and maps (std, any nesting).
// A class with private members names them once, for both directions:
//   template <class Self, class Archive>
//   static void state_fields(Self& self, Archive& archive) { archive(self.x_, self.y_); }
// No byte of padding is written: equal states give equal bytes. Numbers are those of this kind of
// computer. Bytes that end too early, are left over or do not fit end in an Error; wrong numbers
// in bytes of the right form are the business of whoever keeps a hash (motion/checkpoint.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/members.h"

namespace peal {

template <class T>
concept StateNumber = (std::is_arithmetic_v<T> || std::is_enum_v<T>)&&!std::is_same_v<T, bool>;
template <class T>
concept StateMap = requires {
  typename T::mapped_type;
};
template <class T>
concept StateList = !StateMap<T> && requires(T x) {
  x.push_back(typename T::value_type{});
  x.clear();
};
template <class T>
concept StateTuple = requires {
  std::tuple_size<T>::value;
};
template <class T, class Archive>
concept HasStateFields = requires(T& x, Archive& archive) {
  std::remove_const_t<T>::state_fields(x, archive);
};

class StateWriter {
 public:
  /// Begins a part with a name of its own and the version of its form.
  void section(std::string_view name, int version) { (*this)(std::string(name), version); }
  template <class... T>
  void operator()(const T&... items) {
    (put(items), ...);
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class T>
  void put(const T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      put(static_cast<std::uint8_t>(x));
    } else if constexpr (StateNumber<T>) {
      add(&x, sizeof x);
    } else if constexpr (HasStateFields<const T, StateWriter>) {
      T::state_fields(x, *this);
    } else if constexpr (StateMap<T>) {
      put(static_cast<std::uint64_t>(x.size()));
      // In the order of the keys, whatever kind of map it is.
      std::map<typename T::key_type, const typename T::mapped_type*> sorted;
      for (const auto& [key, value] : x) sorted.emplace_hint(sorted.end(), key, &value);
      for (const auto& [key, value] : sorted) put(key), put(*value);
    } else if constexpr (StateList<T>) {
      put(static_cast<std::uint64_t>(x.size()));
      if constexpr (StateNumber<typename T::value_type> && requires { x.data(); })
        add(x.data(), x.size() * sizeof(typename T::value_type));
      else
        for (const typename T::value_type& item : x) put(item);
    } else if constexpr (StateTuple<T>) {
      std::apply(*this, x);
    } else {
      visit_members(x, *this);
    }
  }
  void add(const void* data, std::size_t bytes) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }
  std::vector<std::byte> bytes_;
};

class StateReader {
 public:
  /// Keeps a reference to the bytes. @param origin begins the sentences about what is wrong
  explicit StateReader(std::span<const std::byte> bytes, std::string origin = "saved state")
      : left_(bytes), origin_(std::move(origin)) {}

  /// Stops when another part follows, or one of another version.
  void section(std::string_view name, int version);
  template <class... T>
  void operator()(T&... items) {
    (get(items), ...);
  }
  /// Stops when something is left.
  void finish() const;
  /// An Error: what was read cannot be.
  [[noreturn]] void refuse(std::string_view why) const;

 private:
  template <class T>
  void get(T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t value = 0;
      get(value);
      if (value > 1) refuse("a yes or no is neither");
      x = value == 1;
    } else if constexpr (StateNumber<T>) {
      std::memcpy(&x, take(1, sizeof x), sizeof x);
    } else if constexpr (HasStateFields<T, StateReader>) {
      T::state_fields(x, *this);
    } else if constexpr (StateMap<T>) {
      x.clear();
      for (std::uint64_t left = count(); left > 0; --left) {
        typename T::key_type key{};
        get(key);
        get(x[key]);
      }
    } else if constexpr (StateList<T>) {
      using Item = typename T::value_type;
      x.clear();
      const std::uint64_t items = count();
      if constexpr (StateNumber<Item> && requires { x.data(); }) {
        const std::byte* data = take(items, sizeof(Item));
        x.resize(items);
        if (items > 0) std::memcpy(x.data(), data, items * sizeof(Item));
      } else {
        for (std::uint64_t i = 0; i < items; ++i) {
          Item item{};
          get(item);
          x.push_back(std::move(item));
        }
      }
    } else if constexpr (StateTuple<T>) {
      std::apply(*this, x);
    } else {
      visit_members(x, *this);
    }
  }
  /// Of a list's items, each of which takes at least a byte.
  std::uint64_t count();
  const std::byte* take(std::uint64_t items, std::size_t bytes_each);

  std::span<const std::byte> left_;
  std::string origin_;
};

}  // namespace peal
