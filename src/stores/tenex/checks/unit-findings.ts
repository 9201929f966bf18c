import { pointerOf } from '../../../codecs/json/pointer.ts';
import { spanOf } from '../../../codecs/json/value.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import { foldCauses } from '../../engine/causes.ts';
import { boundedFindings, type FileFinding, findingAbout, placedFindings, withExpected } from '../../file-finding.ts';
import { countOf, firstNames, shortened } from '../../words.ts';
import type { TenexDocument } from '../document.ts';
import { indexPath, isSafeId, namesItself } from '../layout/layout.ts';
import { type DecodedTenex, isOfLater, type TenexFile } from '../read/decoded.ts';
import type { IndexEntry } from '../read/index-file.ts';
import { textMember, usableTime } from '../read/members.ts';
import { type CopyComparison, compareCopies, isCopy, isOnDisk } from './copies.ts';
import { tenexCauses } from './document/judge.ts';

export function tenexUnitFindings(document: TenexDocument): readonly Finding[] {
  return foldCauses(tenexCauses, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn(document: TenexDocument): Generator<Finding> {
  const { id, files, active, archived } = document;
  for (const file of files) yield* fileFindings(file, document);
  if (active !== null && archived !== null) yield bothPlaces(id, active, archived);
  yield* entryFindings(document);
  yield* leftovers(document);
}

function bothPlaces(id: string, active: TenexFile, archived: TenexFile): Finding {
  const copies = compareCopies(active, archived);
  const isContained = copies.holds !== 'neither' && copies.holds !== 'unreadable';
  const code = isContained ? 'TX310' : 'TX309';
  const detail = `is in the archive while a copy is active: ${comparisonText(copies)}`;
  return fileFinding(code, id, archived.part.path, detail);
}

function comparisonText({ holds, more, newer, differs }: CopyComparison): string {
  const beside = differs.length === 0 ? '' : `; they differ in ${firstNames(differs)}`;
  const later = newer === null ? '' : `; the ${newer} one is newer`;
  if (holds === 'unreadable') return `one of the two cannot be read${later}`;
  if (holds === 'same')
    return differs.length === 0 ? 'both say the same' : `both have the same history${beside}${later}`;
  if (holds === 'neither') {
    const lost = `the active one has ${countOf(more.active, 'event')} that the archived one lacks, and lacks ${more.archived} of its own`;
    return `${lost}${beside}${later}`;
  }
  return `the ${holds} one has ${countOf(more[holds], 'event')} more and all of the other${beside}`;
}

function* leftovers({ id, unit, active, archived }: TenexDocument): Generator<Finding> {
  const hasFile = active !== null || archived !== null;
  for (const { path, role, size } of unit.parts) {
    if (role === 'copy') yield fileFinding('TX406', id, path, 'is a copy of a conversation, under a name of its own');
    if (role !== 'temporary') continue;
    yield hasFile
      ? fileFinding('TX401', id, path, `is a temporary file beside its conversation, ${size} bytes`)
      : fileFinding('TX402', id, path, `is a temporary file without its conversation, ${size} bytes`);
  }
}

/** Findings from index entries and files, compared both ways. None if the index is out of sight or unreadable. */
function* entryFindings(document: TenexDocument): Generator<Finding> {
  const { id, index, entries, unit, active, archived, scope } = document;
  const [entry, second] = entries;
  const file = active ?? archived;
  if (entry === undefined && file !== null && (index.list !== null || isNoEntry(document)))
    yield* placedFindings(document.id, file.part.path, unindexedFindings(document, file));
  if (entry === undefined || index.list === null) return;
  const findingOf = entryFindingMaker(document);
  if (!isSafeId(id)) yield findingOf(entry, 'TX410', `names the id ${shownId(id)}, which is not a name for a file`);
  else if (unit.parts.length === 0 && scope.hasUnreadFolder !== true)
    yield findingOf(entry, 'TX305', 'has an entry without a conversation');
  if (second !== undefined) yield findingOf(second, 'TX311', `has ${entries.length} entries of one conversation`);
  if (file === null) return;
  yield* flagFindings(document, entry, findingOf);
  yield* differingFindings(findingOf, entry, differences(document, entry), file.part.path);
}

function* differingFindings(
  findingOf: FindingOf,
  entry: IndexEntry,
  found: readonly Difference[],
  file: string,
): Generator<Finding> {
  if (found.length === 0) return;
  const words = found.map(({ name, said, is }) => `${name} is ${said}, not ${is}`).join('; ');
  const detail = `has an entry that says something else than its conversation: ${words}`;
  const named = (key: 'said' | 'is') => found.map((each) => `${each.name}: ${each[key]}`).join(', ');
  const ofEntry = withExpected(findingOf(entry, 'TX312', detail), named('is'), named('said'));
  // Unread events cause these differences.
  yield found.every(({ name }) => OF_EVENTS.has(name)) ? { ...ofEntry, tie: file } : ofEntry;
}

const OF_EVENTS: ReadonlySet<string> = new Set(['eventCount', 'agentCount', 'createdAt']);

interface Difference {
  readonly name: string;
  readonly said: string;
  readonly is: string;
}

/** True for a unit that does not belong in an index, which is reported even if the index cannot be read. */
function isNoEntry(document: TenexDocument): boolean {
  const decoded = (document.active ?? document.archived)?.decoded() ?? null;
  return !isSafeId(document.id) || (decoded !== null && isCopy(decoded, document));
}

function* unindexedFindings(document: TenexDocument, file: TenexFile): Generator<FileFinding> {
  const { id, active } = document;
  const decoded = file.decoded();
  if (!isSafeId(id)) yield findingAbout('TX410', `has the id ${shownId(id)}, which is not a name for a conversation`);
  else if (decoded !== null && isCopy(decoded, document))
    yield findingAbout('TX406', `is a copy of the conversation ${shortened(textMember(decoded, 'id') ?? '')}`);
  // A heal adds no entry for a conversation that TENEX cannot load.
  else if (decoded?.verdict().stage !== 'ok') return;
  else if (active === null) yield findingAbout('TX307', 'is archived and not in the index');
  else yield findingAbout('TX306', 'is not in the index: TENEX neither lists nor loads it');
}

function shownId(id: string): string {
  return shortened(JSON.stringify(id));
}

type FindingOf = (entry: IndexEntry, code: Code, detail: string) => Finding;

function entryFindingMaker({ id, scope, index }: TenexDocument): FindingOf {
  const path = index.part?.path ?? indexPath(scope.site);
  return ({ value, position: place }, code, detail) => {
    const at = index.list === null ? null : `${pointerOf(index.list)}/${place}`;
    return { code, id, path, at, offset: spanOf(value).start, detail };
  };
}

function* flagFindings(
  { active, archived }: TenexDocument,
  entry: IndexEntry,
  findingOf: FindingOf,
): Generator<Finding> {
  const said = entry.archived;
  if (said === null && entry.member('archived') === null)
    yield findingOf(entry, 'TX313', 'has an entry that does not say whether the conversation is archived');
  if (said === true && active !== null)
    yield withExpected(
      findingOf(entry, 'TX308', 'says that a conversation is archived whose file is among the active ones'),
      'archived: false',
      'archived: true',
    );
  if (said !== true && active === null && archived !== null)
    yield withExpected(
      findingOf(entry, 'TX308', 'says that a conversation is active whose file is in the archive'),
      'archived: true',
      `archived: ${said ?? 'missing'}`,
    );
}

/** Members that differ from what TENEX would write; none for an unreadable file. */
function differences(document: TenexDocument, entry: IndexEntry): Difference[] {
  const opened = document.active ?? document.archived;
  const decoded = opened?.decoded() ?? null;
  const judged = opened === null ? null : document.judgement(opened);
  if (decoded === null || judged === null || decoded.verdict().stage !== 'ok') return [];
  const { first, events, agentCount } = judged.counts;
  const phase = textMember(decoded, 'phase')?.toLowerCase() ?? null;
  const rows: { readonly name: string; readonly said: unknown; readonly is: unknown }[] = [
    { name: 'title', said: entry.title, is: textMember(decoded, 'title') },
    { name: 'phase', said: entry.phase?.toLowerCase() ?? null, is: phase },
    { name: 'eventCount', said: entry.eventCount, is: events },
    { name: 'agentCount', said: entry.agentCount, is: agentCount },
  ];
  // If the first event has no time, TENEX uses that of the save.
  if (usableTime(first) !== null) rows.push({ name: 'createdAt', said: entry.createdAt, is: first });
  return rows
    .filter(({ said, is }) => said !== null && said !== is)
    .map(({ name, said, is }) => ({ name, said: shortened(JSON.stringify(said)), is: shortened(JSON.stringify(is)) }));
}

function* fileFindings(opened: TenexFile, document: TenexDocument): Generator<Finding> {
  const { id, scope } = document;
  const { path, type } = opened.part;
  if (type === 'link') yield fileFinding('TX408', id, path, 'is a link: what is written goes where it leads');
  const decoded = opened.decoded();
  if (decoded === null) return;
  for (const finding of document.judgement(opened)?.findings ?? [])
    yield { id, path, ...(finding.code === 'TX113' && isOfLater(opened, scope, document.index) ? OF_LATER : finding) };
  for (const finding of idFindings(decoded, document)) yield { id, path, ...finding };
}

const OF_LATER = findingAbout('TX114', 'is in the keeping of a later TENEX, and judged as JSON only');

/** Findings on the id inside, under which TENEX saves, in place of the file's name. */
function* idFindings(decoded: DecodedTenex, document: TenexDocument): Generator<FileFinding> {
  const value = decoded.members.get('id');
  const inner = textMember(decoded, 'id');
  if (value === undefined || inner === null || inner === document.id || !decoded.isParsed) return;
  // TENEX does not load a copy, so it does not save one.
  if (isCopy(decoded, document)) return;
  if (!namesItself(document.scope.site, document.id)) return;
  const isOtherConversation = isOnDisk(inner, document);
  yield {
    code: isOtherConversation ? 'TX206' : 'TX205',
    at: '/id',
    offset: spanOf(value).start,
    detail: isOtherConversation
      ? `calls itself ${shortened(inner)}, which is another conversation: its next save overwrites that one`
      : `calls itself ${shortened(inner)}: its next save writes a file of that name`,
    expected: document.id,
    actual: shortened(inner),
  };
}
