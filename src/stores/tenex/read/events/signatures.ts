import { hash } from 'node:crypto';
import type { NostrEvent } from './event.ts';

type Schnorr = typeof import('@noble/curves/secp256k1.js')['schnorr'];
type Point = ReturnType<Schnorr['utils']['lift_x']>;

let loaded: Schnorr | null = null;

/** Loads the library for `isSigned`, which start-up does without. */
export async function loadSignatures(): Promise<void> {
  ({ schnorr: loaded } = await import('@noble/curves/secp256k1.js'));
}

/** Cache of verdicts: forks and copies repeat events. Emptied when full. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 10_000;

/**
 * BIP-340 over the 32 bytes of the computed id. The event's own id is ignored. Throws before `loadSignatures` was
 * awaited.
 */
export function isSigned({ sig, pubkey }: Pick<NostrEvent, 'sig' | 'pubkey'>, computedId: string): boolean {
  if (loaded === null) throw new Error('loadSignatures has not been awaited');
  if (!isHex(sig, 64) || !isHex(computedId, 32) || !isHex(pubkey, 32)) return false;
  const signed = `${sig}${pubkey}${computedId}`;
  const known = judged.get(signed);
  if (known !== undefined) return known;
  const point = frequent(loaded, pubkey);
  const isSigned =
    point === undefined
      ? loaded.verify(bytesOf(sig), bytesOf(computedId), bytesOf(pubkey))
      : point !== null && fits(loaded, { sig, pubkey, id: computedId }, point);
  if (judged.size >= MOST_JUDGED) judged.clear();
  judged.set(signed, isSigned);
  return isSigned;
}

function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length * 2 && /^[0-9a-f]+$/i.test(text);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Uses of each key; from the `FREQUENT`th on, its point. Null for an invalid key. */
const keys = new Map<string, number | Point | null>();
/** A key's table costs about ten verifications, saves two thirds of each, and takes 300 KB. */
const FREQUENT = 12;
const MOST_KEYS = 64;
/** Bits of a scalar per table entry. */
const WINDOW = 6;

/** The point of a frequent key, with a table of multiples: a store has few authors. Undefined for others. */
function frequent({ utils }: Schnorr, pubkey: string): Point | null | undefined {
  const met = keys.get(pubkey) ?? 0;
  if (typeof met !== 'number') return met;
  if (met + 1 < FREQUENT) {
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(pubkey, met + 1);
    return undefined;
  }
  const point = pointOf(utils, pubkey);
  point?.precompute(WINDOW, false);
  keys.set(pubkey, point);
  return point;
}

function pointOf({ lift_x }: Schnorr['utils'], pubkey: string): Point | null {
  try {
    return lift_x(numberOf(pubkey));
  } catch {
    return null;
  }
}

function numberOf(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

const TAG = hash('sha256', 'BIP0340/challenge');

/** The library's `verify` with `multiplyUnsafe`, because `mulAddUnsafe` uses no tables. */
function fits(
  { Point }: Schnorr,
  { sig, pubkey, id }: { sig: string; pubkey: string; id: string },
  key: Point,
): boolean {
  const { BASE, Fp, Fn } = Point;
  const r = numberOf(sig.slice(0, 64));
  const s = numberOf(sig.slice(64));
  if (!Fp.isValidNot0(r) || !Fn.isValidNot0(s)) return false;
  const challenge = Fn.create(numberOf(hash('sha256', Buffer.from(TAG + TAG + sig.slice(0, 64) + pubkey + id, 'hex'))));
  const nonce = BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(Fn.neg(challenge)));
  if (nonce.is0()) return false;
  const { x, y } = nonce.toAffine();
  return x === r && y % 2n === 0n;
}
