import { bech32 } from '@scure/base';
import type { Zod } from '../flag.ts';

/** A public key in hex, the beginning of one, or an `npub1...`; comes out as lower-case hex. */
export const agentKey = (z: Zod) =>
  z.pipe(
    z
      .string()
      .check(z.refine((text) => hexOf(text) !== null, 'takes a public key in hex, the beginning of one, or an npub')),
    z.transform((text: string): string => hexOf(text) ?? z.NEVER),
  );

/** Bytes of a public key. */
const KEY = 32;

function hexOf(text: string): string | null {
  const lower = text.toLowerCase();
  if (!lower.startsWith('npub1')) return /^[0-9a-f]{1,64}$/.test(lower) ? lower : null;
  try {
    const { prefix, bytes } = bech32.decodeToBytes(lower);
    return prefix === 'npub' && bytes.length === KEY ? Buffer.from(bytes).toString('hex') : null;
  } catch {
    return null;
  }
}
