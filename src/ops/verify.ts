import { Failure } from '../model/failure.ts';
import type { Finding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import { aroundOf, type Found } from '../model/found.ts';
import type { Part } from '../model/part.ts';
import type { VerifySummary } from '../model/verify-summary.ts';
import type { Site } from '../stores/kind.ts';
import type { Reading } from './reading.ts';
import { journalFindings } from './survey/journal-findings.ts';
import { lineColumns } from './survey/line-column.ts';
import { locateFinding } from './survey/locate.ts';
import { type Met, type Progress, type SurveyOptions, survey } from './survey/survey.ts';

/** What a verify is asked, beside what every survey is. */
export interface VerifyAsk extends SurveyOptions {
  /** Which findings count and are told. */
  readonly shows: (finding: Pick<Finding, 'code'>) => boolean;
  /** Called with each finding, in the order of sites, scopes and ids; awaited. */
  readonly tell: (found: Found) => Promise<void>;
  /** Findings carry their title, and this many bytes on both sides of their place; 0 for reports that show neither. */
  readonly reach?: number;
}

/** What a verify came to. */
export interface Verified {
  readonly summary: VerifySummary;
  /** Interrupted before all was looked at: the summary is of what was. */
  readonly interrupted: boolean;
}

/** Judges every file of the sites; no finding is held, so that memory stays flat. */
export async function verify({ disk, kinds, sites }: Reading, ask: VerifyAsk): Promise<Verified> {
  let seen = { files: 0, bytes: 0 };
  const progress = (now: Progress): void => {
    seen = now;
    ask.progress?.(now);
  };
  const summary = { stores: 0, conversations: 0, files: 0, bytes: 0, errors: 0, warnings: 0, infos: 0, unjudged: 0 };
  const { reach = 0 } = ask;
  const tell = async (site: Site, scope: string | null, finding: Finding, { position, bytes, title }: Context) => {
    if (!ask.shows(finding)) return;
    const { severity, unjudged } = row(finding.code);
    summary[COUNTED[severity]]++;
    if (unjudged === true) summary.unjudged++;
    const { offset } = finding;
    const shows = reach > 0 && offset !== null && bytes !== null;
    await ask.tell({
      finding: locateFinding(site, scope, finding, position),
      title: reach > 0 ? title() : null,
      around: shows ? aroundOf(bytes, offset, reach) : null,
    });
  };
  for (const site of sites)
    for (const finding of journalFindings(disk, site)) await tell(site, null, finding, NO_CONTEXT);
  const interrupted = await untilInterrupted(async () => {
    for await (const met of survey(disk, kinds, sites, { ...ask, progress })) {
      if (met.is === 'finding') await tell(met.site, met.scope, met.finding, contextIn(met.bytes));
      if (met.is === 'done') summary.stores++;
      if (met.is !== 'document') continue;
      summary.conversations += met.document.conversations.length;
      await judge(met, tell);
    }
  });
  return { summary: { ...summary, files: seen.files, bytes: seen.bytes }, interrupted };
}

const COUNTED = { error: 'errors', warning: 'warnings', info: 'infos' } as const;

/** True when the work ended early because it was asked to. */
async function untilInterrupted(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'interrupted') return true;
    throw error;
  }
}

/** What is at hand of the file that a finding is about. */
interface Context {
  readonly position: ReturnType<typeof lineColumns> | null;
  readonly bytes: Uint8Array | null;
  title(): string | null;
}

const NO_CONTEXT: Context = { position: null, bytes: null, title: () => null };

async function judge(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  tell: (site: Site, scope: string, finding: Finding, context: Context) => Promise<void>,
): Promise<void> {
  const contexts = new Map<string, Context>();
  const title = once(() => titleOf(document));
  for (const finding of document.findings()) {
    const { path, offset } = finding;
    if (offset !== null && !contexts.has(path)) contexts.set(path, contextIn(bytesAt(parts, path)));
    await tell(site, scope, finding, { ...(contexts.get(path) ?? NO_CONTEXT), title });
  }
}

/** The title, or the first thing that a person said where the program knows none. */
function titleOf(document: Extract<Met, { is: 'document' }>['document']): string | null {
  const named = document.conversations.find((view) => view.title !== null);
  const [first] = document.conversations;
  if (named !== undefined || first === undefined || first.bytes === 0) return named?.title ?? null;
  try {
    const { messages } = document.transcript(first.path);
    return messages.find(({ role, type }) => role === 'user' && type === 'text')?.text ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

function bytesAt(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}

function contextIn(bytes: Uint8Array | null): Context {
  return bytes === null ? NO_CONTEXT : { ...NO_CONTEXT, position: lineColumns(bytes), bytes };
}
