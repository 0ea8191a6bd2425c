#!/usr/bin/env python3
"""Writes the seed files beside it: small valid meshes of every format, made without the readers.

Surfaces are the unit cube. Solids hold elements whose middle nodes lie exactly in the middle of
their edges, so that a test can see whether the order of nodes was understood.
"""
import base64, json, pathlib, struct, zlib

HERE = pathlib.Path(__file__).parent
V = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
TRIS = [t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))]


def save(name, data):
    (HERE / name).write_bytes(data if isinstance(data, bytes) else data.encode())


# --- OBJ ---
save("cube.obj", "# cube\nmtllib a.mtl\no cube\n" + "".join("v %g %g %g\n" % v for v in V)
     + "vt 0 0\nvn 0 0 1\ng side\nusemtl red\ns off\n"
     + "".join("f %s\n" % " ".join("%d/1/1" % (i + 1) for i in q) for q in QUADS))
save("odd.obj", "v 0 0 0 1 0.5 0.5 0.5\r\nv 2e0 0 0\r\nv +2 2 0\r\nv 1 .5 0\r\nv 0 2 0\r\n\r\n"
     "f -5//-1 -4// \\\r\n  -3 -2 -1\r\nl 1 2\r\nf 1 2 3 # end")

# --- PLY ---
head = "ply\nformat %s 1.0\ncomment seed\nelement vertex 8\nproperty float x\nproperty float y\n" \
       "property float z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n"
save("cube_text.ply", head % "ascii" + "".join("%g %g %g\n" % v for v in V)
     + "".join("3 %d %d %d\n" % t for t in TRIS))
for order, c in (("little", "<"), ("big", ">")):
    save("cube_%s.ply" % order, (head % ("binary_%s_endian" % order)).encode()
         + b"".join(struct.pack(c + "3f", *v) for v in V)
         + b"".join(struct.pack(c + "B3i", 3, *t) for t in TRIS))
save("extra.ply", b"ply\r\nformat binary_little_endian 1.0\r\nobj_info x\r\nelement camera 1\r\n"
     b"property list ushort double k\r\nelement vertex 8\r\nproperty uchar red\r\nproperty double z\r\n"
     b"property double y\r\nproperty list uchar short tags\r\nproperty double x\r\nelement face 6\r\n"
     b"property uchar flag\r\nproperty list uint ushort vertex_index\r\nproperty float area\r\n"
     b"end_header\r\n" + struct.pack("<H2d", 2, 1, 2)
     + b"".join(struct.pack("<BddB%dhd" % (i % 3), 9, v[2], v[1], i % 3, *([7] * (i % 3)), v[0])
                for i, v in enumerate(V))
     + b"".join(struct.pack("<BI4Hf", 1, 4, *q, 1.0) for q in QUADS))
save("strips.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty int x\nproperty int y\n"
     "property int z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n"
     "0 0 0\n1 0 0\n0 1 0\n1 1 0\n8 0 1 2 3 -1 0 1 2\n")

# --- STL ---
def facet(t):
    return "facet normal 0 0 nan\n outer loop\n%s endloop\nendfacet\n" % "".join(
        "  vertex %g %g %g\n" % V[i] for i in t)
save("cube_text.stl", "solid a b\n" + "".join(map(facet, TRIS[:6])) + "endsolid a b\nsolid\n"
     + "".join(map(facet, TRIS[6:])) + "endsolid")
body = b"".join(struct.pack("<12fH", 0, 0, 0, *(x for i in t for x in V[i]), 0) for t in TRIS)
save("cube_binary.stl", b"solid but binary".ljust(80) + struct.pack("<I", 12) + body)

# --- glTF ---
points = b"".join(struct.pack("<3f", *v) for v in V)
faces = b"".join(struct.pack("<3H", *t) for t in TRIS)
def gltf(uri, **more):
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}], "buffers": [dict({"byteLength": len(points + faces)}, **uri)],
            "bufferViews": [{"buffer": 0, "byteLength": len(points)},
                            {"buffer": 0, "byteOffset": len(points), "byteLength": len(faces)}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], **more}
