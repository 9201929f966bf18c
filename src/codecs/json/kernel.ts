import { isUtf8 } from 'node:buffer';
import type { Value } from './cursor.ts';
import { keptWords } from './kept-words.ts';
import { KERNEL } from './kernel-bytes.ts';
import { wordCount, wordsFrom } from './known-words.ts';
import { type Tape, TOKEN } from './tape.ts';
import { illFormedAt } from './utf8.ts';

/** The exports of the sources in kernel/. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Where the text goes: what is before it belongs to the kernel. */
  readonly free: { readonly value: number };
  readonly wide: { readonly value: number };
  readonly repeats: { readonly value: number };
  scan(from: number, length: number, tokens: number, limit: number, base: number): number;
  learn(at: number, length: number, number: number): void;
  rows(from: number, length: number, tokens: number, limit: number, table: number, most: number): number;
  inner(from: number, length: number, to: number, tokens: number, limit: number): number;
  find(from: number, length: number, needle: number, count: number, p: number, q: number): number;
}

/** As much of WebAssembly as is needed here; Node's types leave it out. */
interface Machine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** Zeros that the kernel needs after the text, where it stops without being asked. */
const PADDING = 128;
const PAGE = 1 << 16;
/** The longest text that is held: what it was read into cannot be freed meanwhile. */
const LONGEST_HELD = 1 << 22;
/** Memory is never given back, so this is the most that scanning keeps: 48 MiB, as .ci/kernel.mjs says. */
const LARGEST = 768 * PAGE;
const FULL = -2;

let loaded: Loaded | null | undefined;

/** A kernel and its memory, seen as bytes and as words; a view each scan would cost more than a short document. */
interface Loaded {
  readonly kernel: Kernel;
  /** How many words it knows. */
  known: number;
  text: Buffer;
  words: Int32Array;
  /** The document whose text the memory begins with, since it was scanned; null for a long one. */
  scanned: Uint8Array | null;
  held: Held | null;
}

/** The parts of a document that the memory holds, so that the strings in it can be looked into where they are. */
interface Held {
  readonly bytes: Uint8Array;
  /** Where its first byte would be. */
  readonly at: number;
  /** Where the text of a string goes, and where its tokens go: a view on them for each string would cost more than a short one. */
  readonly to: number;
  readonly tokens: number;
  readonly words: Int32Array;
}

/**
 * The tape of a sound document; null for one that is not, that has an unpaired surrogate escape or a number near the end of a
 * double's range, or that does not fit: `scanBytes` then answers. Null for all where there is no WebAssembly with SIMD.
 */
export function scanByKernel(bytes: Uint8Array, from: number): Tape | null {
  if (loaded === undefined) loaded = loadKernel(Buffer.from(KERNEL, 'base64'));
  return loaded === null ? null : run(loaded, bytes, from);
}

/** A kernel of this code, null where it cannot run: no WebAssembly, no SIMD, or words with their highest byte first. */
export function loadKernel(
  code: Uint8Array,
  { WebAssembly: machine } = globalThis as { WebAssembly?: Machine },
): Loaded | null {
  const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  if (machine === undefined || !isLittleEndian) return null;
  try {
    const kernel = new machine.Instance(new machine.Module(code)).exports as Kernel;
    return { kernel, known: 0, ...viewsOn(kernel), scanned: null, held: null };
  } catch {
    return null;
  }
}

/** Has a kernel know the words that became known since. */
export function learnWords(into: Loaded): void {
  const { kernel, text } = into;
  if (into.known === wordCount()) return;
  const at = kernel.free.value;
  for (const word of wordsFrom(into.known + 1)) {
    text.write(word, at, 'latin1');
    kernel.learn(at, word.length, ++into.known);
  }
}

function viewsOn({ memory }: Kernel): Pick<Loaded, 'text' | 'words'> {
  return { text: Buffer.from(memory.buffer), words: new Int32Array(memory.buffer) };
}

/** JSON that is inside a JSON string: its own text and tokens, there until the next scan of anything. Ill-formed UTF-8 is not looked for. */
export type InnerTape = Tape & { readonly bytes: Buffer };

