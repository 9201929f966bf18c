import type { NostrEvent } from './event.ts';

type Schnorr = typeof import('@noble/curves/secp256k1.js')['schnorr'];

let schnorr: Schnorr | null = null;

/** Loads what `isSigned` works with; a start-up that judges no signature goes without. */
export async function loadSignatures(): Promise<void> {
  ({ schnorr } = await import('@noble/curves/secp256k1.js'));
}

/**
 * Does the signature fit the id that the event's content gives: BIP-340 over its 32 bytes. The id that the event names does not
 * matter here. Throws before `loadSignatures` has been awaited.
 */
export function isSigned({ sig, pubkey }: NostrEvent, computedId: string): boolean {
  if (schnorr === null) throw new Error('loadSignatures has not been awaited');
  const bytes = [hexBytes(sig, 64), hexBytes(computedId, 32), hexBytes(pubkey, 32)] as const;
  const [signature, id, key] = bytes;
  if (signature === null || id === null || key === null) return false;
  return schnorr.verify(signature, id, key);
}

function hexBytes(text: unknown, length: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== length * 2 || !/^[0-9a-f]+$/i.test(text)) return null;
  return Uint8Array.from(Buffer.from(text, 'hex'));
}
