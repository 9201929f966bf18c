import { errorCode } from '../../io/disk/error-code.ts';
import { LeftForLater } from '../../io/disk/read-file.ts';
import { storeView } from '../../io/disk/store-view.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { firstAsked, type View } from '../../model/conversation.ts';
import { Failure, nullOnFailure } from '../../model/failure.ts';
import {
  aroundOf,
  type Code,
  type Excerpt,
  type Finding,
  fileFinding,
  isRefused,
  ruleOf,
  severityWithConsequences,
} from '../../model/finding.ts';
import { once } from '../../model/once.ts';
import { FileReplaced, isUnreadable, LF, type Part, partFinder, type Source } from '../../model/part.ts';
import type { Document, Site } from '../../stores/kind.ts';
import { type LineColumn, lineColumns } from './line-columns.ts';

/** A finding with content of its file for reports; structured-clonable. Members are missing if unknown. */
export interface JudgedFinding extends Finding {
  readonly position?: LineColumn;
  readonly content?: string;
  readonly excerpt?: Excerpt;
  readonly title?: string;
  /** The absolute working folder of the conversation. */
  readonly folder?: string;
  /** Other conversations may report on its file, too. */
  readonly isShared?: true;
  /** It sums up its file, so its fingerprint uses the message, and its place is only the beginning. */
  readonly isSum?: true;
  readonly consequences?: readonly JudgedFinding[];
}

export interface JudgeOptions {
  /** Wanted codes; those that report unjudged files are always included. */
  readonly codes: ReadonlySet<Code>;
  /** Bytes of an excerpt on each side; 0 for no excerpts, titles and folders. */
  readonly excerptBytes: number;
  /** Checks signatures of events, which takes longest. */
  readonly signatures: boolean;
}

/** True if the program cannot go on with the file, though its list may have it. */
export function stopsProgram(finding: Finding): boolean {
  return isRefused({ owner: ruleOf(finding.code).owner, severity: severityWithConsequences(finding) });
}

/** Judges a finding on a file that is not a conversation's own. */
type JudgeOther = (finding: Finding) => JudgedFinding;

export function* judgeUnit(
  document: Document,
  parts: readonly Part[],
  judgeOther: JudgeOther,
  excerptBytes = 0,
): Generator<JudgedFinding> {
  const placers = new Map<string, FindingPlacer>();
  const about = once(() => aboutOf(document));
  const partAt = partFinder(parts);
  const isOwn = (path: string) => partAt(path) !== undefined;
  const placed = (finding: Finding): JudgedFinding => {
    const { path, offset } = finding;
    if (offset !== null && isOwn(path) && !placers.has(path))
      placers.set(path, placerFor(fileTextOf(document, partAt(path), path), excerptBytes));
    return placers.get(path)?.(finding) ?? finding;
  };
  const judge = (finding: Finding): JudgedFinding => {
    const { path, consequences } = finding;
    // Most findings end here: a spread is slow.
    if (excerptBytes === 0 && consequences === undefined && isOwn(path)) return placed(finding);
    return {
      ...placed(finding),
      ...(isOwn(path) ? {} : judgeOther(finding)),
      ...(excerptBytes === 0 ? {} : about()),
      ...(consequences === undefined ? {} : { consequences: consequences.map(judge) }),
    };
  };
  for (const finding of document.findings()) yield judge(finding);
}

/** Yields the wanted findings of a document. If convo fails on it, the finding about that comes last. */
export function* judgedUnit(
  document: Document,
  parts: readonly Part[],
  judgeOther: JudgeOther,
  { codes, excerptBytes }: Pick<JudgeOptions, 'codes' | 'excerptBytes'>,
): Generator<JudgedFinding> {
  try {
    for (const finding of judgeUnit(document, parts, judgeOther, excerptBytes))
      if (codes.has(finding.code) || ruleOf(finding.code).unjudged === true) yield finding;
  } catch (error) {
    yield unreadFinding(document.id, parts, error);
  }
}

/** The content of a file: its bytes, or a source that is read on demand. */
export type FileText = Uint8Array | Source;

type FindingPlacer = (finding: Finding) => JudgedFinding;

/** Size of the largest source that is held in memory for excerpts. */
const MAX_IN_MEMORY_BYTES = 1 << 24;

function placerFor(text: FileText | null, excerptBytes: number): FindingPlacer {
  if (text === null) return (finding) => finding;
  const positionOf = lineColumns(text);
  const bytes = text instanceof Uint8Array ? text : text.size <= MAX_IN_MEMORY_BYTES ? text.slice(0, text.size) : null;
  return (finding) => {
    const { offset } = finding;
    if (offset === null) return finding;
    const position = positionOf(offset);
    if (bytes === null) return { ...finding, position };
    const placed = { ...finding, position, content: contentAt(bytes, offset) };
    return excerptBytes === 0 ? placed : { ...placed, excerpt: aroundOf(bytes, offset, excerptBytes) };
  };
}

