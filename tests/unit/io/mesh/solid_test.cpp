// Gmsh and VTK files: the seeds hold elements whose middle nodes lie exactly in the middle of their
// edges, so that a wrong order shows.
#include "physics/geometry/element.h"
#include "support.h"

namespace peal {
namespace {

FileMesh parse_solid(const std::string& name) {
  return name.ends_with(".msh") ? parse_msh(seed(name.c_str()), name)
                                : parse_vtu(seed(name.c_str()), name);
}

template <std::size_t N, std::size_t E>
void expect_middles(const SolidMesh& mesh, const std::vector<std::array<int, N>>& elements,
                    const int (&edges)[E][2]) {
  for (const auto& element : elements)
    for (std::size_t e = 0; e < E; ++e) {
      const Vec3 middle =
          0.5 * (mesh.nodes[element[edges[e][0]]] + mesh.nodes[element[edges[e][1]]]);
      EXPECT_LT(norm(mesh.nodes[element[N - E + e]] - middle), 1e-15) << N << " nodes, edge " << e;
    }
}

// As physics/geometry/solid_mesh.h states the order.
void expect_all_middles(const SolidMesh& mesh) {
  expect_middles(mesh, mesh.tets, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}});
  expect_middles(mesh, mesh.wedges,
                 {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}});
  expect_middles(mesh, mesh.hexes,
                 {{0, 1},
                  {1, 2},
                  {2, 3},
                  {3, 0},
                  {4, 5},
                  {5, 6},
                  {6, 7},
                  {7, 4},
                  {0, 4},
                  {1, 5},
                  {2, 6},
                  {3, 7}});
}

class SecondOrder : public testing::TestWithParam<const char*> {};

TEST_P(SecondOrder, MiddleNodesLieInTheMiddleOfTheirEdges) {
  const FileMesh mesh = parse_solid(GetParam());
  EXPECT_TRUE(mesh.surface.triangles.empty());
  EXPECT_EQ(mesh.solid.tets.size(), 1u);
  EXPECT_EQ(mesh.solid.wedges.size(), 2u);                    // 15 and 18 nodes
  EXPECT_EQ(mesh.solid.hexes.size(), 2u);                     // 20 and 27 nodes
  EXPECT_EQ(mesh.solid.nodes.size(), 10u + 2 * 15 + 2 * 20);  // the unused ones are gone
  expect_all_middles(mesh.solid);
  EXPECT_NO_THROW(check_mesh(mesh.solid));
  EXPECT_TRUE(mesh.notes.empty());
}

std::string plain(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, SecondOrder,
                         testing::Values("second_order_2.msh", "second_order_2_binary.msh",
                                         "second_order_2_big.msh", "second_order_4.msh",
                                         "second_order_4_binary.msh", "second_order_4_big.msh",
                                         "second_order.vtu", "inline.vtu", "inline_zlib.vtu",
                                         "appended_raw.vtu", "appended_base64.vtu",
                                         "appended_raw_zlib.vtu", "appended_base64_zlib.vtu",
                                         "big_endian.vtu"),
                         plain);

class FirstOrder : public testing::TestWithParam<const char*> {};

TEST_P(FirstOrder, StraightMiddlesAreMade) {
  const FileMesh mesh = parse_solid(GetParam());
  EXPECT_EQ(mesh.solid.nodes.size(), 10u + 15 + 20);
  EXPECT_TRUE(mesh.surface.triangles.empty());
  expect_all_middles(mesh.solid);
  EXPECT_NO_THROW(check_mesh(mesh.solid));
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_EQ(mesh.notes[0], "elements of first order were given 27 straight middle nodes");
}
INSTANTIATE_TEST_SUITE_P(All, FirstOrder,
                         testing::Values("first_order_2.msh", "first_order_4.msh",
                                         "first_order.vtu"),
                         plain);

TEST(SolidFile, OnlyFacesMakeASurface) {
  for (const char* name : {"surface_4.msh", "surface.vtu"}) {
    const FileMesh mesh = parse_solid(name);
    EXPECT_EQ(mesh.solid.element_count(), 0u) << name;
    EXPECT_EQ(mesh.surface.triangles.size(), 12u) << name;
    EXPECT_DOUBLE_EQ(volume(mesh.surface), 1) << name;
  }
}

std::string msh(const std::string& nodes, const std::string& elements, int node_count,
                int element_count) {
  return fmt::format(
      "$MeshFormat\n2.2 0 "
      "8\n$EndMeshFormat\n$Nodes\n{}\n{}$EndNodes\n$Elements\n{}\n{}$EndElements\n",
      node_count, nodes, element_count, elements);
}
const std::string kFiveNodes = "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n";

TEST(SolidFile, NeighboursShareTheirMiddleNodes) {
  const FileMesh mesh =
      parse_msh(msh(kFiveNodes, "1 4 2 1 1 1 2 3 4\n2 4 2 1 1 2 3 4 5\n", 5, 2), "a.msh");
  EXPECT_EQ(mesh.solid.nodes.size(), 5u + 9);  // nine edges, three of them shared
  expect_all_middles(mesh.solid);
}