data_uri = "data:application/octet-stream;base64," + base64.b64encode(points + faces).decode()
save("cube.gltf", json.dumps(gltf({"uri": data_uri})))
save("cube_beside.gltf", json.dumps(gltf({"uri": "cube%20data.bin"})))
save("cube data.bin", points + faces)
def glb(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary))
            + struct.pack("<I4s", len(text), b"JSON") + text
            + struct.pack("<I4s", len(binary), b"BIN\0") + binary)
save("two_nodes.glb", glb(gltf({}, scenes=[{"nodes": [1]}], nodes=[
    {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]},
    {"mesh": 0, "children": [0], "translation": [10, 0, 0], "scale": [2, 2, 2],
     "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}]), points + faces))
# A strip and a fan, a stride, and a sparse accessor without view that lifts one vertex.
strip = b"".join(struct.pack("<3fI", *v, 0) for v in V[:4])
sparse = struct.pack("<B3x", 2) + struct.pack("<3f", 0, 0, 5)
save("odd.glb", glb({
    "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "buffers": [{"byteLength": 80}],
    "bufferViews": [{"buffer": 0, "byteLength": 64, "byteStride": 16},
                    {"buffer": 0, "byteOffset": 64, "byteLength": 4},
                    {"buffer": 0, "byteOffset": 68, "byteLength": 12}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
                   "sparse": {"count": 1, "indices": {"bufferView": 1, "componentType": 5121},
                              "values": {"bufferView": 2}}}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5},
                               {"attributes": {"POSITION": 0}, "mode": 6},
                               {"attributes": {"POSITION": 0}, "mode": 0}]}]}, strip + sparse))

# --- solids: corners, then the edges whose middles follow in each format's own order ---
TET = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
WEDGE = [(3, 0, 0), (4, 0, 0), (3, 1, 0), (3, 0, 1), (4, 0, 1), (3, 1, 1)]
HEX = [(6, 0, 0), (7, 0, 0), (7, 1, 0), (6, 1, 0), (6, 0, 1), (7, 0, 1), (7, 1, 1), (6, 1, 1)]
GMSH = {"tet": "01 12 02 03 23 13", "wedge": "01 02 03 12 14 25 34 35 45",
        "hex": "01 03 04 12 15 23 26 37 45 47 56 67"}
VTK = {"tet": "01 12 02 03 13 23", "wedge": "01 12 20 34 45 53 03 14 25",
       "hex": "01 12 23 30 45 56 67 74 04 15 26 37"}
def with_middles(corners, edges, extra=0):
    mean = lambda *p: tuple(sum(x) / len(p) for x in zip(*p))
    return (list(corners) + [mean(corners[int(e[0])], corners[int(e[1])]) for e in edges.split()]
            + [mean(*corners)] * extra)
def cells(order, ids):
    """Kinds of first order and second order, with and without face nodes."""
    kinds = [("tet", TET, 0), ("wedge", WEDGE, 3), ("hex", HEX, 7)]
    out = []
    for kind, corners, extra in kinds:
        out.append((ids[kind], corners))
    second = []
    for kind, corners, extra in kinds:
        second.append((ids[kind + "2"], with_middles(corners, order[kind])))
        if extra:
            moved = [(x, y + 5, z) for x, y, z in corners]
            second.append((ids[kind + "3"], with_middles(moved, order[kind], extra)))
    return out, second
G = {"tet": 4, "wedge": 6, "hex": 5, "tet2": 11, "wedge2": 18, "hex2": 17, "wedge3": 13, "hex3": 12}
K = {"tet": 10, "wedge": 13, "hex": 12, "tet2": 24, "wedge2": 26, "hex2": 25, "wedge3": 32,
     "hex3": 29}
