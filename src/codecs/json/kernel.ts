import { isUtf8 } from 'node:buffer';
import { illFormedAt } from '../bytes.ts';
import { KERNEL } from './kernel-bytes.ts';
import { wordCount, wordsFrom } from './known-words.ts';
import { keptWords, LITTLE_ENDIAN, type Tape, TOKEN } from './tape.ts';
import type { Value } from './value.ts';

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Start of the text. Bytes before it belong to the kernel. */
  readonly free: { readonly value: number };
  readonly wide: { readonly value: number };
  readonly repeats: { readonly value: number };
  scan(from: number, length: number, tokens: number, limit: number, base: number): number;
  learn(at: number, length: number, number: number): void;
  rows(from: number, length: number, tokens: number, limit: number, table: number, max: number): number;
  inner(from: number, length: number, to: number, tokens: number, limit: number): number;
  find(from: number, length: number, needle: number, count: number, p: number, q: number): number;
  keys(from: number, length: number, table: number): void;
  words(from: number, count: number, begins: number, lists: number, out: number, limit: number): void;
  hold(set: number, word: number, place: number): void;
  records(
    from: number,
    tokens: number,
    table: number,
    count: number,
    columns: number,
    blocks: number,
    max: number,
  ): void;
}

interface Machine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** Number of zeros after the text, at which the kernel stops. */
export const KERNEL_PADDING = 128;
export const WASM_PAGE_BYTES = 1 << 16;
/** The longest text kept, since its memory cannot be freed. */
const MAX_IN_MEMORY_BYTES = 1 << 22;
/** Memory never shrinks, so this bounds it: 48 MiB, as in .ci/kernel.mjs. */
const MAX_MEMORY_BYTES = 768 * WASM_PAGE_BYTES;
const TAPE_FULL = -2;

let loaded: LoadedKernel | null | undefined;

/** A kernel with views of its memory, since a view per scan would cost more than a short document. */
export interface LoadedKernel {
  readonly kernel: Kernel;
  known: number;
  text: Buffer;
  words: Int32Array;
  /** The document whose text is at the memory's start; null for a long one. */
  scanned: Uint8Array | null;
  loadedText: LoadedText | null;
}

/**
 * A string in the kernel's memory: address of its first byte (`at`), of its text's end (`to`) and of its tokens. A view per string would
 * cost more than a short one.
 */
interface LoadedText {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly to: number;
  readonly tokens: number;
  readonly words: Int32Array;
}

/**
 * Null for a faulty document, an unpaired surrogate escape, a number near a double's limit, or too much text:
 * `scanBytes` handles those. Always null without WebAssembly SIMD.
 */
export function scanByKernel(bytes: Uint8Array, from: number): Tape | null {
  if (loaded === undefined) loaded = loadKernel();
  return loaded === null ? null : run(loaded, bytes, from);
}

const modules = new Map<string, object>();

/** A kernel with its own memory. Null without WebAssembly or SIMD, or on a big-endian machine. */
export function loadKernel(
  code: string = KERNEL,
  { WebAssembly: machine } = globalThis as { WebAssembly?: Machine },
): LoadedKernel | null {
  if (machine === undefined || !LITTLE_ENDIAN) return null;
  try {
    const module = modules.get(code) ?? new machine.Module(Buffer.from(code, 'base64'));
    modules.set(code, module);
    const kernel = new machine.Instance(module).exports as Kernel;
    return { kernel, known: 0, ...viewsOn(kernel), scanned: null, loadedText: null };
  } catch {
    return null;
  }
}

export function learnWords(into: LoadedKernel): void {
  const { kernel, text } = into;
  if (into.known === wordCount()) return;
  const at = kernel.free.value;
  for (const word of wordsFrom(into.known + 1)) {
    text.write(word, at, 'latin1');
    kernel.learn(at, word.length, ++into.known);
  }
}

function viewsOn({ memory }: Kernel): Pick<LoadedKernel, 'text' | 'words'> {
  return { text: Buffer.from(memory.buffer), words: new Int32Array(memory.buffer) };
}