TEST(SolidFile, ALinearElementTakesTheMiddleNodeOfItsQuadraticNeighbour) {
  // The middle of the edge 2-3 is node 7, off its straight place.
  const std::string nodes =
      kFiveNodes + "6 .5 0 0\n7 .55 .55 0\n8 0 .5 0\n9 0 0 .5\n10 0 .5 .5\n11 .5 0 .5\n";
  const FileMesh mesh =
      parse_msh(msh(nodes, "1 11 0 1 2 3 4 6 7 8 9 10 11\n2 4 0 2 3 4 5\n", 11, 2), "a.msh");
  EXPECT_EQ(mesh.solid.nodes.size(), 11u + 3);
  EXPECT_EQ(mesh.solid.nodes[mesh.solid.tets[1][4]], (Vec3{.55, .55, 0}));
}

TEST(SolidFile, ElementsThatAreAllInsideOutAreTurnedAndSomeAreNot) {
  const FileMesh turned = parse_msh(msh(kFiveNodes, "1 4 0 1 3 2 4\n", 5, 1), "a.msh");
  EXPECT_NO_THROW(check_mesh(turned.solid));
  expect_all_middles(turned.solid);
  EXPECT_EQ(turned.notes.at(0), "all 1 elements had negative volume and were turned around");
  const FileMesh mixed =
      parse_msh(msh(kFiveNodes, "1 4 0 1 3 2 4\n2 4 0 2 3 4 5\n", 5, 2), "a.msh");
  EXPECT_THROW(check_mesh(mixed.solid), Error);
}

TEST(SolidFile, EveryKindIsTurnedWithItsMiddleNodes) {
  // Reflecting all points turns every element inside out.
  std::string text = seed("second_order.vtu");
  const std::size_t begin = text.find("format=\"ascii\">") + 15;
  const std::size_t end = text.find("</DataArray>");
  std::stringstream in(text.substr(begin, end - begin));
  std::string mirrored;
  double x = 0;
  for (int k = 0; in >> x; ++k) mirrored += fmt::format("{} ", k % 3 == 0 ? -x : x);
  text.replace(begin, end - begin, mirrored);
  const FileMesh mesh = parse_vtu(text, "a.vtu");
  expect_all_middles(mesh.solid);
  // VTK wedges of either sense are taken as they come, so only the others count as inside out.
  EXPECT_EQ(mesh.solid.wedges.size(), 2u);
  SolidMesh wedges = mesh.solid;
  wedges.tets.clear(), wedges.hexes.clear();
  EXPECT_NO_THROW(check_mesh(wedges));
}

TEST(SolidFile, AMirroredGmshFileOfAllKindsIsTurned) {
  std::stringstream in(seed("second_order_2.msh"));
  std::string text, line;
  bool nodes = false;
  while (std::getline(in, line)) {
    if (line == "$EndNodes") nodes = false;
    double x, y, z;
    int id;
    if (nodes && std::sscanf(line.c_str(), "%d %lf %lf %lf", &id, &x, &y, &z) == 4)
      line = fmt::format("{} {} {} {}", id, x, y, -z);
    if (line == "$Nodes") nodes = true;
    text += line + "\n";
  }
  const FileMesh mesh = parse_msh(text, "a.msh");
  ASSERT_EQ(mesh.notes.size(), 1u);
  EXPECT_NO_THROW(check_mesh(mesh.solid));
  expect_all_middles(mesh.solid);
}

TEST(SolidFile, ErrorsNameLineAndElement) {
  const auto error = [](const std::string& text) {
    return error_of([&] { parse_msh(text, "a.msh"); });
  };
  EXPECT_EQ(error(msh(kFiveNodes, "7 4 0 1 2 3 9\n", 5, 1)),
            "a.msh: line 14: element 7 uses node 9, which is not among the 5 nodes");
  EXPECT_EQ(error(msh(kFiveNodes, "7 7 0 1 2 3 4 5\n", 5, 1)),
            "a.msh: line 14: element 7 is a pyramid; solids are read from tetrahedra, wedges and "
            "hexahedra of first or second order");
  EXPECT_EQ(error(msh(kFiveNodes, "1 15 0 1\n", 5, 1)),
            "a.msh: holds 5 points but neither solid elements nor faces");
  EXPECT_NE(error(msh(kFiveNodes, "1 4 0 1 2 3 4\n2 4 0 2 1 3 4\n", 5, 2)).find("are the same"),
            std::string::npos);
  EXPECT_NE(error(msh("1 0 0 0\n1 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n", "", 5, 0))
                .find("two nodes have the number 1"),
            std::string::npos);
  std::string old = seed("first_order_4.msh");
  old.replace(old.find("4.1"), 3, "4.0");
  EXPECT_EQ(error(old), "a.msh: line 2: version 4 is not read; save as version 4.1 or 2.2");
  const std::string binary = seed("second_order_4_binary.msh");
  EXPECT_NE(error(binary.substr(0, 1000)).find("are missing"), std::string::npos);
  std::string vtu = seed("appended_raw_zlib.vtu");
  EXPECT_NE(error_of([&] { parse_vtu(vtu.substr(0, 1300), "a.vtu"); }).find("cut off"),
            std::string::npos);
  vtu.replace(vtu.find("vtkZLib"), 7, "vtkLZMA");
  EXPECT_NE(error_of([&] { parse_vtu(vtu, "a.vtu"); }).find("save with zlib or without"),
            std::string::npos);
}

}  // namespace
}  // namespace peal
