import { basename, extname } from 'node:path';
import type { ReadDisk } from '../../io/disk.ts';
import { cmd, quotedWord, type Sentence, sentence } from '../../model/command.ts';
import { isConvoOutput, type OutputKind } from '../../model/convo-output.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind } from '../../stores/kind.ts';
import { candidateAt, existsAt, isFileAt, readable } from './given.ts';

const SIGN_BYTES = 4096;

/** First bytes, and the command that unpacks. */
const COMPRESSED = [
  [[0x1f, 0x8b], 'gunzip -k'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd -d'],
  [[0x50, 0x4b, 0x03, 0x04], 'unzip'],
] as const;

const FOR_PEOPLE = 'Any browser or editor shows it; its conversation is not in it as its program keeps it.';

/** What a file of convo is, as a predicate, and what it is for. */
const OUTPUTS: readonly (readonly [OutputKind, is: string, hint: (path: string) => Sentence])[] = [
  ['page', 'is a page that convo wrote', () => FOR_PEOPLE],
  ['markdown', 'is Markdown that convo wrote', () => FOR_PEOPLE],
  ['trajectory', 'is a trajectory (ATIF)', () => 'Tools for trajectories read it; no program goes on with it.'],
  ['seal', 'is a seal', (path) => sentence`${cmd`verify --against ${path}`} compares stores with it.`],
  ['pack', 'is a pack', (path) => sentence`${cmd`unpack ${path} --dry-run`} says what is in it.`],
  ['plan', 'is a plan', (path) => sentence`${cmd`apply ${path} --dry-run`} says what it would change.`],
  ['baseline', 'is a baseline', (path) => sentence`${cmd`verify --baseline ${path}`} takes it.`],
  ['report', 'is a report of convo', () => 'Any editor shows it.'],
];

/**
 * Why a file of no kind is none, if its first bytes say so: one that convo wrote, a compressed one, or a conversation that was renamed.
 * Null for any other path.
 */
export function notConversationFailure(disk: ReadDisk, kinds: readonly Kind[], path: string): Failure | null {
  if (!isFileAt(disk, path)) return null;
  const head = readable(path, () => disk.read(path, SIGN_BYTES));
  const unpacking = COMPRESSED.find(([magic]) => magic.every((byte, n) => head[n] === byte))?.[1];
  if (unpacking !== undefined)
    return new Failure(
      'usage',
      `${path} is compressed, and is no conversation under this name`,
      `Unpack it first, such as with \`${unpacking} ${quotedWord(basename(path))}\`.`,
    );
  const text = Buffer.from(head).toString('utf8');
  const output = OUTPUTS.find(([kind]) => isConvoOutput(kind, text));
  if (output === undefined) return renamedFailure(disk, kinds, path);
  const [, is, hint] = output;
  return new Failure('usage', `${path} ${is}, not a conversation`, hint(path));
}

/** For a file that a kind would recognise by its first bytes, such as `talk.txt`, if its name ended with `.jsonl`. */
function renamedFailure(disk: ReadDisk, kinds: readonly Kind[], path: string): Failure | null {
  const stem = path.slice(0, path.length - extname(path).length);
  const renamed = (existsAt(disk, stem + OF_RECORDS) ? path : stem) + OF_RECORDS;
  const given = { ...candidateAt(disk, path), path: renamed, isGiven: true };
  const kind = given.head[0] === BRACE && kinds.find(({ layout }) => layout.recognise(given) !== null);
  if (!kind || path.endsWith(OF_RECORDS) || STREAM.test(path)) return null;
  return new Failure(
    'usage',
    `${path} has a conversation of ${kind.name}, and a name that does not end with ${OF_RECORDS}`,
    `Copy it to such a name first: \`cp ${quotedWord(path)} ${quotedWord(renamed)}\`.`,
  );
}

const STREAM = /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/;
/** The ending of a file of records, one a line. */
const OF_RECORDS = '.jsonl';
const BRACE = 0x7b;
