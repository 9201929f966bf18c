import { hash } from 'node:crypto';
import * as z from 'zod';
import { LF } from '../../codecs/bytes.ts';
import { begun, bytesOfBase64, intended, planChange, planEnd, savedHeader } from '../../contract/plan.ts';
import { checkChange } from '../../model/check-change.ts';
import { Failure, issueText } from '../../model/failure.ts';
import { type Change, type Content, mapBytes, type PlanHeader, type WithBytesAs } from '../../model/plan.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';

// `decodeX` checks the shape, paths and rules of a line, and throws the fault. `decodeXUnchecked` decodes bytes only:
// this process wrote or checked the line.

/** Changes that stay in their file, read again on demand; some 40 bytes are held for each. */
export interface PlanLines {
  changes(): Iterable<Change>;
  /** The Change at an index of `changes`, from 0. */
  change(number: number): Change;
}

interface PlanText {
  readonly disk: ReadDisk;
  readonly path: string;
  /** Offset of its first line, in bytes; 0 if missing. */
  readonly start?: number;
  lines(): Iterable<JournalLine>;
  /** Checks a new line. Null for a Change that is not wanted. */
  first(text: string, number: number): Change | null;
  reread(text: string): Change;
  changed(): Failure;
}

export function planLines(plan: PlanText): PlanLines {
  const known = ownLines();
  let count = 0;
  let isWhole = false;
  // By Change: its line, from 0, and its bytes.
  const lineNumbers: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const readLine = (text: string, number: number, start: number, end: number): Change | null => {
    if (isWhole) throw plan.changed();
    const change = number === 0 ? null : plan.first(text, number);
    known.add(text);
    count++;
    if (change === null) return null;
    lineNumbers.push(number);
    starts.push(start);
    ends.push(end);
    return change;
  };
  const rereadLine = (text: string, number: number, position: number): Change | null => {
    if (!known.has(number, text)) throw plan.changed();
    return lineNumbers[position] === number ? plan.reread(text) : null;
  };
  return {
    *changes() {
      let number = 0;
      let start = plan.start ?? 0;
      let position = 0;
      for (const { text, next } of plan.lines()) {
        const change = number < count ? rereadLine(text, number, position) : readLine(text, number, start, next - 1);
        if (change !== null) {
          position++;
          yield change;
        }
        number++;
        start = next;
      }
      if (number < count) throw plan.changed();
      isWhole = true;
    },
    change: (number) => {
      const [line = 0, start = 0, end = 0] = [lineNumbers[number], starts[number], ends[number]];
      const text = Buffer.from(plan.disk.read(plan.path, end - start, start)).toString();
      if (!known.has(line, text)) throw plan.changed();
      return plan.reread(text);
    },
  };
}

type ReadableDisk = Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

const CHUNK = 1 << 16;

export interface JournalLine {
  readonly next: number;
  readonly text: string;
}

/** The lines of a file from byte `start` on, one at a time. Throws Failure 'failed' for an unterminated last line. */
export function* linesOf(disk: ReadableDisk, path: string, start = 0): Generator<JournalLine> {
  const file = disk.open(path);
  try {
    let at = start;
    let rest: Uint8Array = new Uint8Array(0);
    for (;;) {
      const chunk = disk.readAt(file, at + rest.length, Math.max(CHUNK, rest.length));
      if (chunk.length === 0 && rest.length > 0) throw new Failure('failed', `${path} ends in the middle of a line`);
      if (chunk.length === 0) return;
      rest = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(LF); end !== -1; end = rest.indexOf(LF, start)) {
        yield { next: at + end + 1, text: Buffer.from(rest.buffer, rest.byteOffset + start, end - start).toString() };
        start = end + 1;
      }
      at += start;
      rest = rest.subarray(start);
    }
  } finally {
    disk.close(file);
  }
}

/** Lines, the last one first. `places`: starts of lines, and the end. */
export function* linesBackwards(disk: ReadableDisk, path: string, places: readonly number[]): Generator<string> {
  const file = disk.open(path);
  try {
    for (let n = places.length - 1; n > 0; n--) {
      const [start = 0, end = 0] = places.slice(n - 1, n + 1);
      yield Buffer.from(disk.readAt(file, start, end - 1 - start)).toString();
    }
  } finally {
    disk.close(file);
  }
}

/** Lines that this process wrote or checked, recognised when read again. */
export interface JournalLines {
  add(text: string): void;
  /** True for the unchanged line of this number, from 0. */
  has(number: number, text: string): boolean;
}

export function ownLines(): JournalLines {
  const marks: number[] = [];
  return {
    add: (text) => {
      marks.push(markOf(text));
    },
    has: (number, text) => marks[number] === markOf(text),
  };
}

/** Hex digits of a hash that fit a number. */
const MARK = 12;

function markOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, MARK), 16);
}

/** A Change as one line; bytes are base64. */
export function encodeChange(value: Change): string {
  return JSON.stringify({ ...value, steps: value.steps.map(encodeStep) });
}

function encodeStep(value: Change['steps'][number]): unknown {
  if (value.do === 'put') return { ...value, content: encodeContent(value.content) };
  if (value.do !== 'plant') return value;
  return { ...value, files: value.files.map((file) => ({ ...file, content: encodeContent(file.content) })) };
}

function encodeContent(value: Content): unknown {
  if (value.from === 'bytes') return { ...value, bytes: Buffer.from(value.bytes).toString('base64') };
  const coded = value.edits.map((edit) => ({ ...edit, insert: Buffer.from(edit.insert).toString('base64') }));
  return { ...value, edits: coded };
}

export function decodeChange(line: string): Change {
  const value: Change = planChange.parse(JSON.parse(line));
  checkChange(value);
  return value;
}

export function schemaFault(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON';
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  return issue === undefined ? 'cannot be understood' : issueText(issue);
}

/** `hasEnd`: the last line is `encodeEnd`'s. */
export function encodeHeader(value: PlanHeader): string {
  return JSON.stringify({ ...value, hasEnd: true });
}

export function decodeHeader(line: string): { readonly header: PlanHeader; readonly hasEnd: boolean } {
  const { hasEnd = false, ...rest } = savedHeader.parse(JSON.parse(line));
  return { header: rest, hasEnd };
}

export function encodeEnd(changes: number): string {
  return JSON.stringify({ end: changes });
}

export function decodeEnd(line: string): number | null {
  return isEnd(line) ? (planEnd.safeParse(JSON.parse(line)).data?.end ?? null) : null;
}

/** True for the line that ends a store's Changes. Parses nothing: a Change may have a million edits. */
export function isEnd(line: string): boolean {
  return line.startsWith('{"end":');
}

export function decodeIntended(line: string): z.infer<typeof intended> {
  const value = intended.parse(JSON.parse(line));
  checkChange(value.change);
  return value;
}

export function decodeIntendedUnchecked(line: string): IntendedLine {
  const { change, ...rest }: WithBytesAs<IntendedLine, string> = JSON.parse(line);
  return { ...rest, change: decodedBytes(change) };
}

export function decodeChangeUnchecked(line: string): Change {
  return decodedBytes(JSON.parse(line));
}

function decodedBytes(change: WithBytesAs<Change, string>): Change {
  return { ...change, steps: change.steps.map((step) => mapBytes(step, bytesOfBase64)) };
}

type IntendedLine = Omit<z.infer<typeof intended>, 'change'> & { readonly change: Change };

/** The first line of a journal. */
export function decodeBegun(line: string): z.infer<typeof begun> {
  return begun.parse(JSON.parse(line));
}
