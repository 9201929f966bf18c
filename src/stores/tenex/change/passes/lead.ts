import type { Pass } from './pass.ts';

/** Takes away the byte-order mark, which JSON.parse does not read over. */
export const lead: Pass = ({ bytes }) => {
  const length = marks(bytes);
  if (length === 0) return null;
  return { codes: ['TX003'], edits: [{ at: 0, remove: length, insert: new Uint8Array() }], notes: [] };
};

const MARK = [0xef, 0xbb, 0xbf];

function marks(bytes: Uint8Array): number {
  let at = 0;
  while (MARK.every((byte, i) => bytes[at + i] === byte)) at += MARK.length;
  return at;
}
