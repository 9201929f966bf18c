import { join } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { sentenceText } from '../../model/command.ts';
import { type Conversation, type LazyView, VIEW_FIELDS, type View } from '../../model/conversation.ts';
import {
  changedFinding,
  type Finding,
  healingOf,
  type PlacedFinding,
  ruleOf,
  worstSeverity,
} from '../../model/finding.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { Site } from '../../stores/kind.ts';
import { CONTENT, type JudgedFinding } from './judge-unit.ts';

/** A view as `C` of the JSON contract. `scope` as in a survey. `ends`: facts that need a large file whole are null. */
export function locateView(site: Site, scope: string, view: View, read: 'whole' | 'ends' = 'whole'): Conversation {
  const whole = read === 'whole';
  const { id, format, state, timestamp, createdAt, updatedAt, title, bytes, phase } = view;
  const { readable, messages } = whole || view.slow !== true ? view : unreadFacts(view);
  const { kind, root } = site;
  const project = projectOfScope(scope) ?? view.project ?? null;
  const path = locatePath(site, view.path);
  // Written out: a spread into a larger object is slow, and there are thousands.
  const located: MutableConversation = {
    kind,
    root,
    project,
    id,
    path,
    format,
    state,
    readable,
    timestamp,
    createdAt,
    updatedAt,
    title,
    messages,
    bytes,
    hidden: view.hidden ?? null,
  } satisfies Record<Exclude<keyof Conversation, AddedMember | 'cwdGone' | 'worktree' | Unlocated>, unknown>;
  if (phase !== undefined) located.phase = phase;
  if (KIND_TABLE[kind].hasSessions) addSessionFacts(located, view, whole);
  return located;
}

type SessionMember = 'branch' | 'activeAt' | 'tag' | 'cwd' | 'asked' | 'daysLeft' | 'records';
type LinkMember =
  | 'earlier'
  | 'goesOnIn'
  | 'lacksSuccessor'
  | 'forkedFrom'
  | 'resumes'
  | 'isShadowed'
  | 'resumeId'
  | 'cloud';
type AddedMember = 'phase' | SessionMember | LinkMember;
/** Members of a view that no list of conversations has, or that verbs add. */
type Unlocated = 'timestampMs' | 'agents' | 'cameFrom' | 'slow' | 'isHeadRefused' | 'main';

type MutableConversation = { -readonly [Key in keyof Conversation]: Conversation[Key] };

function addSessionFacts(
  located: MutableConversation,
  view: Pick<View, SessionMember | LinkMember>,
  whole: boolean,
): void {
  located.branch = view.branch ?? null;
  if (view.activeAt !== undefined) located.activeAt = view.activeAt;
  located.tag = view.tag ?? null;
  located.cwd = view.cwd ?? null;
  located.asked = view.asked ?? null;
  located.daysLeft = view.daysLeft ?? null;
  located.records = whole ? (view.records ?? null) : null;
  addLinks(located, view);
}

function addLinks(
  located: MutableConversation,
  { earlier, goesOnIn, lacksSuccessor, forkedFrom, resumes, isShadowed, resumeId, cloud }: Pick<View, LinkMember>,
): void {
  if (earlier !== undefined) located.earlier = earlier;
  if (goesOnIn != null) located.goesOnIn = goesOnIn;
  if (lacksSuccessor === true) located.lacksSuccessor = lacksSuccessor;
  if (forkedFrom != null) located.forkedFrom = forkedFrom;
  if (resumes === false && located.readable) located.resumes = resumes;
  if (isShadowed === true) located.isShadowed = isShadowed;
  if (resumeId != null) located.resumeId = resumeId;
  if (cloud != null) located.cloud = cloud;
}

/** Facts of a file that was not read whole: readable unless its head is refused, with an unknown number of messages. */
function unreadFacts({ isHeadRefused }: Pick<View, 'isHeadRefused'>) {
  return { readable: isHeadRefused !== true, messages: null };
}

/** Members of a finding that become others, or that only decide what is found. */
type UnplacedMember = 'detail' | 'position' | 'content' | 'isLost' | 'tie' | 'isShared' | 'isSum';

