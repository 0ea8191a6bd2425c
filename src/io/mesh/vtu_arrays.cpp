#include "io/mesh/vtu_arrays.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "io/mesh/base64.h"
#include "io/mesh/byte_reader.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

// A small file may grow to any size within the first limit, a large one by this factor: lists of
// equal numbers shrink a thousandfold, but they are short.
constexpr std::uint64_t kAlwaysInflated = std::uint64_t{64} << 20;  // [bytes]
constexpr std::uint64_t kMaxInflation = 100;

struct NumberType {
  std::string_view name;
  std::size_t size;
};
constexpr NumberType kVtuNumbers[] = {{"Int8", 1},    {"UInt8", 1},  {"Int16", 2}, {"UInt16", 2},
                                      {"Int32", 4},   {"UInt32", 4}, {"Int64", 8}, {"UInt64", 8},
                                      {"Float32", 4}, {"Float64", 8}};

template <class T>
T load_as(std::size_t type, const char* from, bool swap) {
  switch (type) {
    case 0:
      return static_cast<T>(load_number<std::int8_t>(from, swap));
    case 1:
      return static_cast<T>(load_number<std::uint8_t>(from, swap));
    case 2:
      return static_cast<T>(load_number<std::int16_t>(from, swap));
    case 3:
      return static_cast<T>(load_number<std::uint16_t>(from, swap));
    case 4:
      return static_cast<T>(load_number<std::int32_t>(from, swap));
    case 5:
      return static_cast<T>(load_number<std::uint32_t>(from, swap));
    case 6:
      return static_cast<T>(load_number<std::int64_t>(from, swap));
    case 7:
      return static_cast<T>(load_number<std::uint64_t>(from, swap));
    case 8:
      return static_cast<T>(load_number<float>(from, swap));
    default:
      return static_cast<T>(load_number<double>(from, swap));
  }
}

}  // namespace

VtuArrays::VtuArrays(std::string_view bytes, const std::string& name) : name_(name) {
  // Raw appended data is not XML: the tree is made from what stands before it.
  const std::size_t appended = bytes.find("<AppendedData");
  head_ = bytes.substr(0, appended);
  if (appended != std::string_view::npos) {
    const std::string_view tail = bytes.substr(appended);
    const std::size_t tag_end = tail.find('>');
    if (tag_end == std::string_view::npos) fail("{}: cut off inside AppendedData", name);
    const std::string_view tag = tail.substr(0, tag_end);
    appended_base64_ = tag.find("base64") != std::string_view::npos;
    if (!appended_base64_ && tag.find("raw") == std::string_view::npos)
      fail("{}: byte {}: the encoding of AppendedData is neither raw nor base64", name, appended);
    const std::string_view data = skip_white_space(tail.substr(tag_end + 1));
    if (!data.starts_with('_'))
      fail("{}: byte {}: AppendedData should begin with an underscore", name, appended);
    appended_ = data.substr(1);
    head_ += "</VTKFile>";
  }
  const auto result = document_.load_buffer(
      head_.data(), head_.size(), pugi::parse_minimal | pugi::parse_cdata, pugi::encoding_utf8);
  if (!result) {
    const auto end = head_.begin() + std::clamp<std::ptrdiff_t>(result.offset, 0, head_.size());
    fail("{}: line {}: is not valid XML: {}", name, 1 + std::count(head_.begin(), end, '\n'),
         result.description());
  }
  file_ = document_.child("VTKFile");
  if (!file_) fail("{}: line 1: should hold an element VTKFile", name);
  const std::string_view type = file_.attribute("type").as_string();
  if (type != "UnstructuredGrid")
    fail_at(file_, "the type is '{}'; only UnstructuredGrid is read", shown_bytes(type));
  const std::string_view order = file_.attribute("byte_order").as_string("LittleEndian");
  if (order != "LittleEndian" && order != "BigEndian")
    fail_at(file_, "byte_order '{}' is neither LittleEndian nor BigEndian", shown_bytes(order));
  swap_ = order == "BigEndian";
  const std::string_view header = file_.attribute("header_type").as_string("UInt32");
  if (header != "UInt32" && header != "UInt64")
    fail_at(file_, "header_type '{}' is neither UInt32 nor UInt64", shown_bytes(header));
  word_ = header == "UInt64" ? 8 : 4;
  const std::string_view compressor = file_.attribute("compressor").as_string();
  if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
    fail_at(file_, "compressor '{}' is not read; save with zlib or without",
            shown_bytes(compressor));
  compressed_ = !compressor.empty();
  if (!grid()) fail_at(file_, "holds no UnstructuredGrid");
}

