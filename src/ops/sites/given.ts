import { basename, dirname, extname, isAbsolute } from 'node:path';
import { errorCode, orNull, sortOf } from '../../io/disk/error-code.ts';
import { statOf } from '../../io/disk/stat-of.ts';
import type { Name, ReadDisk, Stat } from '../../io/disk.ts';
import { readingWords } from '../../io/walk/look-at-name.ts';
import { cmd, quotedWord, type Sentence, sentence } from '../../model/command.ts';
import type { Conversation } from '../../model/conversation.ts';
import { isConvoOutput, type OutputKind } from '../../model/convo-output.ts';
import { Failure, nullOnFailure } from '../../model/failure.ts';
import { isWindowsPath } from '../../model/path.ts';
import type { CandidatePath, Kind } from '../../stores/kind.ts';

/** Levels of the deepest layout: from a conversation's file to the home of all projects. */
const LEVELS = 4;
/** First bytes of a lone file, enough to recognise its kind. */
const HEAD_BYTES = 64 * 1024;

/** Facts about an absolute path. Throws Failure for one that is missing, unreadable, or neither file nor folder. */
export function candidateAt(disk: NamingDisk, path: string): CandidatePath {
  const stat = statAt(disk, path);
  const { type } = stat;
  const inside = insideOf(disk);
  if (type === 'file')
    return {
      path,
      type,
      names: [],
      head: readOrFail(path, () => disk.read(path, HEAD_BYTES)),
      above: aboveOf(disk, path),
      inside,
    };
  if (type !== 'folder')
    throw new Failure('usage', `${path} is ${sortOf(stat)}`, 'Give --root a folder or one conversation file.');
  return {
    path,
    type,
    names: readOrFail(path, () => namesIn(disk, path)),
    head: new Uint8Array(),
    above: aboveOf(disk, path),
    inside,
  };
}

/** False for a missing file, and for a link. */
export function isFileAt(disk: ReadDisk, path: string): boolean {
  return statOf(disk, path)?.type === 'file';
}

export function isFolderAt(disk: NamingDisk, path: string): boolean {
  return existsAt(disk, path) && statAt(disk, path).type === 'folder';
}

/** Facts about a path as given; a missing one counts as an empty folder. Null for an unreadable one. */
export function candidateIfReadable(disk: NamingDisk, path: string): CandidatePath | null {
  try {
    if (existsAt(disk, path)) return candidateAt(disk, path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
  const inside = insideOf(disk);
  return { path, type: 'folder', names: [], head: new Uint8Array(), above: aboveOf(disk, path), inside };
}

/** Names in folders. Each folder is listed once: every kind may ask, and for more folders than the disk remembers. */
function insideOf(disk: NamingDisk): NonNullable<CandidatePath['inside']> {
  const known = new Map<string, readonly string[]>();
  return (folder) => {
    const names = known.get(folder) ?? namesAbove(disk, folder);
    known.set(folder, names);
    return names;
  };
}

/** True if anything exists at an absolute path, a dangling link included. Throws Failure if unknown. */
export function existsAt(disk: ReadDisk, path: string): boolean {
  try {
    disk.lstat(path);
    return true;
  } catch (error) {
    if (NOT_THERE.includes(errorCode(error) ?? '')) return false;
    throw failureFor(disk, path, error);
  }
}

export function settingsReader(disk: ReadDisk): (path: string) => Uint8Array | null {
  return (path) => orNull(() => (disk.stat(path).type === 'file' ? disk.read(path, MAX_SETTINGS_BYTES) : null));
}

const MAX_SETTINGS_BYTES = 1024 * 1024;

const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

function statAt(disk: ReadDisk, path: string): Stat {
  try {
    return disk.stat(path);
  } catch (error) {
    throw failureFor(disk, path, error);
  }
}

function failureFor(disk: NamingDisk, path: string, error: unknown): Failure {
  const code = errorCode(error) ?? '';
  if (code !== 'ELOOP' && !NOT_THERE.includes(code)) return unreadableFailure(path, error);
  const message = `${path} ${whyNotReached(disk, path, error)}`;
  if (code === 'ELOOP') return new Failure('usage', message);
  const hint = path.includes('\ufffd') ? 'A name on the way to it is not UTF-8: rename that first.' : 'Check the path.';
  return new Failure('usage', message, hint);
}

function whyNotReached(disk: NamingDisk, path: string, error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ELOOP') return 'is a link that leads in a circle';
  if (!NOT_THERE.includes(code)) return `cannot be read: ${readingWords(error)}`;
  const target = orNull(() => disk.readlink(path));
  if (target !== null) return `is a link to ${target}, which is not there`;
  return `does not exist${code === 'ENOTDIR' ? ': a name on the way to it is a file' : ''}`;
}

/** The reason, as a predicate, why a path is not a readable folder or file; null for one that is. */
export function whyUnread(disk: NamingDisk, path: string): string | null {
  try {
    const stat = disk.stat(path);
    if (stat.type === 'folder') namesIn(disk, path);
    else if (stat.type === 'file') disk.read(path, 1);
    else return `is ${sortOf(stat)}`;
    return null;
  } catch (error) {
    return whyNotReached(disk, path, error);
  }
}

/** Throws Failure `failed`, with the reason, in the place of the system's error. */
export function readOrFail<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw unreadableFailure(path, error);
  }
}