/** A finding as `F` of the JSON contract, with consequences. `fingerprinter` numbers equal findings of a file. */
export function locateFinding(
  site: Pick<Site, 'kind' | 'root'>,
  scope: string | null,
  finding: JudgedFinding,
  fingerprinter: Fingerprints = fingerprints(),
): PlacedFinding {
  const { code, id, at, offset, detail, next, trace, count, ofScope, isCause, concerns } = finding;
  const { title, folder, excerpt, isSum, remedy } = finding;
  const { severity, owner } = ruleOf(code);
  const { position: { line, column } = NO_PLACE, content = null } = finding;
  const { kind, root } = site;
  const project = projectOfScope(scope);
  const path = locatePath(site, finding.path);
  const fingerprint = fingerprinter.of(finding, { kind, project, content: isSum ? null : content });
  let made: string | null = null;
  const placed: PlacedFinding = {
    code,
    severity,
    healing: healingOf(finding),
    kind,
    root,
    project,
    id,
    path,
    at,
    offset,
    line,
    column,
    owner,
    message: detail,
    expected: expectedOf(finding),
    actual: actualOf(finding, content),
    get fingerprint() {
      made ??= fingerprint();
      return made;
    },
    consequences: undefined,
    trace,
    count,
    ofScope,
    isCause,
    concerns,
    title,
    folder,
    excerpt,
    next,
    remedy,
  } satisfies Record<Exclude<keyof PlacedFinding, 'words'> | Exclude<keyof JudgedFinding, UnplacedMember>, unknown>;
  if (finding.consequences === undefined) return placed;
  const consequences = finding.consequences.map((each) =>
    // Equal findings in one file share one numbering.
    locateFinding(site, scope, each, each.path === finding.path ? fingerprinter : fingerprints()),
  );
  return withConsequences(placed, consequences);
}

export function withConsequences(finding: PlacedFinding, consequences: readonly PlacedFinding[]): PlacedFinding {
  const severity = worstSeverity(
    finding.severity,
    consequences.map((each) => each.severity),
  );
  return changedFinding(finding, { severity, consequences });
}

export function locatePath({ root }: Pick<Site, 'root'>, path: string): string {
  if (path === '') return root;
  const plain = `${root}/${path}`;
  return TO_JOIN.test(plain) ? join(root, path) : plain;
}

/** Paths that `join` would change: relative ones, and those with an empty name or a name of dots. This test is cheaper than `join`. */
const TO_JOIN = /^[^/]|\/\.{0,2}(?:\/|$)/;

const NO_PLACE = { line: null, column: null };

export function projectOfScope(scope: string | null): string | null {
  return scope === '' ? null : scope;
}

/** A view as plain values, computed now; without `withLarge`, null for facts that need a large file whole. */
export function plainView(view: View & Partial<LazyView>, withLarge: boolean): View {
  if (view.plain !== undefined) return view.plain(withLarge);
  const plain: Record<string, unknown> = {};
  const unread: Record<string, unknown> = view.slow === true ? unreadFacts(view) : {};
  const overrides: Record<string, unknown> = withLarge ? {} : { ...unread, records: undefined };
  for (const name of VIEW_FIELDS) {
    const value = name in overrides ? overrides[name] : view[name];
    if (value !== undefined) plain[name] = value;
  }
  return plain as unknown as View;
}

function expectedOf({ code, expected }: Pick<Finding, 'code' | 'expected'>): string | null {
  return expected ?? ruleOf(code).expected ?? null;
}

/** A scalar of JSON that ends on its line. */
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=[\s,:}\]]|$)/;

const UTF8 = new TextDecoder();

/** The value at a finding's place, from its `content`; null without a place. */
function actualOf(
  { at, actual, count }: Pick<Finding, 'at' | 'actual' | 'count'>,
  content: string | null,
): string | null {
  if (count !== undefined) return null;
  if (actual !== undefined) return actual;
  if (content === null) return null;
  if (content === '') return 'the end of the line or the file';
  const text = UTF8.decode(Buffer.from(content, 'latin1'));
  const value = at === null ? undefined : SCALAR.exec(text)?.[0];
  if (value !== undefined && (content.length < CONTENT || value.length < text.length)) return value;
  return content.length < CONTENT ? text : `${text.replace(/\ufffd+$/, '')}…`;
}

export interface FindingPlace {
  readonly kind: string;
  readonly project: string | null;
  readonly content: string | null;
}

/** Fingerprints of 32 hex digits, equal on every machine and after edits elsewhere in the file. */
export interface Fingerprints {
  /** Returns a function, because few reports show fingerprints, and hashing loads a module of Node. */
  of(finding: Finding, place: FindingPlace): () => string;
}

/**
 * Makes fingerprints from the code, the conversation, the file's place in its store, and the faulty bytes; without a place, from the
 * message without its numbers in place of the bytes. Equal findings of a file are numbered.
 */
export function fingerprints(): Fingerprints {
  let path: string | null = null;
  let seen = new Map<string, number>();
  return {
    of: (finding, place) => {
      if (finding.path !== path) seen = new Map();
      path = finding.path;
      const key = [
        finding.code,
        place.kind,
        place.project ?? '',
        finding.id ?? '',
        finding.path,
        place.content ?? messageOf(finding).replace(/\d+/g, '#'),
      ];
      const base = key.join('\0');
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return () => digestOf(new TextEncoder().encode(before === 0 ? base : `${base}\0${before}`)).slice(0, 32);
    },
  };
}

function messageOf({ detail, next }: Finding): string {
  return next === undefined ? detail : `${detail}: ${sentenceText(next)}`;
}