def number(list_of_cells):
    nodes, out = [(9, 9, 9)], []  # the first node is not used
    for kind, points in list_of_cells:
        out.append((kind, list(range(len(nodes), len(nodes) + len(points)))))
        nodes += points
    return nodes, out

def msh2_text(nodes, elements, tag=lambda i: i + 1):
    return ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n"
            "$Nodes\n%d\n" % len(nodes)
            + "".join("%d %.17g %.17g %.17g\n" % (tag(i), *p) for i, p in enumerate(nodes))
            + "$EndNodes\n$Elements\n%d\n" % len(elements)
            + "".join("%d %d 2 1 1 %s\n" % (e + 1, kind, " ".join(str(tag(n)) for n in at))
                      for e, (kind, at) in enumerate(elements)) + "$EndElements\n")
def msh2_binary(nodes, elements, c="<"):
    return (b"$MeshFormat\n2.2 1 8\n" + struct.pack(c + "i", 1) + b"\n$EndMeshFormat\n$Nodes\n"
            + b"%d\n" % len(nodes) + b"".join(struct.pack(c + "i3d", i + 1, *p)
                                               for i, p in enumerate(nodes))
            + b"\n$EndNodes\n$Elements\n%d\n" % len(elements)
            + b"".join(struct.pack(c + "%di" % (6 + len(at)), kind, 1, 2, e + 1, 1, 1,
                                   *(n + 1 for n in at)) for e, (kind, at) in enumerate(elements))
            + b"\n$EndElements\n")
def msh4_text(nodes, elements):
    half = len(nodes) // 2
    tags = [3 * i + 5 for i in range(len(nodes))]
    out = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n$EndEntities\n$Nodes\n" \
          "2 %d %d %d\n" % (len(nodes), tags[0], tags[-1])
    for dim, par, a, b in ((2, 1, 0, half), (3, 0, half, len(nodes))):
        out += "%d 1 %d %d\n" % (dim, par, b - a) + "".join("%d\n" % t for t in tags[a:b])
        out += "".join("%.17g %.17g %.17g%s\n" % (*p, " 0.5 0.5" if par else "")
                       for p in nodes[a:b])
    out += "$EndNodes\n$Elements\n%d %d 1 %d\n" % ((len(elements),) + (len(elements),) * 2)
    for e, (kind, at) in enumerate(elements):
        out += "3 1 %d 1\n%d %s\n" % (kind, e + 1, " ".join(str(tags[n]) for n in at))
    return out + "$EndElements\n"
def msh4_binary(nodes, elements, c="<"):
    n, m = len(nodes), len(elements)
    return (b"$MeshFormat\n4.1 1 8\n" + struct.pack(c + "i", 1) + b"\n$EndMeshFormat\n$Entities\n"
            + struct.pack(c + "4Q", 0, 0, 0, 0) + b"\n$EndEntities\n$Nodes\n"
            + struct.pack(c + "4Q3iQ", 1, n, 1, n, 3, 1, 0, n)
            + struct.pack(c + "%dQ" % n, *range(1, n + 1))
            + b"".join(struct.pack(c + "3d", *p) for p in nodes) + b"\n$EndNodes\n$Elements\n"
            + struct.pack(c + "4Q", m, m, 1, m)
            + b"".join(struct.pack(c + "3iQ%dQ" % (1 + len(at)), 3, 1, kind, 1, e + 1,
                                   *(k + 1 for k in at)) for e, (kind, at) in enumerate(elements))
            + b"\n$EndElements\n")
first, second = cells(GMSH, G)
save("first_order_2.msh", msh2_text(*number(first + [(2, TET[:3]), (15, TET[:1])]),
                                    tag=lambda i: 1000 - 7 * i))
