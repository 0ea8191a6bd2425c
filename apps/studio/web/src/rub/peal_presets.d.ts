// Made by build.mjs from peal.wasm.
declare module 'peal-presets' {
  import type {RubPreset} from 'peal-engine';
  const list: RubPreset[];
  export default list;
}
