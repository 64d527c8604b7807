/** The header of an MP3 frame: layer III of 8 kbit/s and 8 kHz, mono, which makes each 72 bytes and milliseconds. */
const frameHeader = [0xff, 0xe3, 0x18, 0xc0];
const frameBytes = 72;
const frameSeconds = 0.072;

/** A recording in which nothing is heard, as an MP3 that every browser plays. */
export function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const count = Math.ceil(seconds / frameSeconds);
  const bytes = new Uint8Array(count * frameBytes);
  for (let frame = 0; frame < count; frame++) bytes.set(frameHeader, frame * frameBytes);
  return bytes;
}
