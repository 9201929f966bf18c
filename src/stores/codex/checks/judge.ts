import { isBomAt, isUtf16 } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, type Finding, ruleOf } from '../../../model/finding.ts';
import { isNameOfCopy } from '../../../model/ids.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { INFLATE, RAW } from '../../../model/rules/row.ts';
import { atSameByte, causesFrom, foldCauses, inFile, inTiedFile } from '../../engine/causes.ts';
import { otherFormatDetail, type RecordMembers } from '../../engine/faults/other-format.ts';
import { areObjectsApart } from '../../engine/range-edits.ts';
import {
  atByte,
  boundedFindings,
  boundedList,
  copyFinding,
  type FileFinding,
  findingAbout,
  placedFindings,
} from '../../file-finding.ts';
import type { CodexDocument } from '../document.ts';
import { folderFor, SESSIONS } from '../layout/layout.ts';
import { type InheritedPart, type Lineage, MAX_FORKS } from '../read/lineage.ts';
import type { Meta } from '../read/meta.ts';
import { endsLine, lastOrdinal } from '../read/record.ts';
import type { RolloutFile, ZstdFault } from '../read/rollout-file.ts';
import { firstRecordFindings, OpeningReader, openingOf, repeatedMetaFindings } from './first-record.ts';
import { cacheFindings } from './home-findings.ts';
import { eventCheck, itemTimeFindings, lineFindings, ordinalFindings } from './line-findings.ts';

/** Members that a record of a session has at least; a line without them is of another format. */
const RECORD_MEMBERS: RecordMembers = [
  ['type', 'timestamp'],
  ['id', 'timestamp'],
  ['type', 'role'],
  ['type', 'call_id'],
];

