import type { ReadDisk } from '../../../src/io/disk.ts';
import { namesOf, type Reading, readBase, type Tree } from '../../stores/rao/reader.ts';
import { filesOf, type Harm, judged } from './kind-harm.ts';

const RAO_FOLDER = /^conversations\/(?:archive\/)?conversation_(\d+)\//;

/** The files of one conversation's folder, by their names. */
type Folder = ReadonlyMap<string, string>;

/**
 * Rao, which reads at any moment: every folder is whole in one of the two places, no name is lost but those of the deleted, its
 * table of names is never one that it would overwrite, and a new conversation gets a number.
 */
export function raoHarm(before: ReadDisk, after: ReadDisk): Harm {
  const [old, made] = [filesOf(before), filesOf(after)];
  const [oldFolders, madeFolders] = [foldersIn(old), foldersIn(made)];
  const stay = stays(oldFolders, madeFolders);
  return judged((files) => {
    const now = foldersIn(files);
    for (const [number, folders] of now) {
      const known = [...(oldFolders.get(number) ?? []), ...(madeFolders.get(number) ?? [])];
      for (const folder of folders) if (!isWhole(folder, known)) return `a folder of ${number} is not whole`;
    }
    for (const [number, names] of stay)
      if (!names.some((each) => now.get(each)?.some(({ size }) => size > 0))) return `${number} is nowhere`;
    return namesLost(files, old, made);
  });
}

/** Under which numbers each conversation that stays may be found: one that gets another number is the only one to go. */
function stays(old: ReadonlyMap<string, Folder[]>, made: ReadonlyMap<string, Folder[]>): Map<string, string[]> {
  const gone = [...old.keys()].filter((number) => !made.has(number));
  const come = [...made.keys()].filter((number) => !old.has(number));
  const out = new Map([...old.keys()].filter((number) => made.has(number)).map((number) => [number, [number]]));
  const [from, to] = [gone[0], come[0]];
  if (from !== undefined && to !== undefined && gone.length + come.length === 2) out.set(from, [from, to]);
  return out;
}

/** Each file is one of those known under its name, and none is missing that all have; an empty folder is only a name. */
function isWhole(folder: Folder, known: readonly Folder[]): boolean {
  if (folder.size === 0) return true;
  const [first, ...others] = known;
  const needed = [...(first?.keys() ?? [])].filter((name) => others.every((other) => other.has(name)));
  const isKnown = ([name, text]: [string, string]) => known.some((each) => each.get(name) === text);
  return needed.every((name) => folder.has(name)) && [...folder].every(isKnown);
}

/** The folders of each number; what is built beside a file is left out. */
function foldersIn(files: Tree): ReadonlyMap<string, Folder[]> {
  const folders = new Map<string, Map<string, string>>();
  for (const [path, bytes] of files) {
    const [prefix] = RAO_FOLDER.exec(path) ?? [];
    if (prefix === undefined) continue;
    const folder = folders.get(prefix) ?? new Map<string, string>();
    const name = path.slice(prefix.length);
    if (name !== '' && !name.includes('.convo-')) folder.set(name, bytes.toString('latin1'));
    folders.set(prefix, folder);
  }
  const out = new Map<string, Folder[]>();
  for (const [prefix, folder] of folders) {
    const number = RAO_FOLDER.exec(prefix)?.[1] ?? '';
    out.set(number, [...(out.get(number) ?? []), folder]);
  }
  return out;
}

function namesLost(now: Tree, old: Tree, made: Tree): string | null {
  const [current, was, becomes] = [readRao(now), readRao(old), readRao(made)];
  const isSound = was !== null && becomes !== null && !was.losesNames && !becomes.losesNames;
  if (isSound && current === null) return 'Rao would stop at the table of names';
  if (isSound && current?.losesNames) return 'the table of names would be overwritten';
  if (isSound && current?.next === null && was.next !== null) return 'no new conversation can be made';
  const bare = nameless(now).filter((number) => !nameless(old).includes(number) && !nameless(made).includes(number));
  if (bare.length > 0) return `folders without a name: ${bare.join(', ')}`;
  const [has, had, will] = [namesIn(now), namesIn(old), namesIn(made)];
  const lost = [...had].filter((name) => will.has(name) && !has.has(name));
  return lost.length === 0 ? null : `names are lost: ${lost.join(', ')}`;
}

/** Null where Rao stops. */
function readRao(files: Tree): Reading | null {
  try {
    return readBase(files);
  } catch {
    return null;
  }
}

/** Numbers with files among the active ones that the owner's table does not name. */
function nameless(files: Tree): string[] {
  const named = new Set((namesOf(files.get('conversation_names.csv')) ?? []).map(({ id }) => String(id)));
  const active = [...files.keys()].flatMap((path) => /^conversations\/conversation_(\d+)\/./.exec(path)?.[1] ?? []);
  return [...new Set(active)].filter((number) => !named.has(number));
}

/** The names of both tables. */
function namesIn(files: Tree): ReadonlySet<string> {
  const tables = ['conversation_names.csv', 'conversations/archive/conversation_names.csv'];
  return new Set(tables.flatMap((path) => (namesOf(files.get(path)) ?? []).map(({ id, name }) => `${id} ${name}`)));
}