std::size_t VtuArrays::line_of(const pugi::xml_node& node) const {
  const auto lines = [this](std::size_t from, std::size_t to) {
    return static_cast<std::size_t>(std::count(head_.begin() + static_cast<std::ptrdiff_t>(from),
                                               head_.begin() + static_cast<std::ptrdiff_t>(to),
                                               '\n'));
  };
  const auto at = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
      node.offset_debug(), 0, static_cast<std::ptrdiff_t>(head_.size())));
  counted_line_ =
      at >= counted_ ? counted_line_ + lines(counted_, at) : counted_line_ - lines(at, counted_);
  counted_ = at;
  return counted_line_;
}

std::vector<double> VtuArrays::reals(const pugi::xml_node& array, std::uint64_t count) const {
  return read<double>(array, count);
}
std::vector<std::int64_t> VtuArrays::integers(const pugi::xml_node& array,
                                              std::uint64_t count) const {
  return read<std::int64_t>(array, count);
}

template <class T>
std::vector<T> VtuArrays::read(const pugi::xml_node& array, std::uint64_t count) const {
  const std::string_view name = array.attribute("type").as_string();
  const auto* type = std::find_if(std::begin(kVtuNumbers), std::end(kVtuNumbers),
                                  [&](const NumberType& t) { return t.name == name; });
  if (type == std::end(kVtuNumbers))
    fail_at(array, "the number type '{}' is not known", shown_bytes(name));
  const std::size_t kind = static_cast<std::size_t>(type - kVtuNumbers);
  if (std::is_integral_v<T> && kind >= 8) fail_at(array, "should hold whole numbers, not {}", name);
  if (std::string_view(array.attribute("format").as_string()) == "ascii")
    return read_text<T>(array, count);
  const std::string data = unpack(array, find_packed(array), count * type->size);
  std::vector<T> out(count);
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = load_as<T>(kind, data.data() + k * type->size, swap_);
  return out;
}

template <class T>
std::vector<T> VtuArrays::read_text(const pugi::xml_node& array, std::uint64_t count) const {
  const std::string_view text = array.child_value();
  if (count > (text.size() + 1) / 2)
    fail_at(array, "{} numbers cannot be in {} characters", count, text.size());
  TextCursor cursor(text, name_, line_of(array.first_child()));
  std::vector<T> out(count);
  for (T& value : out) {
    cursor.skip_empty_lines();
    if constexpr (std::is_integral_v<T>)
      value = cursor.integer("a number");
    else
      value = cursor.number("a number");
  }
  cursor.skip_empty_lines();
  if (!cursor.at_end()) cursor.fail_here("the array holds more than the {} numbers needed", count);
  return out;
}

VtuArrays::Packed VtuArrays::find_packed(const pugi::xml_node& array) const {
  const std::string_view format = array.attribute("format").as_string();
  if (format == "binary") return {skip_white_space(array.child_value()), true};
  if (format != "appended")
    fail_at(array, "the format '{}' is not ascii, binary or appended", shown_bytes(format));
  std::int64_t offset = -1;
  const std::string_view given = array.attribute("offset").as_string();
  if (!parse_integer(given, offset) || offset < 0 ||
      static_cast<std::uint64_t>(offset) > appended_.size())
    fail_at(array, "the offset '{}' is not in the {} bytes of AppendedData", shown_bytes(given),
            appended_.size());
  return {appended_.substr(static_cast<std::size_t>(offset)), appended_base64_};
}