function unreadableFailure(path: string, error: unknown): Failure {
  return new Failure('failed', `${path} cannot be read: ${readingWords(error)}`, null, { cause: error });
}

function namesIn(disk: NamingDisk, path: string): readonly string[] {
  return disk.texts?.(path) ?? textsOf(disk.list(path));
}

function aboveOf(disk: NamingDisk, path: string): CandidatePath['above'] {
  const out: CandidatePath['above'][number][] = [];
  for (let at = path; out.length < LEVELS && dirname(at) !== at; ) {
    at = dirname(at);
    out.push(folderAt(disk, at));
  }
  return out;
}

/** A folder whose names are listed on demand: folders far above may be long, and seldom matter. */
function folderAt(disk: NamingDisk, path: string): CandidatePath['above'][number] {
  let known: readonly string[] | null = null;
  return {
    path,
    get names() {
      known ??= namesAbove(disk, path);
      return known;
    },
  };
}

/** Names in a folder; empty if it cannot be listed, because a store in it may still be readable. */
function namesAbove(disk: NamingDisk, path: string): readonly string[] {
  return orNull(() => namesIn(disk, path)) ?? [];
}

interface NamingDisk extends ReadDisk {
  texts?(path: string): readonly string[];
}

/** Folders remembered by default: those above two paths. */
const MAX_FOLDERS = 32;

/** Caches folder listings while no folder changes. Some are long, and requested for every entry. */
export function rememberingNames(disk: ReadDisk, max = MAX_FOLDERS): NamingDisk {
  const known = new Map<string, { readonly names: Name[]; texts: readonly string[] | null }>();
  const look = (path: string) => {
    const found = known.get(path) ?? { names: disk.list(path), texts: null };
    // The least recently used folder is removed first.
    known.delete(path);
    known.set(path, found);
    const [oldest = path] = known.keys();
    if (known.size > max) known.delete(oldest);
    return found;
  };
  return {
    ...disk,
    list: (path) => look(path).names,
    texts: (path) => {
      const found = look(path);
      found.texts ??= textsOf(found.names);
      return found.texts;
    },
  };
}

function textsOf(names: readonly Name[]): string[] {
  return names.flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Marks conversations whose working folder is gone. Looks at each folder once. */
export function cwdMarker(disk: ReadDisk): <T extends Conversation>(each: T) => T {
  const known = new Map<string, boolean>();
  return (each) => {
    const { cwd = null } = each;
    if (cwd === null) return each;
    const isGone = known.get(cwd) ?? goneFolderOf(disk, each) !== null;
    known.set(cwd, isGone);
    return isGone ? { ...each, cwdGone: true } : each;
  };
}

export function goneFolderOf(disk: ReadDisk, { cwd }: Pick<Conversation, 'cwd'>): string | null {
  if (cwd == null) return null;
  if (!isAbsolute(cwd)) return isWindowsPath(cwd) ? cwd : null;
  return nullOnFailure(() => (existsAt(disk, cwd) ? null : cwd));
}

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
  const head = readOrFail(path, () => disk.read(path, SIGN_BYTES));
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
  const candidate = { ...candidateAt(disk, path), path: renamed, isGiven: true };
  const kind = candidate.head[0] === BRACE && kinds.find(({ layout }) => layout.recognise(candidate) !== null);
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
