// A WAV file in memory. In: samples -1 .. 1 per channel. Out: a Blob.

/** @param bits 16, 24 or 32 (float). */
export function wav(rate: number, channels: Float32Array[], bits: 16 | 24 | 32 = 24): Blob {
  const frames = channels[0]?.length ?? 0,
    bytes = bits / 8,
    block = bytes * channels.length;
  const view = new DataView(new ArrayBuffer(44 + frames * block));
  const word = (at: number, text: string) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, 36 + frames * block, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, bits === 32 ? 3 : 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, bits, true);
  word(36, 'data');
  view.setUint32(40, frames * block, true);
  const most = 2 ** (bits - 1) - 1;
  let at = 44;
  for (let n = 0; n < frames; ++n)
    for (const channel of channels) {
      const x = Math.max(-1, Math.min(1, channel[n]!));
      if (bits === 32) {
        view.setFloat32(at, channel[n]!, true);
      } else {
        const value = Math.round(x * most);
        if (bits === 16) view.setInt16(at, value, true);
        else {
          view.setUint16(at, value & 0xffff, true);
          view.setInt8(at + 2, value >> 16);
        }
      }
      at += bytes;
    }
  return new Blob([view.buffer], {type: 'audio/wav'});
}
