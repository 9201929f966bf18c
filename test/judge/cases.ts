import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Who said what: each block with its type, and the id of its call or the first characters of its text. */
export type History = readonly (readonly [who: string, blocks: readonly (readonly [type: string, what: string])[]])[];

/** What a program did when it was asked to go on with a session. */
export interface Answer {
  readonly exit: number;
  readonly said: string;
  readonly refused: readonly string[];
  /** The history in the last request, which was answered unless the program is stuck. */
  readonly sent: History | null;
  /** The history in the first of several requests; null where there was one. */
  readonly first: History | null;
  readonly grew: boolean;
  readonly added: readonly string[];
}

/** A session with the recorded answer of the program. */
export interface RecordedCase {
  /** `damage/ring`, `written/2.1.330/text`. */
  readonly name: string;
  readonly session: string;
  readonly bytes: Buffer;
  readonly answer: Answer;
}

/** `of`, before all others, names the case that the ranges are of, where it is not `damage/sound`. */
type UnitChange = readonly [from: number, to: number] | string | { readonly base64: string } | { readonly of: string };

const topOf = (program: string) => fileURLToPath(new URL(`../../fixtures/${program}/program/`, import.meta.url));

/** The version of a program whose answers are recorded. */
export function recordedVersion(program: string): string {
  return readFileSync(join(topOf(program), 'VERSION'), 'utf8').trim();
}

/** Records of shapes that no recorded session has, without their values. */
export function recordedShapes(program: string): Buffer {
  return readFileSync(join(topOf(program), 'shapes.jsonl'));
}

/** Takes answers of this version for the recorded ones. */
export function record(program: string, version: string, answers: ReadonlyMap<string, Answer>): void {
  const top = topOf(program);
  writeFileSync(join(top, 'VERSION'), `${version}\n`);
  for (const [name, answer] of answers) writeFileSync(join(top, name, 'answer.json'), answerText(answer));
}

/** The text of an `answer.json`: one message of a history a line. */
export function answerText({ exit, said, refused, sent, first, grew, added }: Answer): string {
  const answer = { exit, said, refused, sent, ...(first === null ? {} : { first }), grew, added };
  const fields = Object.entries(answer).map(([key, value]) => {
    const messages = key === 'sent' || key === 'first' ? (value as History | null) : null;
    if (messages === null || messages.length === 0) return ` "${key}": ${JSON.stringify(value)}`;
    return ` "${key}": [\n${messages.map((message) => `  ${JSON.stringify(message)}`).join(',\n')}\n ]`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** The recorded cases of a program, in the order of their names; read once, for the files of tests that look at all of them. */
export function recordedCases(program: string, group: 'damage' | 'real' | 'written' | '' = ''): RecordedCase[] {
  const all = read.get(program) ?? readCases(topOf(program));
  read.set(program, all);
  return all.filter(({ name }) => group === '' || name.startsWith(`${group}/`));
}

const read = new Map<string, readonly RecordedCase[]>();

function readCases(top: string): readonly RecordedCase[] {
  const known = new Map<string, RecordedCase>();
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`${sep}answer.json`))
    .map((path) => join(path, '..').replaceAll(sep, '/'))
    .sort()
    .map((name) => caseOf(top, name, known));
}

/** Many are pieces of one, which is read once. */
function caseOf(top: string, name: string, known: Map<string, RecordedCase>): RecordedCase {
  const found = known.get(name) ?? readCase(top, name, (other) => caseOf(top, other, known));
  known.set(name, found);
  return found;
}

function readCase(top: string, name: string, other: (name: string) => RecordedCase): RecordedCase {
  const files = readdirSync(join(top, name));
  const answer: Answer = { first: null, ...JSON.parse(readFileSync(join(top, name, 'answer.json'), 'utf8')) };
  const file = files.find((one) => one.endsWith('.jsonl'));
  if (file !== undefined)
    return { name, session: file.slice(0, -6), bytes: readFileSync(join(top, name, file)), answer };
  const pieces: UnitChange[] = JSON.parse(readFileSync(join(top, name, 'pieces.json'), 'utf8'));
  const [first] = pieces;
  const whole = other(typeof first === 'object' && 'of' in first ? first.of : 'damage/sound');
  return { ...whole, name, bytes: Buffer.concat(pieces.map((piece) => bytesOf(piece, whole.bytes))), answer };
}

function bytesOf(piece: UnitChange, whole: Buffer): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece);
  if ('of' in piece) return Buffer.alloc(0);
  return 'base64' in piece ? Buffer.from(piece.base64, 'base64') : whole.subarray(...piece);
}