/** Number of bytes at a finding's place that identify it. */
export const CONTENT = 48;

/** The bytes at a finding's place, up to the end of the line. */
function contentAt(bytes: Uint8Array, offset: number): string {
  const near = bytes.subarray(offset, offset + CONTENT);
  // The end of the line is sought only in these bytes: one line may have a million findings.
  const end = near.indexOf(LF);
  return Buffer.from(end === -1 ? near : near.subarray(0, end)).toString('latin1');
}

/** Judges findings on shared files, with one pass over each file. `text` as in an event. */
export function sharedJudge(excerptBytes = 0): (finding: Finding, text: FileText | null) => JudgedFinding {
  const placers = new WeakMap<FileText, FindingPlacer>();
  const placed = (finding: Finding, text: FileText): JudgedFinding => {
    const placer = placers.get(text) ?? placerFor(text, excerptBytes);
    placers.set(text, placer);
    return text instanceof Uint8Array ? placer(finding) : { ...placer(finding), isSum: true };
  };
  return (finding, text) => {
    try {
      return { ...(text === null ? finding : placed(finding, text)), isShared: true };
    } catch (error) {
      // A file may be unreadable while its program writes it anew.
      if (!isUnreadable(error)) throw error;
      return { ...finding, isShared: true };
    }
  };
}

/** Judges units' findings on shared files; each file is read once. */
export function otherJudge(disk: ReadDisk, site: Pick<Site, 'root'>): JudgeOther {
  const textOf = storeTexts(disk, site);
  const judge = sharedJudge();
  return (finding) => judge(finding, textOf(finding));
}

/** Contents of files in which findings have a place, each read once: one object, so that its lines are counted once; null if it cannot be read. */
export function storeTexts(
  disk: ReadDisk,
  { root }: Pick<Site, 'root'>,
  shared: readonly Part[] = [],
): (finding: Pick<Finding, 'path' | 'offset'>) => FileText | null {
  const { sourceAt } = storeView(disk, root);
  const texts = new Map<string, FileText | null>();
  const sharedAt = partFinder(shared);
  const read = (path: string) => {
    const part = sharedAt(path);
    return part === undefined ? sourceAt(path) : (part.source ?? part.bytes);
  };
  return ({ path, offset }) => {
    if (offset === null) return null;
    if (!texts.has(path)) texts.set(path, read(path));
    return texts.get(path) ?? null;
  };
}

/** The content of a file. Offsets in a compressed file are those of its inflated lines. */
export function fileTextOf(document: Pick<Document, 'lines'>, part: Part | undefined, path: string): FileText | null {
  return document.lines?.(path) ?? part?.source ?? part?.bytes ?? null;
}

function aboutOf(document: Document): Pick<JudgedFinding, 'title' | 'folder'> {
  const title = titleOf(document);
  const folder = document.conversations[0]?.cwd;
  return { ...(title === null ? {} : { title }), ...(folder ? { folder } : {}) };
}

/** The title that the program shows, or else the first question. */
export function titleOf(document: Document): string | null {
  const named = document.conversations.find((view) => view.title !== null);
  const [first] = document.conversations;
  if (named !== undefined || first === undefined) return named?.title ?? null;
  return questionIn(document, first);
}

export function withQuestion(document: Document, view: View): View {
  const asked = view.title === null && (view.asked ?? null) === null ? questionIn(document, view) : null;
  return asked === null ? view : { ...view, asked };
}

/** The first question; null if nothing was asked, or the file cannot be read. */
export function questionIn(
  document: Pick<Document, 'transcript'>,
  { path, bytes }: Pick<View, 'path' | 'bytes'>,
): string | null {
  return bytes === 0 ? null : nullOnFailure(() => firstAsked(document.transcript(path)));
}

/** A finding for a file that changed while it was read, or on which convo failed, so that others are still judged. Rethrows other errors. */
export function unreadFinding(id: string | null, parts: readonly Pick<Part, 'path'>[], error: unknown): Finding {
  if (error instanceof FileReplaced) return fileFinding('ST007', id, error.path, 'kept changing while it was read');
  if (!isMistake(error)) throw error;
  const { name, message, stack = message } = error;
  const detail = `is not judged: convo itself failed (${name}: ${message})`;
  return { ...fileFinding('ST010', id, parts[0]?.path ?? '', detail), trace: stack };
}

/** True for a mistake in convo's code: neither an intended error nor one of the system. */
function isMistake(error: unknown): error is Error {
  const isMeant = error instanceof Failure || error instanceof LeftForLater;
  return error instanceof Error && !isMeant && errorCode(error) === null;
}
