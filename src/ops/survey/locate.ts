import { join } from 'node:path';
import type { Conversation, View } from '../../model/conversation.ts';
import { type Finding, type PlacedFinding, worstSeverity } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import type { Site } from '../../stores/kind.ts';
import { CONTENT, type Fingerprints, fingerprints } from './fingerprint.ts';
import { type Context, NO_CONTEXT } from './judge-unit.ts';
import type { LineColumn } from './line-column.ts';

/**
 * A conversation as it is printed: `C` of the JSON contract. `scope` as a survey names it. Without `whole`, what only the reading
 * of a large file would tell is left open.
 */
export function locateView(site: Site, scope: string, view: View, whole = true): Conversation {
  const { id, format, state, timestamp, createdAt, updatedAt, title, bytes, phase } = view;
  const { readable, messages } = whole || view.slow !== true ? view : UNREAD;
  const { kind, root } = site;
  const project = projectOf(scope) ?? view.project ?? null;
  const path = locatePath(site, view.path);
  // Written out, because a spread into a larger object is slow and thousands of these are made.
  const located = {
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
  };
  if (phase !== undefined) return { ...located, phase };
  return view.branch === undefined ? located : { ...located, ...listedOf(view, whole) };
}

/** Members that only some programs list. */
function listedOf(view: View, whole: boolean): Partial<Conversation> {
  const { branch = null, tag = null, cwd = null, asked = null, daysLeft = null, earlier } = view;
  const { goesOnIn, cloud } = view;
  return {
    ...{ branch, tag, cwd, asked, daysLeft, records: whole ? (view.records ?? null) : null },
    ...(earlier === undefined ? {} : { earlier }),
    ...(goesOnIn == null ? {} : { goesOnIn }),
    ...(cloud == null ? {} : { cloud }),
  };
}

const UNREAD = { readable: true, messages: null };

/** A finding as it is printed: `F` of the JSON contract. `position` answers for the finding's file, null without its bytes. */
export function locateFinding(
  site: Pick<Site, 'kind' | 'root'>,
  scope: string | null,
  finding: Finding,
  position: ((offset: number) => LineColumn) | null,
  fingerprint = fingerprints().of(finding, { kind: site.kind, project: projectOf(scope), content: null }),
  content: string | null = null,
): PlacedFinding {
  const { code, id, at, offset, detail, trace, count, ofScope, isCause, concerns } = finding;
  const { severity, healing, owner } = ruleOf(code);
  const { line, column } = offset === null || position === null ? NOWHERE : position(offset);
  const { kind, root } = site;
  const project = projectOf(scope);
  const path = locatePath(site, finding.path);
  let made: string | null = null;
  return {
    code,
    severity,
    healing,
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
    ...(trace === undefined ? {} : { trace }),
    ...(count === undefined ? {} : { count }),
    ...(ofScope === undefined ? {} : { ofScope }),
    ...(isCause === undefined ? {} : { isCause }),
    ...(concerns === undefined ? {} : { concerns }),
  };
}

/**
 * The same with what is at hand of its file: its line, its fingerprint among those before it, and what is there; and with what follows
 * from it.
 */
export function locateIn(
  fingerprinter: Fingerprints,
  where: { readonly site: Pick<Site, 'kind' | 'root'>; readonly scope: string | null },
  finding: Finding,
  { position, content, consequences: contexts }: Pick<Context, 'position' | 'content' | 'consequences'>,
): PlacedFinding {
  const { site, scope } = where;
  const there = content(finding.offset);
  const fingerprint = fingerprinter.of(finding, { kind: site.kind, project: scope, content: there });
  const placed = locateFinding(site, scope, finding, position, fingerprint, there);
  if (finding.consequences === undefined) return placed;
  const consequences = finding.consequences.map((each, n) => {
    // The numbers of equal findings go on in one file.
    const known = each.path === finding.path ? fingerprinter : fingerprints();
    return locateIn(known, where, each, contexts[n] ?? NO_CONTEXT);
  });
  return withConsequences(placed, consequences);
}

