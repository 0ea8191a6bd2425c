// Gmsh .msh, versions 2.x and 4.1, text and binary: $Nodes and $Elements. Other sections are passed
// over.
#include <optional>

#include "io/mesh/limits.h"
#include "io/mesh/msh_reader.h"
#include "io/mesh/parsers.h"

namespace peal {
namespace {

class MshFile {
 public:
  MshFile(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), cursor_(bytes, name), cells_(name) {}

  FileMesh read() {
    for (cursor_.skip_empty_lines(); !cursor_.at_end(); cursor_.skip_empty_lines()) {
      const std::string section(cursor_.word());
      if (section.size() < 2 || section[0] != '$')
        fail_section("expected a section such as $Nodes, got '{}'", shown_bytes(section));
      if (section != "$MeshFormat" && !version_)
        fail_section("{}", section == "$NOD" ? "version 1 is not read; save as version 4.1"
                                             : "a Gmsh file should begin with $MeshFormat");
      cursor_.next_line();
      if (section == "$MeshFormat")
        read_format();
      else if (section == "$Nodes")
        read_nodes();
      else if (section == "$Elements")
        read_elements();
      else
        pass_section(section.substr(1));
    }
    if (!version_) fail("{}: line 1: a Gmsh file should begin with $MeshFormat", name_);
    if (!has_elements_) fail("{}: has no section $Elements: it is cut off or empty", name_);
    return cells_.finish(CellCollector::Wedges::as_solid_mesh);
  }

 private:
  template <class... Args>
  [[noreturn]] void fail_section(fmt::format_string<Args...> text, Args&&... args) {
    if (binary_)
      fail("{}: byte {}: {}", name_, cursor_.offset(),
           fmt::format(text, std::forward<Args>(args)...));
    cursor_.fail_here(text, std::forward<Args>(args)...);
  }

  void end_section(std::string_view wanted) {
    cursor_.skip_empty_lines();
    const std::string_view word = cursor_.word();
    if (word.empty()) fail_section("cut off: {} should follow", wanted);
    if (word != wanted) fail_section("expected {}, got '{}'", wanted, shown_bytes(word));
    cursor_.next_line();
  }

  void pass_section(const std::string& section) {
    const std::string end = "$End" + section;
    const std::size_t at = cursor_.rest().find(end);
    if (at == std::string_view::npos) fail_section("cut off: {} should follow", shown_bytes(end));
    if (binary_) {
      cursor_.skip_bytes(at);
      cursor_.next_line();
      return;
    }
    while (cursor_.word() != end) {
      if (cursor_.at_end()) fail_section("cut off: {} should follow", shown_bytes(end));
      cursor_.next_line();
    }
    cursor_.next_line();
  }

  void read_format() {
    if (version_) fail_section("$MeshFormat given twice");
    version_ = cursor_.number("the version");
    const std::int64_t kind = cursor_.integer("the file type"), size = cursor_.integer("the size");
    if (*version_ >= 2 && *version_ < 3)
      wide_ = false;
    else if (*version_ == 4.1)
      wide_ = true;
    else
      fail_section("version {} is not read; save as version 4.1 or 2.2", *version_);
    if (kind != 0 && kind != 1)
      fail_section("file type {} is neither 0 (text) nor 1 (binary)", kind);
    if (kind == 1 && size != 8) fail_section("numbers of {} bytes are not read, only 8", size);
    cursor_.next_line();
    if (kind == 1) {
      binary_ = true;
      MshNumbers raw(cursor_, bytes_, name_, true, false, wide_);
      const std::int64_t one = raw.integer("the mark of the byte order");
      swap_ = one == 0x01000000;
      if (one != 1 && !swap_) raw.fail_here("the mark of the byte order is {}, not 1", one);
      raw.finish();
    }
    end_section("$EndMeshFormat");
  }

  MshNumbers numbers() { return MshNumbers(cursor_, bytes_, name_, binary_, swap_, wide_); }

  void add_node(MshNumbers& in) {
    const double x = in.real("x"), y = in.real("y"), z = in.real("z");
    const Vec3 p{x, y, z};
    if (!is_position(p))
      in.fail_here("node {} is at ({}, {}, {}); coordinates must be finite and at most 1e9 in size",
                   cells_.points().size(), x, y, z);
    cells_.points().push_back(p);
  }

  void read_nodes() {
    if (tags_.size() > 0) fail_section("$Nodes given twice");
    if (wide_)
      read_nodes_4();
    else
      read_nodes_2();
    if (const std::uint64_t twice = tags_.finish(); twice != 0)
      fail_section("two nodes have the number {}", twice);
    end_section("$EndNodes");
  }

  void read_nodes_2() {
    cursor_.skip_empty_lines();
    const std::uint64_t count = cursor_.count("the number of nodes");
    cursor_.next_line();
    MshNumbers in = numbers();
    check_vertex_count(count, name_);
    in.need(count, 4, 28, "nodes");
    cells_.points().reserve(count), tags_.reserve(count);
    for (std::uint64_t k = 0; k < count; ++k) {
      tags_.add(in.tag("the number of a node"));
      add_node(in);
    }
    in.finish();
  }