/**
 * What is inside a string, read in one go with the escapes around it; null for what differs in any byte from what
 * `JSON.stringify` makes of sound JSON, for control characters without a letter of their own, and where there is no kernel.
 */
export function innerTape({ tape, at }: Value): InnerTape | null {
  const start = (tape.words[at * TOKEN + 1] ?? 0) + 1;
  const length = (tape.words[at * TOKEN + 2] ?? 0) - 1 - start;
  if (loaded == null || length <= 0) return null;
  const held = loaded.held?.bytes === tape.bytes ? loaded.held : hold(loaded, tape.bytes, start, length);
  if (held === null) return null;
  const { text, kernel } = loaded;
  const count = kernel.inner(held.at + start, length, held.to, held.tokens, text.length - TOKEN * 4);
  return count < 0 ? null : sound(text, held.words, count, loaded, -1);
}

/** Holds the document that was scanned last, or else the string alone; null when there is no room for it, its text and a few tokens. */
function hold(into: Loaded, bytes: Uint8Array, start: number, length: number): Held | null {
  const isThere = into.scanned === bytes;
  const size = isThere ? bytes.length : length;
  const at = into.kernel.free.value;
  const to = (at + size + PADDING) & -16;
  const tokens = (to + size + PADDING + 16) & -16;
  if (!reserve(into, tokens + PAGE)) return null;
  if (!isThere) {
    into.scanned = null;
    into.text.set(bytes.subarray(start, start + length), at);
  }
  const held = { bytes, at: isThere ? at : at - start, to, tokens, words: into.words.subarray(tokens >> 2) };
  into.held = isThere ? held : null;
  return held;
}

function run(into: Loaded, bytes: Uint8Array, from: number): Tape | null {
  const length = bytes.length - from;
  const body = from === 0 ? bytes : bytes.subarray(from);
  const start = into.kernel.free.value;
  into.scanned = null;
  into.held = null;
  learnWords(into);
  const tokens = (start + length + PADDING + 15) & -16;
  let count = FULL;
  // Few documents have more than a token in 16 bytes; one that has is scanned again with more room.
  for (let buffer = Math.max(length, PAGE); count === FULL; buffer *= 2) {
    if (!reserve(into, tokens + buffer)) return null;
    const { text, kernel } = into;
    text.set(body, start);
    text.fill(0, start + length, tokens);
    count = kernel.scan(start, length, tokens, text.length - TOKEN * 4, from);
  }
  if (count < 0) return null;
  const { kernel } = into;
  if (body === bytes && length <= LONGEST_HELD) into.scanned = bytes;
  const words = keptWords(bytes, into.words, tokens >> 2, count * TOKEN);
  // Only strings hold bytes beyond ASCII in a sound document.
  const illFormed = kernel.wide.value === 0 || isUtf8(body) ? -1 : illFormedAt(bytes, from);
  return sound(bytes, words, count, into, illFormed);
}

/** The tape that the kernel has just made of a document: it answers for sound ones only. */
function sound<B extends Uint8Array>(
  bytes: B,
  words: Int32Array,
  count: number,
  { kernel: { repeats }, known }: Loaded,
  illFormed: number,
) {
  const end = words[2] ?? 0;
  const distinct = repeats.value === 0;
  return {
    bytes,
    words,
    count,
    end,
    fault: null,
    open: NONE,
    loneSurrogate: -1,
    illFormed,
    overflow: -1,
    known,
    distinct,
  };
}

const NONE: readonly number[] = [];

/** Makes the memory at least this large; false beyond its bound, or where the machine has no more. */
function reserve(into: Loaded, size: number): boolean {
  const { memory } = into.kernel;
  const missing = size - into.text.length;
  if (missing <= 0) return true;
  if (size > LARGEST) return false;
  try {
    memory.grow(Math.ceil(missing / PAGE));
  } catch {
    return false;
  }
  Object.assign(into, viewsOn(into.kernel), { held: null });
  return true;
}