/** Text and tokens of JSON inside a JSON string, valid until the next scan. Ill-formed UTF-8 is not detected. */
export type InnerTape = Tape & { readonly bytes: Buffer };

/**
 * Parses a string's content together with its escapes. Null unless it equals the output of `JSON.stringify` byte for
 * byte, for `\u` control escapes, and without a kernel.
 */
export function innerTape({ tape, at }: Value): InnerTape | null {
  const start = (tape.words[at * TOKEN + 1] ?? 0) + 1;
  const length = (tape.words[at * TOKEN + 2] ?? 0) - 1 - start;
  if (loaded == null || length <= 0) return null;
  const loadedText =
    loaded.loadedText?.bytes === tape.bytes ? loaded.loadedText : loadText(loaded, tape.bytes, start, length);
  if (loadedText === null) return null;
  const { text, kernel } = loaded;
  const count = kernel.inner(loadedText.at + start, length, loadedText.to, loadedText.tokens, text.length - TOKEN * 4);
  return count < 0 ? null : sound(text, loadedText.words, count, loaded, -1);
}

/** Loads the last document, or else only the string. Null without memory for text and tokens. */
function loadText(into: LoadedKernel, bytes: Uint8Array, start: number, length: number): LoadedText | null {
  const isThere = into.scanned === bytes;
  const size = isThere ? bytes.length : length;
  const at = into.kernel.free.value;
  const to = (at + size + KERNEL_PADDING) & -16;
  const tokens = (to + size + KERNEL_PADDING + 16) & -16;
  if (!reserve(into, tokens + WASM_PAGE_BYTES)) return null;
  if (!isThere) {
    into.scanned = null;
    into.text.set(bytes.subarray(start, start + length), at);
  }
  const loadedText = { bytes, at: isThere ? at : at - start, to, tokens, words: into.words.subarray(tokens >> 2) };
  into.loadedText = isThere ? loadedText : null;
  return loadedText;
}

function run(into: LoadedKernel, bytes: Uint8Array, from: number): Tape | null {
  const length = bytes.length - from;
  const body = from === 0 ? bytes : bytes.subarray(from);
  const start = into.kernel.free.value;
  into.scanned = null;
  into.loadedText = null;
  learnWords(into);
  const tokens = (start + length + KERNEL_PADDING + 15) & -16;
  let count = TAPE_FULL;
  // Few documents have more than a token in 16 bytes; those are scanned again with a larger tape.
  for (let buffer = Math.max(length, WASM_PAGE_BYTES); count === TAPE_FULL; buffer *= 2) {
    if (!reserve(into, tokens + buffer)) return null;
    const { text, kernel } = into;
    text.set(body, start);
    text.fill(0, start + length, tokens);
    count = kernel.scan(start, length, tokens, text.length - TOKEN * 4, from);
  }
  if (count < 0) return null;
  const { kernel } = into;
  if (body === bytes && length <= MAX_IN_MEMORY_BYTES) into.scanned = bytes;
  const words = keptWords(bytes, into.words, tokens >> 2, count * TOKEN);
  // In a sound document only strings can have bytes beyond ASCII.
  const illFormed = kernel.wide.value === 0 || isUtf8(body) ? -1 : illFormedAt(bytes, from);
  return sound(bytes, words, count, into, illFormed);
}

/** The tape of a sound document; the kernel makes no others. */
function sound<B extends Uint8Array>(
  bytes: B,
  words: Int32Array,
  count: number,
  { kernel: { repeats }, known }: LoadedKernel,
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
    open: NO_TOKENS,
    loneSurrogate: -1,
    illFormed,
    overflow: -1,
    known,
    distinct,
  };
}

const NO_TOKENS: readonly number[] = [];

/** Enlarges the memory; false beyond the limit, or if the system refuses. */
export function reserve(into: LoadedKernel, size: number): boolean {
  const { memory } = into.kernel;
  const missing = size - into.text.length;
  if (missing <= 0) return true;
  if (size > MAX_MEMORY_BYTES) return false;
  try {
    memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
  } catch {
    return false;
  }
  Object.assign(into, viewsOn(into.kernel), { loadedText: null });
  return true;
}
