// What a motion.glb may ask of the page. It is judged by its JSON before anything is built from it: a file of one
// kilobyte can name a thousand million vertices, or bodies that are parts of each other, and the loader would try.
import {glbJson, list, record, type Json} from './glb_json';
import {damagedMotion, UnfitMotion} from './motion_file';

export const kMaxNodes = 5000;
const kMaxParts = 50000; // of any other kind: a body takes about seven accessors and two channels
const kMaxDepth = 100; // of parts within parts; Peal writes one or two
const kComponents: Json = {SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16};
const kBytes: Json = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}; // of a component

function tooMany(count: number, what: string, most: number) {
  if (count > most)
    throw new UnfitMotion(`motion.glb has ${count} ${what}, more than the ${most} that a page can show`, false);
}
const wholeNumber = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : NaN);
const knownAs = (table: Json, key: unknown) => (Object.hasOwn(table, String(key)) ? (table[String(key)] as number) : 0);

/** Throws a clause about the first thing that is beyond the limits, or that the file's own bytes cannot hold. */
export function refuseUnfit(bytes: ArrayBuffer) {
  const json = glbJson(bytes);
  tooMany(list(json.nodes).length, 'nodes', kMaxNodes);
  for (const [what, value] of Object.entries(json)) tooMany(list(value).length, what, kMaxParts);
  refuseData(json, bytes.byteLength);
  refuseTree(json);
  refuseDrawn(json);
  refuseBones(json);
  refuseTracks(json, bytes.byteLength);
}

const itemBytes = (accessor: Json) =>
  knownAs(kComponents, accessor.type) * knownAs(kBytes, accessor.componentType) || NaN;

/** Every accessor lies in a view, and all views together in the file: each is copied when it is read. */
function refuseData(json: Json, size: number) {
  const views = list(json.bufferViews).map(record);
  let sum = 0;
  for (const {uri} of list(json.buffers).map(record))
    if (uri !== undefined && !/^data:/i.test(String(uri)))
      throw damagedMotion(`its data are in another file, ${String(uri).slice(0, 60)}`);
  for (const [i, view] of views.entries()) {
    sum += wholeNumber(view.byteLength);
    const end = wholeNumber(view.byteOffset ?? 0) + wholeNumber(view.byteLength);
    if (!(end <= size && sum <= size)) throw damagedMotion(`buffer view ${i} is larger than the file`);
  }
  for (const [i, accessor] of list(json.accessors).map(record).entries()) {
    const {byteLength: room, byteStride} = record(views[wholeNumber(accessor.bufferView)]),
      count = wholeNumber(accessor.count),
      item = itemBytes(accessor),
      step = byteStride === undefined ? item : Math.max(wholeNumber(byteStride), item);
    const needed = wholeNumber(accessor.byteOffset ?? 0) + (count > 0 ? (count - 1) * step + item : count);
    if (!(needed <= Number(room)))
      throw damagedMotion(
        `accessor ${i} names ${String(accessor.count).slice(0, 20)} values that the file does not hold`,
      );
  }
}

/** A node has one parent and is no part of itself; the loader would wait for it for ever. */
function refuseTree(json: Json) {
  const nodes = list(json.nodes).map(record),
    parts = nodes.map((node) => list(node.children)),
    seen = new Set<unknown>();
  for (const scene of list(json.scenes).map(record)) {
    let level = list(scene.nodes);
    for (let depth = 0; level.length > 0; ++depth) {
      tooMany(depth, 'levels of nodes', kMaxDepth);
      for (const one of level) {
        if (!parts[wholeNumber(one)]) throw damagedMotion(`there is no node ${String(one).slice(0, 20)}`);
        if (seen.has(one)) throw damagedMotion(`node ${String(one)} is named twice`);
        seen.add(one);
      }
      level = level.flatMap((one) => parts[one as number]!);
    }
  }
}

/** What is drawn counts per node: many may share a mesh of many parts. */
function refuseDrawn(json: Json) {
  const sizes = list(json.meshes).map((mesh) =>
    list(record(mesh).primitives).reduce<number>((sum, one) => sum + 1 + list(record(one).targets).length, 0),
  );
  const drawn = list(json.nodes).reduce<number>((sum, node) => sum + (sizes[wholeNumber(record(node).mesh)] ?? 0), 0);
  tooMany(drawn, 'parts of meshes', kMaxParts);
}

/** Bones count per node that they bend, each time. */
function refuseBones(json: Json) {
  const sizes = list(json.skins).map((skin) => list(record(skin).joints).length);
  const bones = list(json.nodes).reduce<number>((sum, node) => sum + (sizes[wholeNumber(record(node).skin)] ?? 0), 0);
  tooMany(bones, 'bones', kMaxParts);
}

/** Every track has values of its own, or a small file could make many long ones. */
function refuseTracks(json: Json, size: number) {
  const accessors = list(json.accessors).map(record);
  let channels = 0,
    sum = 0;
  for (const animation of list(json.animations).map(record)) {
    const samplers = list(animation.samplers).map(record);
    for (const channel of list(animation.channels).map(record)) {
      const values = record(accessors[wholeNumber(record(samplers[wholeNumber(channel.sampler)]).output)]);
      tooMany(++channels, 'animated channels', kMaxParts);
      sum += Number(values.count) * itemBytes(values) || 0;
      if (sum > size) throw damagedMotion('its animation names more values than the file holds');
    }
  }
}