  void read_nodes_4() {
    MshNumbers in = numbers();
    const std::uint64_t blocks = in.tag("the number of blocks"),
                        total = in.tag("the number of nodes");
    in.tag("the least tag"), in.tag("the greatest tag");
    check_vertex_count(total, name_);
    in.need(total, 4, 32, "nodes");
    cells_.points().reserve(total), tags_.reserve(total);
    for (std::uint64_t b = 0; b < blocks; ++b) {
      const std::int64_t dimension = in.integer("a dimension");
      in.integer("the tag of an entity");
      const std::int64_t parametric = in.integer("'parametric'");
      const std::uint64_t count = in.tag("the number of nodes in a block");
      if (dimension < 0 || dimension > 3) in.fail_here("dimension {} is not 0 to 3", dimension);
      if (count > total - tags_.size())
        in.fail_here("the blocks hold more nodes than the {} declared", total);
      in.need(count, 4, 32, "nodes");
      for (std::uint64_t k = 0; k < count; ++k) tags_.add(in.tag("the tag of a node"));
      for (std::uint64_t k = 0; k < count; ++k) {
        add_node(in);
        for (std::int64_t u = 0; parametric != 0 && u < dimension; ++u) in.real("a parameter");
      }
    }
    if (tags_.size() != total)
      in.fail_here("the blocks hold {} nodes, {} are declared", tags_.size(), total);
    in.finish();
  }

  const CellType& type_of(MshNumbers& in, std::int64_t id) {
    const CellType* type = find_msh_type(id);
    if (!type)
      in.fail_here("element type {} is not read; save elements of first or second order", id);
    return *type;
  }

  void add_element(MshNumbers& in, const CellType& type, std::uint64_t number) {
    nodes_.clear();
    for (int k = 0; k < type.node_count; ++k) {
      const std::uint64_t tag = in.tag("the node of an element");
      const int node = tags_.find(tag);
      if (node < 0)
        in.fail_here("element {} uses node {}, which is not among the {} nodes", number, tag,
                     tags_.size());
      nodes_.push_back(node);
    }
    if (type.shape == CellShape::unsupported)
      in.fail_here(
          "element {} is a {}; solids are read from "
          "tetrahedra, wedges and hexahedra of first or second order",
          number, type.name);
    cells_.add(type, nodes_, number);
  }

  void read_elements() {
    if (has_elements_) fail_section("$Elements given twice");
    has_elements_ = true;
    if (wide_)
      read_elements_4();
    else if (binary_)
      read_binary_elements_2();
    else
      read_text_elements_2();
    end_section("$EndElements");
  }

  void read_text_elements_2() {
    MshNumbers in = numbers();
    const std::uint64_t count = in.tag("the number of elements");
    in.need(count, 4, 0, "elements");
    for (std::uint64_t e = 0; e < count; ++e) {
      const std::uint64_t number = in.tag("the number of an element");
      const CellType& type = type_of(in, in.integer("the type of an element"));
      const std::uint64_t tags = in.tag("the number of tags");
      in.need(tags, 1, 0, "tags");
      for (std::uint64_t k = 0; k < tags; ++k) in.integer("a tag");
      add_element(in, type, number);
      cursor_.expect_line_end("the nodes of an element");
    }
  }

  void read_binary_elements_2() {
    cursor_.skip_empty_lines();
    const std::uint64_t count = cursor_.count("the number of elements");
    cursor_.next_line();
    MshNumbers in = numbers();
    for (std::uint64_t done = 0; done < count;) {
      const CellType& type = type_of(in, in.integer("the type of elements"));
      const std::uint64_t block = in.tag("the number of elements"), tags = in.tag("number of tags");
      if (block > count - done) in.fail_here("more elements than the {} declared", count);
      in.need(block, 0, 4 * (1 + tags + type.node_count), "elements");
      for (std::uint64_t e = 0; e < block; ++e) {
        const std::uint64_t number = in.tag("the number of an element");
        for (std::uint64_t k = 0; k < tags; ++k) in.integer("a tag");
        add_element(in, type, number);
      }
      done += block;
    }
    in.finish();
  }

  void read_elements_4() {
    MshNumbers in = numbers();
    const std::uint64_t blocks = in.tag("the number of blocks");
    const std::uint64_t total = in.tag("the number of elements");
    in.tag("the least tag"), in.tag("the greatest tag");
    std::uint64_t done = 0;
    for (std::uint64_t b = 0; b < blocks; ++b) {
      in.integer("a dimension"), in.integer("the tag of an entity");
      const CellType& type = type_of(in, in.integer("the type of elements"));
      const std::uint64_t count = in.tag("the number of elements in a block");
      if (count > total - done)
        in.fail_here("the blocks hold more elements than the {} declared", total);
      const std::uint64_t width = 1 + type.node_count;
      in.need(count, width, 8 * width, "elements");
      for (std::uint64_t e = 0; e < count; ++e)
        add_element(in, type, in.tag("the tag of an element"));
      done += count;
    }
    if (done != total) in.fail_here("the blocks hold {} elements, {} are declared", done, total);
    in.finish();
  }

  std::string_view bytes_;
  const std::string& name_;
  TextCursor cursor_;
  CellCollector cells_;
  NodeTags tags_;
  std::vector<int> nodes_;
  std::optional<double> version_;
  bool binary_ = false, swap_ = false, wide_ = false, has_elements_ = false;
};

}  // namespace

FileMesh parse_msh(std::string_view bytes, const std::string& name) {
  return MshFile(bytes, name).read();
}

}  // namespace peal
