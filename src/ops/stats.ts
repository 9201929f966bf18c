import type { View } from '../model/conversation.ts';
import { type Finding, standsFor } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import { type Counted, type LargeConversation, type StatsSink, type StoreStats, Weights } from '../model/stats.ts';
import type { Document, Site } from '../stores/kind.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type SurveyEvent, type SurveyOptions, survey } from './survey/survey.ts';
import { transcriptOf } from './survey/transcript-of.ts';
import { unreadFinding } from './survey/unread-finding.ts';

/** The largest conversations that are named. */
const LARGEST = 5;
/** Tools that are named; the rest is counted together. */
const TOOLS = 200;

/**
 * The numbers of each project, in the order of sites and scopes. Reads every file once and holds counts only.
 * Throws Failure `interrupted`.
 */
export async function stats({ disk, kinds, sites }: Reading, options: SurveyOptions): Promise<StoreStats[]> {
  const all = new Map<string, Tally>();
  const tallyOf = (site: Site, scope: string | null): Tally => {
    const key = `${site.kind}\0${site.root}\0${scope ?? ''}`;
    const known = all.get(key) ?? tally(site, scope === '' ? null : scope);
    all.set(key, known);
    return known;
  };
  for await (const event of survey(disk, toRead(kinds), sites, options)) {
    if (event.is === 'finding') addFinding(tallyOf(event.site, event.scope), event.finding);
    if (event.is === 'document') addDocument(tallyOf(event.site, event.scope), event);
  }
  return [...all.values()].map(resultOf);
}

/** The counts of one project as they grow. */
interface Tally extends StatsSink {
  readonly site: Site;
  readonly project: string | null;
  conversations: number;
  active: number;
  archived: number;
  unreadable: number;
  bytes: number;
  messages: number;
  oldest: number | null;
  newest: number | null;
  largest: LargeConversation[];
  readonly by: Readonly<Record<'roles' | 'types' | 'tools' | 'formats' | 'months' | 'findings' | 'healing', Counter>>;
}

function tally(site: Site, project: string | null): Tally {
  const by = {
    roles: counter(),
    types: counter(),
    tools: counter(),
    formats: counter(),
    months: counter(),
    findings: counter(),
    healing: counter(),
  };
  const none = { conversations: 0, active: 0, archived: 0, unreadable: 0, bytes: 0, messages: 0 };
  return {
    site,
    project,
    ...none,
    oldest: null,
    newest: null,
    largest: [],
    contents: new Weights(),
    by,
    said({ role, type, name }) {
      this.messages++;
      by.roles.add(role ?? 'unknown');
      by.types.add(type);
      if (type === 'tool_call') by.tools.add(name ?? 'unknown');
    },
  };
}

function addFinding({ by }: Tally, finding: Finding): void {
  const { code } = finding;
  by.findings.add(code, standsFor(finding));
  by.healing.add(row(code).healing, standsFor(finding));
}

function addDocument(all: Tally, { document, parts }: Extract<SurveyEvent, { is: 'document' }>): void {
  try {
    addWhole(all, document);
  } catch (error) {
    addFinding(all, unreadFinding(document.id, parts, error));
  }
}

function addWhole(all: Tally, document: Document): void {
  // First: what else is asked of the document is known from that pass.
  document.tally?.(all);
  for (const view of document.conversations) {
    addView(all, view);
    const transcript = document.tally === undefined ? transcriptOf(document, view) : null;
    for (const message of transcript?.messages ?? []) all.said(message);
  }
  for (const finding of document.findings()) addFinding(all, finding);
}

function addView(
  all: Tally,
  { id, title, bytes, state, readable, format, createdAt, timestamp, updatedAt }: View,
): void {
  all.conversations++;
  all[state]++;
  all.unreadable += readable ? 0 : 1;
  all.bytes += bytes;
  all.by.formats.add(format ?? 'unknown');
  const begun = createdAt ?? timestamp;
  const month = begun === null ? null : monthOf(begun);
  if (month !== null) all.by.months.add(month);
  const touched = updatedAt ?? begun;
  if (touched !== null) {
    all.oldest = Math.min(all.oldest ?? touched, touched);
    all.newest = Math.max(all.newest ?? touched, touched);
  }
  if (all.largest.length === LARGEST && bytes <= (all.largest.at(-1)?.bytes ?? 0)) return;
  all.largest = [...all.largest, { id, title, bytes }].sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
}

function resultOf({ site: { kind, root }, by, contents, said: _, ...sums }: Tally): StoreStats {
  return {
    kind,
    root,
    ...sums,
    contents: contents.all(),
    roles: by.roles.ranked(),
    types: by.types.ranked(),
    tools: by.tools.ranked(TOOLS),
    formats: by.formats.ranked(),
    months: by.months.inOrder(),
    findings: by.findings.ranked(),
    healing: by.healing.ranked(),
  };
}

/** The largest seconds a JavaScript date can hold. */
const LAST = 8.64e12;

function monthOf(seconds: number): string | null {
  return Math.abs(seconds) > LAST ? null : new Date(seconds * 1000).toISOString().replace(/-\d\dT.*$/, '');
}

/** Counts by name. */
interface Counter {
  add(name: string, more?: number): void;
  inOrder(): Counted;
  /** The most frequent first; beyond `most` names the rest is counted together. */
  ranked(most?: number): Counted;
}

function counter(): Counter {
  const counts = new Map<string, number>();
  return {
    add: (name, more = 1) => {
      counts.set(name, (counts.get(name) ?? 0) + more);
    },
    inOrder: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    ranked: (most = Number.POSITIVE_INFINITY) => {
      const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      const rest = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0);
      return Object.fromEntries([...sorted.slice(0, most), ...(rest === 0 ? [] : [['others', rest] as const])]);
    },
  };
}