/** A finding with what follows from it, as severe as the worst of that. */
export function withConsequences(finding: PlacedFinding, consequences: readonly PlacedFinding[]): PlacedFinding {
  const severity = worstSeverity(
    finding.severity,
    consequences.map((each) => each.severity),
  );
  return { ...finding, severity, consequences };
}

/** The absolute path of one relative to a site's root. */
export function locatePath({ root }: Pick<Site, 'root'>, path: string): string {
  if (path === '') return root;
  const plain = `${root}/${path}`;
  return TO_JOIN.test(plain) ? join(root, path) : plain;
}

/** Matches paths that `join` would change: relative ones, and those with a name that is empty or of dots. The look costs less than `join`. */
const TO_JOIN = /^[^/]|\/\.{0,2}(?:\/|$)/;

const NOWHERE = { line: null, column: null };

/** The project that a scope is of; null for none. */
export function projectOf(scope: string | null): string | null {
  return scope === '' ? null : scope;
}

/** A view as it is sent: with everything worked out that can be without reading all of a large file, unless `whole`; without names. */
export function plainView(view: View, whole: boolean) {
  const { id, path, format, state, timestamp, createdAt, createdExactly, updatedAt, title, bytes, phase } = view;
  const { agents, hidden, branch, tag, cwd, slow, daysLeft, main, asked, timestampMs, earlier } = view;
  const { goesOnIn, cameFrom, cloud, project } = view;
  const { readable, messages } = whole || slow !== true ? view : UNREAD;
  const records = whole ? view.records : null;
  // biome-ignore format: one member a line would take thirty
  return [
    id, path, format, state, readable, timestamp, createdAt, updatedAt, title, messages, bytes, hidden,
    createdExactly, phase, agents, branch, tag, cwd, slow, daysLeft, records, main, asked,
    timestampMs, earlier, goesOnIn, cameFrom, cloud, project,
  ] as const;
}

/** The result of `plainView`. */
export type PlainView = ReturnType<typeof plainView>;

/** The view that was sent; what it has not is undefined. */
export function viewFrom(plain: PlainView): View {
  // Every member, so that one that is new cannot be forgotten here; by their places, because taking an array apart is slow.
  // biome-ignore format: one member a line would take thirty
  const all: { [K in keyof Required<View>]: View[K] | undefined } = {
    id: plain[0], path: plain[1], format: plain[2], state: plain[3], readable: plain[4], timestamp: plain[5],
    createdAt: plain[6], updatedAt: plain[7], title: plain[8], messages: plain[9], bytes: plain[10], hidden: plain[11],
    createdExactly: plain[12], phase: plain[13], agents: plain[14], branch: plain[15], tag: plain[16], cwd: plain[17],
    slow: plain[18], daysLeft: plain[19], records: plain[20], main: plain[21], asked: plain[22],
    timestampMs: plain[23], earlier: plain[24], goesOnIn: plain[25], cameFrom: plain[26], cloud: plain[27],
    project: plain[28],
  };
  return all as View;
}

/** The value expected at the place of a finding; null where that is unknown. */
function expectedOf({ code, expected }: Pick<Finding, 'code' | 'expected'>): string | null {
  return expected ?? ruleOf(code).expected ?? null;
}

/** A value of JSON that ends on its line, but for lists and objects. */
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=[\s,:}\]]|$)/;

/** The value at the place of a finding, of which `content` has the bytes as `contentAt` gives them; null without a place. */
function actualOf(
  { at, actual, count }: Pick<Finding, 'at' | 'actual' | 'count'>,
  content: string | null,
): string | null {
  if (count !== undefined) return null;
  if (actual !== undefined) return actual;
  if (content === null) return null;
  if (content === '') return 'the end of the line or the file';
  const text = new TextDecoder().decode(Uint8Array.from(content, (byte) => byte.charCodeAt(0)));
  const value = at === null ? undefined : SCALAR.exec(text)?.[0];
  if (value !== undefined && (content.length < CONTENT || value.length < text.length)) return value;
  return content.length < CONTENT ? text : `${text.replace(/\ufffd+$/, '')}…`;
}
