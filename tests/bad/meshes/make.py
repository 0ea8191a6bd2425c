#!/usr/bin/env python3
"""Writes the bad mesh files beside it, each with a fragment of the message that it has to give."""
import base64, json, pathlib, struct

HERE = pathlib.Path(__file__).parent
SEEDS = HERE.parent.parent / "fuzz" / "seeds"
seed = lambda name: (SEEDS / name).read_bytes()


def bad(name, data, expected):
    (HERE / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    (HERE / (name + ".expected")).write_text(expected + "\n")


def swap(data, old, new):
    assert data.count(old) >= 1, old
    return data.replace(old, new, 1)


TRI = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
bad("nan.obj", TRI + "v nan 0 0\nf 1 2 3\n", "line 4: x is nan")
bad("huge.obj", TRI + "v 0 1e30 0\nf 1 2 3\n", "line 4: y is 1e+30")
bad("no_faces.obj", TRI, "holds 3 vertices but no face")
bad("out_of_range.obj", TRI + "f 1 2 4\n", "line 4: a face uses vertex 4, but there are 3 vertices")
bad("zero_index.obj", TRI + "f 0 1 2\n", "line 4: a face uses vertex 0; OBJ counts from 1")
bad("cut_off.obj", TRI + "f 1 2", "line 4: a face needs at least 3 corners, got 2")
bad("huge_index.obj", TRI + "f 1 2 99999999999999999999\n", "line 4: a corner of a face should be")
bad("binary.obj", bytes(range(256)) * 2, "byte 0: is not text")
bad("really_stl.obj", seed("cube_text.stl"), "is named .obj, but its content is .stl; rename it")
bad("large_polygon.obj", TRI + "f" + " 1 2 3" * 1000 + "\n", "line 4: a face has 3000 corners")
bad("lfs_pointer.obj", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
    "is a Git LFS pointer")

text, little = seed("cube_text.ply"), seed("cube_little.ply")
bad("nan.ply", swap(text, b"1 1 1\n", b"1 1 nan\n"), "line 18: vertex 7 is at (1, 1, nan)")
bad("infinite.ply", swap(little, struct.pack("<f", 1), struct.pack("<f", float("inf"))),
    "vertex 1 is at (inf, 0, 0)")
bad("cut_off.ply", little[:-10], "are missing")
bad("cut_off_text.ply", text[:-10], "line 29: the file ends where")
bad("billion_vertices.ply", swap(little, b"vertex 8", b"vertex 1000000000"), "11999999748 are missing")
bad("many_vertices.ply", swap(little, b"vertex 8", b"vertex 50000000"), "are missing")
bad("many_vertices_text.ply", swap(text, b"vertex 8", b"vertex 50000000"),
    "declares 50000000 rows of 'vertex'")
bad("billion_rows_of_nothing.ply", swap(text, b"element face",
    b"element dust 999999999999\nelement nothing 99999999\nproperty uchar a\nelement face"),
    "declares 99999999 rows of 'nothing'")
bad("too_few_rows.ply", swap(text, b"face 12", b"face 13"), "line 31: the file ends where")
bad("too_many_rows.ply", swap(little, b"face 12", b"face 11"), "more than the header declares")
bad("no_faces.ply", text[:text.index(b"3 0 2 3")].replace(b"face 12", b"face 0"),
    "holds 8 vertices but no face")
bad("out_of_range.ply", swap(text, b"3 0 2 3", b"3 0 2 8"), "line 19: face 0 uses vertex 8")
bad("negative_index.ply", swap(text, b"3 0 2 3", b"3 0 2 -3"), "line 19: face 0 uses vertex -3")
bad("long_list.ply", swap(little, struct.pack("<B3i", 3, 0, 2, 3), struct.pack("<B3i", 200, 0, 2, 3)),
    "cut off: 200 entries of a list need 800 bytes, 645 are missing")
bad("no_end_header.ply", "ply\nformat ascii 1.0\nelement vertex 1\n", "has no end_header")
bad("wrong_mark.ply", b"plx" + text[3:], "line 1: a PLY file should begin with 'ply'")

stl, ascii_stl = seed("cube_binary.stl"), seed("cube_text.stl")
stl = b"binary".ljust(80, b"\0") + stl[80:]
bad("cut_off.stl", stl[:-1], "byte 84: cut off: 12 triangles need 600 bytes, 1 are missing")
bad("cut_off_header.stl", stl[:50], "30 are missing")
bad("cut_off_text.stl", ascii_stl[:-40], "line 85: cut off: 'vertex' should follow")
bad("billion.stl", stl[:80] + struct.pack("<I", 10**9) + stl[84:], "holds 1000000000 triangles")
bad("wrong_count.stl", stl[:80] + struct.pack("<I", 3) + stl[84:], "counts 3 triangles, but 450 bytes")
bad("no_triangles.stl", stl[:80] + struct.pack("<I", 0), "holds no triangle")
bad("no_triangles_text.stl", "solid\nendsolid\n", "holds no triangle")
bad("nan.stl", stl[:84 + 50 * 2 + 12] + struct.pack("<f", float("nan")) + stl[84 + 50 * 2 + 16:],
    "a corner of triangle 2 is at (nan")
bad("nan_text.stl", swap(ascii_stl, b"vertex 1 1 0", b"vertex 1 nan 0"), "y is nan")
bad("four_corners.stl", swap(ascii_stl, b" endloop", b"  vertex 0 0 0\n endloop"),
    "line 7: expected 'endloop', got 'vertex'")

cube = json.loads(seed("cube.gltf"))
def gltf(name, expected, without=(), **changes):
    document = json.loads(json.dumps(cube))
    for path, value in changes.items():
        at = document
        *way, last = [int(p) if p.isdigit() else p for p in path.split("__")]
        for step in way:
            at = at[step]
        at[last] = value
    for key in without:
        del document[key]
    bad(name, json.dumps(document), expected)
gltf("cycle.gltf", "/nodes/0: is reached twice", nodes=[{"children": [1]}, {"children": [0]}])
gltf("cycle_without_scene.gltf", "every node is the child of another",
     nodes=[{"children": [1]}, {"children": [0]}], scenes=[], without=["scene", "scenes"])
gltf("two_parents.gltf", "/nodes/2: is reached twice", nodes=[{"children": [1, 2]}, {"children": [2]},
                                                          {"mesh": 0}])
for name, uri in (("parent", "../secret.bin"), ("absolute", "/etc/passwd"), ("encoded", "%2e%2e/a"),
                  ("scheme", "file:///etc/passwd"), ("inside", "a/../../b"), ("zero", "a%00b")):
    gltf("uri_%s.gltf" % name, "/buffers/0/uri: '", buffers__0__uri=uri)
gltf("uri_network.gltf", "is not a path below the file's folder", buffers__0__uri="http://a/b.bin")
gltf("bad_base64.gltf", "is not base64", buffers__0__uri="data:;base64,AAA!")
gltf("short_buffer.gltf", "/buffers/0: cut off: 9999 bytes are declared, 9831 are missing",
     buffers__0__byteLength=9999)
gltf("no_buffer.gltf", "/buffers/0: has no data", buffers=[{"byteLength": 168}])
gltf("draco.gltf", "export without compression", extensionsRequired=["KHR_draco_mesh_compression"])
gltf("meshopt.gltf", "export without compression", bufferViews__0__extensions={
    "EXT_meshopt_compression": {}})
gltf("out_of_range.gltf", "uses vertex 5, but there are 5", accessors__0__count=5)
gltf("outside_view.gltf", "/accessors/1: 1000000000 entries", accessors__1__count=10**9)
gltf("view_outside_buffer.gltf", "/bufferViews/1: bytes", bufferViews__1__byteOffset=2**40)
gltf("huge_offset.gltf", "/accessors/0: 8 entries", accessors__0__byteOffset=2**53)
gltf("sparse_billion.gltf", "entries without a bufferView", accessors__0={
    "componentType": 5126, "count": 10**9, "type": "VEC3", "sparse": {}})
gltf("no_triangles.gltf", "holds no triangle", meshes=[{"primitives": []}])
gltf("no_nodes.gltf", "holds no triangle", scenes=[{}])
gltf("old_version.gltf", "/asset/version", asset={"version": "1.0"})
gltf("bad_node.gltf", "refers to entry 7 of \"nodes\", which has 1", scenes=[{"nodes": [7]}])
gltf("negative_index.gltf", "/nodes/0/mesh: should be a whole number", nodes__0__mesh=-1)
gltf("huge_transform.gltf", "after its transform vertex", nodes__0__scale=[1e300, 1e300, 1])
gltf("odd_triangles.gltf", "35 corners do not make whole triangles", accessors__1__count=35)
nan = bytearray(base64.b64decode(cube["buffers"][0]["uri"].split(",")[1]))
nan[24:28] = struct.pack("<f", float("nan"))
gltf("nan.gltf", "/accessors/0: position 2 is at (nan", buffers__0__uri="data:;base64,"
     + base64.b64encode(nan).decode())
bad("deep.gltf", "[" * 5000, "JSON nested deeper than 100 levels")
bad("cut_off.gltf", seed("cube.gltf")[:-20], "is not valid JSON")
bad("list.gltf", "[1, 2]", "should be one JSON object")
bad("not_json.gltf", "hello", "is not valid JSON")

glb = seed("two_nodes.glb")
bad("cut_off.glb", glb[:-20], "byte 8: cut off")
bad("wrong_mark.glb", b"glTG" + glb[4:], "byte 0: does not begin with 'glTF'")
bad("version_1.glb", glb[:4] + struct.pack("<I", 1) + glb[8:], "byte 4: glTF version 1 is not read")
bad("large_chunk.glb", glb[:12] + struct.pack("<I", 2**31) + glb[16:], "byte 20: cut off: 2147483648 bytes of a chunk")
bad("only_header.glb", struct.pack("<4sII", b"glTF", 2, 12), "holds no JSON chunk")
bad("binary_first.glb", glb[:16] + b"BIN\0" + glb[20:], "the first chunk should be JSON")

msh, msh4, raw = seed("second_order_2.msh"), seed("second_order_4.msh"), seed("second_order_4_binary.msh")
raw2 = seed("second_order_2_binary.msh")
linear = seed("first_order_2.msh")
bad("nan.msh", swap(msh, b"\n3 1 0 0\n", b"\n3 nan 0 0\n"), "line 12: node 2 is at (nan, 0, 0)")
bad("huge.msh", swap(msh, b"\n3 1 0 0\n", b"\n3 1e200 0 0\n"), "line 12: node 2 is at (1e+200, 0, 0)")
bad("cut_off.msh", msh[:-30], "line 108: the file ends where the node of an element should stand")
bad("cut_off_nodes.msh", msh[:300], "line 10: cut off: 91 nodes cannot be in the 209 bytes")
bad("cut_off_binary.msh", raw[:1500], "are missing")
bad("cut_off_binary_2.msh", raw2[:-60], "are missing")
bad("unknown_node.msh", swap(linear, b"1 4 2 1 1 993", b"1 4 2 1 1 5"), "element 1 uses node 5")
bad("billion_nodes.msh", swap(msh, b"$Nodes\n", b"$Nodes\n1000000000\n"), "holds 1000000000 vertices")
bad("many_nodes.msh", swap(msh, b"$Nodes\n", b"$Nodes\n50000000\n"), "cut off: 50000000 nodes")
bad("many_nodes_binary.msh", swap(raw, struct.pack("<Q", 91), struct.pack("<Q", 50000000)),
    "cut off: 50000000 nodes need 1600000000 bytes")
bad("many_elements.msh", swap(msh, b"$Elements\n", b"$Elements\n999999999\n"), "cut off: 999999999")
bad("wrong_block_count.msh", swap(msh4, b"3 1 11 1\n", b"3 1 11 2\n"), "element 3 uses node 1, which is not among the 91 nodes")
bad("pyramid.msh", swap(linear, b"1 4 2 1 1 ", b"1 7 2 1 1 993 "), "element 1 is a pyramid")
bad("unknown_type.msh", swap(linear, b"1 4 2 1 1 ", b"1 140 2 1 1 "), "element type 140 is not read")
bad("no_elements.msh", msh[:msh.index(b"$Elements")], "has no section $Elements")
bad("only_points.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n"
    "$Elements\n1\n1 15 0 1\n$EndElements\n", "neither solid elements nor faces")
bad("version_4_0.msh", swap(msh4, b"4.1 0 8", b"4 0 8"), "save as version 4.1 or 2.2")
bad("version_1.msh", "$NOD\n1\n1 0 0 0\n$ENDNOD\n", "version 1 is not read")
bad("same_tag.msh", swap(msh, b"\n3 1 0 0\n", b"\n2 1 0 0\n"), "two nodes have the number 2")
bad("same_element.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n"
    "4 0 0 1\n$EndNodes\n$Elements\n2\n1 4 0 1 2 3 4\n2 4 0 1 2 3 4\n$EndElements\n",
    "are the same")
bad("byte_order.msh", swap(raw, struct.pack("<i", 1) + b"\n$End", struct.pack("<i", 7) + b"\n$End"),
    "the mark of the byte order is 7")
bad("open_section.msh", swap(msh, b"$EndPhysicalNames", b"$EndPhysicalName"),
    "cut off: $EndPhysicalNames should follow")

vtu, appended, packed = seed("second_order.vtu"), seed("appended_raw.vtu"), seed("inline_zlib.vtu")
text_vtu = seed("first_order.vtu")
bad("cut_off.vtu", vtu[:900], "is not valid XML")
bad("cut_off_appended.vtu", appended[:-40], "are missing")
bad("cut_off_raw_zlib.vtu", seed("appended_raw_zlib.vtu")[:-500], "bytes are needed, ")
bad("nan.vtu", swap(text_vtu, b"9 9 9", b"nan 9 9"), "point 0 is at (nan, 9, 9)")
bad("many_points.vtu", swap(vtu, b'NumberOfPoints="', b'NumberOfPoints="4'), "numbers cannot be in")
bad("billion_points.vtu", swap(appended, b'NumberOfPoints="', b'NumberOfPoints="999999999'),
    "at most 60000000 are read")
bad("negative_points.vtu", swap(vtu, b'NumberOfPoints="', b'NumberOfPoints="-'),
    "NumberOfPoints should be a count")
bad("wrong_offset.vtu", swap(appended, b'offset="0"', b'offset="99999"'),
    "the offset '99999' is not in the")
bad("out_of_range.vtu", swap(text_vtu, b'Name="connectivity" format="ascii">\n1 ',
    b'Name="connectivity" format="ascii">\n99 '), "cell 0 uses point 99")
bad("pyramid.vtu", swap(swap(text_vtu, b"\n10 13 12 5\n", b"\n14 13 12 5\n"), b"\n4 10 18 21\n",
    b"\n5 10 18 21\n"), "element 0 is a pyramid")
bad("unknown_type.vtu", swap(text_vtu, b"\n10 13 12 5\n", b"\n71 13 12 5\n"), "cell 0 has type 71")
bad("wrong_size.vtu", swap(text_vtu, b"\n10 13 12 5\n", b"\n12 13 12 5\n"),
    "cell 0 is a hexahedron with 4 nodes, it should have 8")
bad("offsets.vtu", swap(text_vtu, b"\n4 10 18 21\n", b"\n4 3 18 21\n"), "cell 1 ends at 3")
bad("no_cells.vtu", swap(text_vtu, b'Name="types"', b'Name="kinds"'), "have no DataArray 'types'")
bad("damaged_zlib.vtu", swap(packed, b"eJ", b"fJ"), "block 0 of the compressed data is damaged")
bad("poly_data.vtu", swap(text_vtu, b'type="UnstructuredGrid"', b'type="PolyData"'),
    "the type is 'PolyData'; only UnstructuredGrid is read")
bad("lzma.vtu", swap(packed, b"vtkZLib", b"vtkLZMA"), "save with zlib or without")
bad("empty.vtu", '<VTKFile type="UnstructuredGrid"><UnstructuredGrid/></VTKFile>',
    "neither solid elements nor faces")
bad("deep.vtu", "<VTKFile>" + "<a>" * 3000, "is not valid XML")
bad("not_xml.vtu", "hello", "line 1: is not valid XML")
# A block header that promises far more than the data can hold.
bomb = base64.b64encode(struct.pack("<4I", 1, 720000000, 0, 8)).decode()
bad("bomb.vtu", '<VTKFile type="UnstructuredGrid" compressor="vtkZLibDataCompressor">'
    '<UnstructuredGrid><Piece NumberOfPoints="30000000" NumberOfCells="1"><Points>'
    '<DataArray type="Float64" NumberOfComponents="3" format="binary">' + bomb +
    '</DataArray></Points></Piece></UnstructuredGrid></VTKFile>', "too many to be believed")