export function judgeCodex(document: CodexDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn(document: CodexDocument): Generator<Finding> {
  const isOpen = document.isOpen();
  for (const file of document.files) {
    const fileFindings = function* (): Generator<FileFinding> {
      yield* placeFindings(document, file);
      yield* withRemedies(file, contentFindings(file, isOpen));
      const { meta } = file.head();
      if (meta !== null) yield* lineageFindings(meta, document.lineage(file));
    };
    yield* placedFindings(document.id, file.part.path, fileFindings());
  }
  const [first] = document.files;
  if (!isOpen && first !== undefined) yield* placedFindings(document.id, first.part.path, staleFindings(document));
  if (isOpen && first !== undefined)
    yield* placedFindings(document.id, first.part.path, [findingAbout('CX401', 'is open in a program')]);
}

function staleFindings({ id, files, scope }: CodexDocument): Iterable<FileFinding> {
  const paginated = files.flatMap((file) =>
    file.head().meta?.mode === 'paginated' && file.source !== null ? [[file.part.path, file.source] as const] : [],
  );
  return paginated.length === 0 ? [] : cacheFindings(scope.ofThread.turnCache()?.rows.get(id), paginated);
}

/** Removes the healing of findings in a compressed rollout, which no heal mends. */
function* withRemedies({ part, source }: RolloutFile, found: Iterable<FileFinding>): Generator<FileFinding> {
  const isUnwritten = source !== null && source !== part.source;
  for (const each of found) {
    yield isUnwritten && ruleOf(each.code).healedBy !== null ? { ...each, remedy: INFLATE } : each;
  }
}

export function* contentFindings(file: RolloutFile, isOpen: boolean): Generator<FileFinding> {
  if (file.isDocument) return yield findingAbout('CX109', 'is one document of spring 2025');
  if (file.zstdFault !== null) return yield ZSTD[file.zstdFault];
  if (file.source === null) return;
  const whole = wholeFinding(file.source) ?? (file.head().meta === null ? formFinding(file.source) : null);
  if (whole !== null) return yield whole;
  const opening = new OpeningReader();
  if (file.head().isFirst) {
    yield* firstRecordFindings(file, opening.found);
    return yield* entryFindings(file, isOpen, opening);
  }
  // Findings on the first record are shown first, but known last: the others wait here.
  const bounded = boundedList<FileFinding>((first, count) => ({ ...first, count }));
  const found: FileFinding[] = [];
  for (const each of entryFindings(file, isOpen, opening)) if (bounded.admits(each)) found.push(each);
  const firsts = [...firstRecordFindings(file, opening.found)];
  yield* firsts;
  // A file of bare records, or without records, gets no further findings.
  if (!firsts.some(({ code }) => SOLE_FINDINGS.has(code))) yield* [...found, ...bounded.rest()];
}

function* entryFindings(file: RolloutFile, isOpen: boolean, opening: OpeningReader): Generator<FileFinding> {
  const checks = [
    lineFindings(file, isOpen),
    ordinalFindings(file),
    repeatedMetaFindings(file),
    eventCheck(file),
    itemTimeFindings(file),
  ];
  for (const entry of file.entries()) {
    opening.take(entry);
    for (const check of checks) {
      const found = check.take(entry);
      if (found !== null) yield* found;
    }
  }
  for (const check of checks) yield* check.end();
}

const SOLE_FINDINGS: ReadonlySet<Code> = new Set(['CX001', 'CX108']);

const ZSTD: Readonly<Record<ZstdFault, FileFinding>> = {
  cut: findingAbout('CX016', 'cannot be inflated: it is cut, or not what it was'),
  changed: findingAbout('CX016', 'cannot be inflated: bytes of it were changed, as its checksum says'),
  'not-zstd': findingAbout('CX017', 'is not compressed, as its name says'),
  'too-large': findingAbout('CX018', 'is more than 256 MiB when it is inflated'),
  'too-much-memory': findingAbout('CX018', 'asks for more than 128 MiB of memory to be inflated'),
};

export function* placeFindings(
  { id, files, scope }: Pick<CodexDocument, 'id' | 'files' | 'scope'>,
  file: RolloutFile,
): Generator<FileFinding> {
  const { name, where, part, isDocument } = file;
  if (isDocument || where === 'alone') return;
  if (part.type === 'link') yield findingAbout('CX310', 'is a link, and the list takes plain files alone');
  if (name === null) return yield* nameFindings({ id, isCopy: scope.isCopy }, where);
  if (where === 'loose') yield findingAbout('CX305', 'is not in a folder sessions/YEAR/MONTH/DAY');
  if (where === 'dated' && isElsewhere(file))
    yield findingAbout('CX304', `is not in sessions/${folderFor(name)}, where its name belongs`);
  const { meta } = file.head();
  if (meta !== null && meta.id !== name.thread && openingOf(file).invalid === null)
    yield findingAbout('CX301', `names itself ${meta.id}, and its file ${id}`);
  if (where !== 'archived' && isUncompressed(file)) yield* twinFindings(files, file);
}

function* nameFindings(
  { id, isCopy }: { readonly id: string; readonly isCopy: boolean },
  where: RolloutFile['where'],
): Generator<FileFinding> {
  // An archived copy gets no finding.
  if (where === 'archived' && isNameOfCopy(id)) return;
  yield isCopy ? copyFinding('CX312', id) : findingAbout('CX306', 'has a name that is not rollout-TIME-ID.jsonl');
}

function* twinFindings(files: readonly RolloutFile[], { part }: RolloutFile): Generator<FileFinding> {
  const others = files.filter((other) => other.part !== part && isUncompressed(other));
  const archived = others.find((other) => other.where === 'archived');
  if (archived !== undefined)
    yield findingAbout('CX303', `is archived too: to archive it would overwrite ${archived.part.path}`);
  const twin = others.find((other) => other.where !== 'archived' && other.part.path < part.path);
  if (twin !== undefined) yield findingAbout('CX302', `has the id of ${twin.part.path} too`);
}

/** True for an uncompressed file that is no segment of its thread. */
function isUncompressed({ name }: RolloutFile): boolean {
  return name !== null && name.window === null && !name.isCompressed;
}

/** True if a rollout is not in the folder of its day. Folders are numbers to the program: `4` is `04`. */
function isElsewhere({ name, part }: RolloutFile): boolean {
  const numbers = (path: string) => path.split('/').map(Number).join('/');
  return name !== null && numbers(folderOf(part.path).slice(SESSIONS.length + 1)) !== numbers(folderFor(name));
}

function* lineageFindings({ id, base }: Meta, { fault, parts }: Lineage): Generator<FileFinding> {
  const source = parts.at(-1);
  if (fault === null && base !== null && source !== undefined) yield* editedSourceFinding(source, base.ordinal);
  if (fault?.shape === 'missing') {
    const which = fault.thread === id ? 'an earlier rollout of the same thread' : fault.thread;
    yield findingAbout('CX204', `goes on from ${which}, which is not there`);
  }
  if (fault?.shape === 'unread')
    yield findingAbout('CX208', `goes on from ${fault.thread}, which the program cannot read for how it begins`);
  if (fault?.shape === 'torn') yield findingAbout('CX208', `goes on from ${fault.thread}, which cannot be inflated`);
  if (fault?.shape === 'legacy')
    yield findingAbout('CX208', `goes on from ${fault.thread}, which is no paginated thread`);
  if (fault?.shape === 'ring')
    yield findingAbout('CX206', `goes on from ${base?.thread}, which in the end goes on from itself`);
  if (fault?.shape === 'long')
    yield findingAbout('CX206', `goes on from ${base?.thread}, which goes on through more than ${MAX_FORKS} others`);
  if (fault?.shape === 'short')
    yield findingAbout(
      'CX205',
      `goes on from ${fault.bytes} bytes of ${baseName(fault.path)}, which has ${fault.size}`,
    );
}

/** A finding if the bytes of a source changed: the program reads the present ones, and silently ignores a cut part. */
function* editedSourceFinding({ path, source, bytes }: InheritedPart, next: number): Generator<FileFinding> {
  const from = `goes on from ${bytes} bytes of ${baseName(path)}`;
  if (!endsLine(source, bytes)) return yield findingAbout('CX207', `${from}, which now end inside a record`);
  const last = lastOrdinal(source, bytes);
  if (last !== next - 1)
    yield findingAbout(
      'CX207',
      `${from}, which now end ${last === null ? 'before any record' : `with record ${last}`}, and ended with ${next - 1}`,
    );
}

const HEAD_BYTES = 1 << 16;

/** A finding on a file as a whole; its lines are judged once it is healed. */
export function wholeFinding(source: Source): FileFinding | null {
  const code = wholeCode(source);
  return code === null ? null : atByte(code, 0, DETAILS[code]);
}

/** A finding on a file of another format, or whose records are not one per line. */
function formFinding(source: Source): FileFinding | null {
  const format = otherFormatDetail(source, RECORD_MEMBERS);
  if (format !== null) return { ...findingAbout('CX001', format), remedy: RAW };
  return areObjectsApart(source) ? findingAbout('CX023', 'has records over several lines, or in a list') : null;
}

const DETAILS = {
  CX004: 'has a byte-order mark before the first record',
  CX005: 'ends its lines with CR alone',
  CX006: 'is UTF-16',
} as const satisfies Partial<Record<Code, string>>;

function wholeCode(source: Source): keyof typeof DETAILS | null {
  const head = source.slice(0, HEAD_BYTES);
  const [a, b] = head;
  if (isUtf16(head)) return 'CX006';
  if ((a === 0x7b && b === 0) || (a === 0 && b === 0x7b)) return 'CX006';
  if (isBomAt(head, 0)) return 'CX004';
  return head.includes(0x0d) && !head.includes(0x0a) && /\r\s*\{/.test(Buffer.from(head).toString('latin1'))
    ? 'CX005'
    : null;
}

const LINES: readonly Code[] = [
  'CX002',
  'CX003',
  'CX007',
  'CX008',
  'CX010',
  'CX011',
  'CX012',
  'CX013',
  'CX014',
  'CX015',
  'CX019',
  'CX020',
  'CX021',
  'CX022',
  'CX024',
];

const CAUSES = causesFrom([
  // The first broken line is before the record that names the thread, or is that record.
  { from: LINES, follow: ['CX103'], at: inFile },
  { from: LINES, follow: ['CX101'], at: inTiedFile },
  // A broken line may have been the question.
  { from: LINES, follow: ['CX110'], at: inFile },
  // A copy has the ordinal of its original.
  { from: ['CX211', 'CX212'], follow: ['CX202'], at: atSameByte },
]);
