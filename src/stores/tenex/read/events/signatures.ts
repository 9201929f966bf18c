import { hash } from 'node:crypto';
import type { NostrEvent } from './event.ts';

type Schnorr = typeof import('@noble/curves/secp256k1.js')['schnorr'];
type CurvePoint = ReturnType<Schnorr['utils']['lift_x']>;

/** Verifies signatures. Each opened scope has one: forks and copies repeat events, and a store has few authors. */
export class SignatureVerifier {
  readonly #schnorr: Schnorr;
  readonly #judged = new Map<string, boolean>();
  /** Number of uses of each key; from the `FREQUENT`th on, its point, or null for an invalid key. */
  readonly #keys = new Map<string, number | CurvePoint | null>();

  constructor(schnorr: Schnorr) {
    this.#schnorr = schnorr;
  }

  /** Verifies by BIP-340 over the 32 bytes of the computed id; the event's own id is ignored. */
  isSigned({ sig, pubkey }: Pick<NostrEvent, 'sig' | 'pubkey'>, computedId: string): boolean {
    if (!isHex(sig, 64) || !isHex(computedId, 32) || !isHex(pubkey, 32)) return false;
    const signed = `${sig}${pubkey}${computedId}`;
    const known = this.#judged.get(signed);
    if (known !== undefined) return known;
    const point = this.#frequent(pubkey);
    const isSigned =
      point === undefined
        ? this.#schnorr.verify(bytesOf(sig), bytesOf(computedId), bytesOf(pubkey))
        : point !== null && verifies(this.#schnorr, { sig, pubkey, id: computedId }, point);
    if (this.#judged.size >= MAX_JUDGED) this.#judged.clear();
    this.#judged.set(signed, isSigned);
    return isSigned;
  }

  /** The point of a frequent key, with a table of multiples. Undefined for others. */
  #frequent(pubkey: string): CurvePoint | null | undefined {
    const met = this.#keys.get(pubkey) ?? 0;
    if (typeof met !== 'number') return met;
    if (met + 1 < FREQUENT) {
      if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
      this.#keys.set(pubkey, met + 1);
      return undefined;
    }
    const point = pointOf(this.#schnorr.utils, pubkey);
    point?.precompute(WINDOW, false);
    this.#keys.set(pubkey, point);
    return point;
  }
}

const MAX_JUDGED = 10_000;
/** Uses after which a key gets a table, which costs about ten verifications, saves two thirds of each, and takes 300 KB. */
const FREQUENT = 12;
const MAX_KEYS = 64;
/** Bits of a scalar per table entry. */
const WINDOW = 6;

/** Loads the library, which is not needed at the start. */
export async function loadSignatures(): Promise<SignatureVerifier> {
  const { schnorr } = await import('@noble/curves/secp256k1.js');
  return new SignatureVerifier(schnorr);
}

function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length * 2 && /^[0-9a-f]+$/i.test(text);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

function pointOf({ lift_x }: Schnorr['utils'], pubkey: string): CurvePoint | null {
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
function verifies(
  { Point }: Schnorr,
  { sig, pubkey, id }: { sig: string; pubkey: string; id: string },
  key: CurvePoint,
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