std::string VtuArrays::first(const pugi::xml_node& array, const Packed& packed,
                             std::uint64_t count) const {
  const std::uint64_t most = packed.base64 ? packed.text.size() / 4 * 3 + 3 : packed.text.size();
  if (count > most)
    fail_at(array, "cut off: {} bytes are needed, {} are missing", count, count - most);
  if (!packed.base64) return std::string(packed.text.substr(0, count));
  std::string out;
  out.reserve(count);
  decode_base64(packed.text, out, count);
  if (out.size() < count)
    fail_at(array, "cut off: {} bytes are needed, {} are missing", count, count - out.size());
  return out;
}

std::uint64_t VtuArrays::header_word(std::string_view header, std::size_t index) const {
  const char* from = header.data() + index * word_;
  return word_ == 8 ? load_number<std::uint64_t>(from, swap_)
                    : load_number<std::uint32_t>(from, swap_);
}

std::string VtuArrays::unpack(const pugi::xml_node& array, const Packed& packed,
                              std::uint64_t bytes) const {
  if (compressed_) return inflate(array, packed, bytes);
  const std::uint64_t given = header_word(first(array, packed, word_), 0);
  if (given != bytes) fail_at(array, "holds {} bytes, {} are needed", given, bytes);
  return first(array, packed, word_ + bytes).substr(word_);
}

/// Header: number of blocks, size of a block, size of the last one if it is shorter (else 0), then
/// the compressed size of each.
std::string VtuArrays::inflate(const pugi::xml_node& array, const Packed& packed,
                               std::uint64_t bytes) const {
  const std::string start = first(array, packed, 3 * word_);
  const std::uint64_t blocks = header_word(start, 0), size = header_word(start, 1),
                      last = header_word(start, 2), room = packed.text.size();
  if (blocks > room / word_) fail_at(array, "cut off: {} blocks in {} bytes", blocks, room);
  if (bytes > std::max(room * kMaxInflation, kAlwaysInflated))
    fail_at(array, "{} bytes are said to be packed into {}: too many to be believed", bytes, room);
  const std::uint64_t whole = last > 0 && blocks > 0 ? blocks - 1 : blocks;
  const bool fits = whole == 0  ? last == bytes
                    : size == 0 ? bytes == last
                                : whole <= bytes / size && whole * size + last == bytes;
  if (!(blocks == 0 ? bytes == 0 : fits))
    fail_at(array, "{} blocks of {} bytes do not make the {} bytes that are needed", blocks, size,
            bytes);
  const std::size_t header_size = (3 + blocks) * word_;
  const std::string header = first(array, packed, header_size);
  std::uint64_t total = header_size;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::uint64_t part = header_word(header, 3 + b);
    if (part > room) fail_at(array, "cut off: block {} has {} bytes", b, part);
    total += part;
    if (total > 2 * room + header_size) fail_at(array, "cut off: the blocks have {} bytes", total);
  }
  const std::string data = first(array, packed, total);
  std::string out(bytes, '\0');
  std::size_t from = header_size, to = 0;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::size_t part = header_word(header, 3 + b);
    const std::size_t wanted = b + 1 == blocks && last > 0 ? last : size;
    uLongf length = wanted;
    const int error = uncompress(reinterpret_cast<Bytef*>(out.data() + to), &length,
                                 reinterpret_cast<const Bytef*>(data.data() + from), part);
    if (error != Z_OK || length != wanted)
      fail_at(array, "block {} of the compressed data is damaged", b);
    from += part, to += wanted;
  }
  return out;
}

}  // namespace peal