save("second_order_2.msh", msh2_text(*number(second)))
save("second_order_2_binary.msh", msh2_binary(*number(second)))
save("second_order_2_big.msh", msh2_binary(*number(second), c=">"))
save("first_order_4.msh", msh4_text(*number(first)))
save("second_order_4.msh", msh4_text(*number(second)))
save("second_order_4_binary.msh", msh4_binary(*number(second)))
save("second_order_4_big.msh", msh4_binary(*number(second), c=">"))
save("surface_4.msh", msh4_text(V, [(3, list(q)) for q in QUADS]))

def vtu(nodes, elements, form, order="<", word="I", blocks=False, raw=False):
    """form: ascii, binary, appended."""
    appended = b""
    def pack(values, kind):
        data = struct.pack(order + "%d%s" % (len(values), kind), *values)
        if not blocks:
            head, data = struct.pack(order + word, len(data)), data
            return head + data if raw else base64.b64encode(head + data)
        size = 64
        parts = [data[k:k + size] for k in range(0, len(data), size)]
        packed = [zlib.compress(p) for p in parts]
        head = struct.pack(order + "%d%s" % (3 + len(parts), word), len(parts), size,
                           len(parts[-1]) % size, *map(len, packed))
        if raw:
            return head + b"".join(packed)
        return base64.b64encode(head) + base64.b64encode(b"".join(packed))
    def array(name, kind_name, kind, values, more=""):
        nonlocal appended
        attributes = 'type="%s" Name="%s"%s format="%s"' % (kind_name, name, more, form)
        if form == "ascii":
            text = "\n".join(" ".join("%.17g" % x for x in values[k:k + 6])
                             for k in range(0, len(values), 6))
        elif form == "binary":
            text = pack(values, kind).decode()
        else:
            attributes += ' offset="%d"' % len(appended)
            appended += pack(values, kind)
            return "<DataArray %s/>\n" % attributes
        return "<DataArray %s>\n%s\n</DataArray>\n" % (attributes, text)
    offsets, end = [], 0
    for _, at in elements:
        end += len(at)
        offsets.append(end)
    text = '<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" byte_order="%s" ' \
           'header_type="%s"%s>\n<UnstructuredGrid>\n<!-- seed -->\n<Piece NumberOfPoints="%d" ' \
           'NumberOfCells="%d">\n<PointData/>\n<Points>\n' % (
               "LittleEndian" if order == "<" else "BigEndian", "UInt32" if word == "I" else "UInt64",
               ' compressor="vtkZLibDataCompressor"' if blocks else "", len(nodes), len(elements))
    text += array("Points", "Float64", "d", [x for p in nodes for x in p],
                  ' NumberOfComponents="3"') + "</Points>\n<Cells>\n"
    text += array("connectivity", "Int64", "q", [n for _, at in elements for n in at])
    text += array("offsets", "Int32", "i", offsets)
    text += array("types", "UInt8", "B", [kind for kind, _ in elements])
    text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n"
    out = text.encode()
    if form == "appended":
        out += b'<AppendedData encoding="%s">\n _' % (b"raw" if raw else b"base64") + appended \
               + b"\n</AppendedData>\n"
    return out + b"</VTKFile>\n"
first, second = cells(VTK, K)
save("first_order.vtu", vtu(*number(first + [(5, TET[:3])]), "ascii"))
save("second_order.vtu", vtu(*number(second), "ascii"))
save("inline.vtu", vtu(*number(second), "binary"))
save("inline_zlib.vtu", vtu(*number(second), "binary", blocks=True, word="Q"))
save("appended_raw.vtu", vtu(*number(second), "appended", raw=True, word="Q"))
save("appended_base64.vtu", vtu(*number(second), "appended"))
save("appended_raw_zlib.vtu", vtu(*number(second), "appended", raw=True, blocks=True))
save("appended_base64_zlib.vtu", vtu(*number(second), "appended", blocks=True))
save("big_endian.vtu", vtu(*number(second), "appended", raw=True, order=">"))
save("surface.vtu", vtu(V, [(9, list(q)) for q in QUADS], "ascii"))
