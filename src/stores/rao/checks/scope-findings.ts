import { type Finding, fileFinding } from '../../../model/finding.ts';
import { isOpenToOthers, type Part } from '../../../model/part.ts';
import { atByte, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { isReached, raoFolder } from '../layout/layout.ts';
import type { NameRow, Names } from '../read/tables/names.ts';
import type { BaseFacts, FolderFact, NamesFile } from './facts.ts';
import { columnFindings, doubleFindings, isSound, nameRowFindings, oddFindings, tableFindings } from './names.ts';

export function* raoScopeFindings(facts: BaseFacts): Generator<Finding> {
  for (const part of facts.scope.shared) yield* strayFindings(part);
  const names = soundNames(facts.names);
  if (facts.names?.names != null) yield* namesFindings(facts.names.part.path, facts.names.names, names !== null);
  const archiveNames = soundNames(facts.archiveNames);
  if (facts.archiveNames?.names != null && archiveNames === null)
    yield fileFinding('RA316', null, facts.archiveNames.part.path, 'cannot be read whole');
  yield* numberFindings(facts);
  if (isWhole(facts)) {
    yield* topFindings(numbersOf(facts));
    yield* rowFindings(facts, { names, archiveNames });
  }
  yield* sharingFindings(facts);
}

function* strayFindings({ role, path }: Part): Generator<Finding> {
  if (role === 'no-folder')
    yield fileFinding('RA323', null, path, 'has the name of a conversation but is not a folder');
  else if (role === 'stray') yield fileFinding('RA406', null, path, 'is not a conversation');
}

function soundNames(file: NamesFile | null): Names | null {
  const names = file?.names ?? null;
  return names !== null && isSound(names) ? names : null;
}

function* namesFindings(path: string, names: Names, isReadable: boolean): Generator<Finding> {
  yield* placedFindings(null, path, tableFindings(names));
  yield* placedFindings(null, path, oddFindings(names));
  if (!isReadable) return;
  yield* placedFindings(null, path, columnFindings(names));
  for (const { row, ...finding } of [...nameRowFindings(names), ...doubleFindings(names)])
    yield { id: row.id === null ? null : String(row.id), path, ...finding };
}

/** True if every folder was seen, which comparing numbers and names needs. */
function isWhole({ scope, folders }: BaseFacts): boolean {
  if (scope.site.file !== null) return false;
  const seen = new Set(folders.map(({ id }) => id));
  return scope.units === undefined || [...scope.units.keys()].every((id) => seen.has(id));
}

function* sharingFindings({ scope, folders }: BaseFacts): Generator<Finding> {
  const open = folders.filter(({ modes }) => isOpenToOthers({ mode: modes })).length;
  if (open === 0) return;
  const detail = `has ${countOf(open, 'conversation')} that other users can read`;
  yield fileFinding('RA407', null, raoFolder(scope.site), detail);
}

function* numberFindings({ folders }: BaseFacts): Generator<Finding> {
  for (const fact of folders)
    if (fact.state === 'active') for (const finding of numberFindingsOf(fact)) yield placedAt(fact, finding);
}

function* numberFindingsOf({ id, number }: FolderFact): Generator<FileFinding> {
  if (number === null) yield findingAbout('RA322', 'has a number that is too large for R');
  else if (!isReached(id)) yield findingAbout('RA320', `is listed as ${number}, but Rao opens conversation_${number}`);
  else if (number === 0) yield findingAbout('RA321', 'has the number 0');
}

/** Findings on the highest conversation, which Rao reads before it makes a new one. */
export function* topFindings({ top }: Pick<Numbers, 'top'>): Generator<Finding> {
  if (top?.empty === null) {
    const detail = 'has the highest number and a log that cannot be read: no new conversation can be created';
    yield placedAt(top, findingAbout('RA330', detail));
  } else if (top?.empty && (top.messages ?? 0) > 0) {
    const detail = 'has the highest number and counts as empty: the next new conversation wipes it';
    yield placedAt(top, findingAbout('RA331', detail));
  }
}

function placedAt({ id, path }: FolderFact, finding: FileFinding): Finding {
  return { id, path, ...finding };
}

interface Tables {
  readonly names: Names | null;
  readonly archiveNames: Names | null;
}

function* rowFindings(facts: BaseFacts, { names, archiveNames }: Tables): Generator<Finding> {
  const numbers = numbersOf(facts);
  const named = idsOf(names);
  if (names !== null && facts.names !== null) {
    yield* rowsFindings(facts.names.part.path, names, numbers);
    yield* unnamedFindings('RA311', numbers.active, named);
  }
  // An unreadable table may have the name.
  if (facts.archiveNames === null || archiveNames !== null)
    yield* unnamedFindings('RA315', numbers.archived, new Set([...named, ...idsOf(archiveNames)]));
  yield* nextFindings(numbers, named);
}

function idsOf(names: Names | null): ReadonlySet<number | null> {
  return new Set(names?.rows.map(({ id }) => id));
}

function* rowsFindings(path: string, { rows }: Names, numbers: Numbers): Generator<Finding> {
  for (const row of rows)
    for (const finding of numberedRowFindings(row, numbers)) yield { id: String(row.id), path, ...finding };
}

function* numberedRowFindings({ id, row }: NameRow, { active, archived, next }: Numbers): Generator<FileFinding> {
  if (id === null || active.has(id)) return;
  if (id === next) yield atByte('RA312', row.start, `has a name for ${id}, the number of the next new conversation`);
  else if (archived.has(id)) yield atByte('RA310', row.start, `has the name of ${id}, which is archived`);
  else yield atByte('RA309', row.start, `has a name for ${id}, which does not exist`);
}

function* unnamedFindings(
  code: 'RA311' | 'RA315',
  folders: Numbers['active'],
  named: ReadonlySet<number | null>,
): Generator<Finding> {
  for (const [number, { id, path }] of folders)
    if (!named.has(number)) yield fileFinding(code, id, path, 'has no name');
}

/** The finding for an archived conversation whose number the next new one takes, unless a row of that number says more. */
function* nextFindings({ archived, active, next }: Numbers, named: ReadonlySet<number | null>): Generator<Finding> {
  const fact = next === null || active.has(next) || named.has(next) ? undefined : archived.get(next);
  if (fact === undefined) return;
  const detail = 'has the number that the next new conversation takes';
  yield fileFinding('RA313', fact.id, fact.path, detail);
}

interface Numbers {
  readonly active: ReadonlyMap<number, FolderFact>;
  readonly archived: ReadonlyMap<number, FolderFact>;
  /** The folder of the highest number; null where Rao would make it. */
  readonly top: FolderFact | null;
  /** The number of the next new conversation; null where Rao stops. */
  readonly next: number | null;
}

/** Numbers as Rao counts them (docs/formats/rao.md, "Numbers"). */
function numbersOf({ folders }: Pick<BaseFacts, 'folders'>): Numbers {
  const active = byNumber(folders, 'active');
  // R's `max` with a missing number is missing.
  const isCounted = folders.every(({ state, number }) => state === 'archived' || number !== null);
  let highest = -1;
  for (const number of active.keys()) highest = Math.max(highest, number);
  const listed = active.get(highest) ?? null;
  // Rao does not open a folder spelled otherwise, and creates an empty one.
  const top = listed !== null && isReached(listed.id) ? listed : null;
  const next = listed !== null && top === null ? highest : nextOf(highest, top);
  return { active, archived: byNumber(folders, 'archived'), top, next: isCounted ? next : null };
}

/** Folders by number. Rao opens `conversation_1` for 1, whatever else counts as 1. */
function byNumber(folders: readonly FolderFact[], state: FolderFact['state']): ReadonlyMap<number, FolderFact> {
  const found = new Map<number, FolderFact>();
  for (const fact of folders) {
    const { number } = fact;
    if (fact.state === state && number !== null && (isReached(fact.id) || !found.has(number))) found.set(number, fact);
  }
  return found;
}

/** Number of the next new conversation; null where Rao stops. The highest conversation is reused while it is empty. */
function nextOf(highest: number, top: FolderFact | null): number | null {
  if (top === null) return 1;
  if (top.empty === null) return null;
  return top.empty ? highest : highest + 1;
}
