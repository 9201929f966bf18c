import { Failure } from '../model/failure.ts';
import type { Finding, PlacedFinding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import type { Part } from '../model/part.ts';
import type { VerifySummary } from '../model/verify-summary.ts';
import type { Site } from '../stores/kind.ts';
import type { Reading } from './reading.ts';
import { cutRunFindings } from './survey/cut-run-findings.ts';
import { lineColumns } from './survey/line-column.ts';
import { locateFinding } from './survey/locate.ts';
import { type Met, type Progress, type SurveyOptions, survey } from './survey/survey.ts';

/** What a verify is asked, beside what every survey is. */
export interface VerifyAsk extends SurveyOptions {
  /** Which findings count and are told. */
  readonly shows: (finding: Pick<Finding, 'code'>) => boolean;
  /** Told each finding, in the order of sites, scopes and ids; awaited. */
  readonly tell: (finding: PlacedFinding) => Promise<void>;
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
  const tell = async (site: Site, scope: string | null, finding: Finding, position: Position): Promise<void> => {
    if (!ask.shows(finding)) return;
    const { severity, unjudged } = row(finding.code);
    summary[COUNTED[severity]]++;
    if (unjudged === true) summary.unjudged++;
    await ask.tell(locateFinding(site, scope, finding, position));
  };
  for (const site of sites) for (const finding of cutRunFindings(disk, site)) await tell(site, null, finding, null);
  const interrupted = await untilInterrupted(async () => {
    for await (const met of survey(disk, kinds, sites, { ...ask, progress })) {
      if (met.is === 'finding') await tell(met.site, met.scope, met.finding, positionIn(met.bytes));
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

type Position = ReturnType<typeof lineColumns> | null;

async function judge(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  tell: (site: Site, scope: string, finding: Finding, position: Position) => Promise<void>,
): Promise<void> {
  const positions = new Map<string, Position>();
  for (const finding of document.findings()) {
    const { path, offset } = finding;
    if (offset !== null && !positions.has(path)) positions.set(path, positionIn(bytesAt(parts, path)));
    await tell(site, scope, finding, positions.get(path) ?? null);
  }
}

function bytesAt(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}

function positionIn(bytes: Uint8Array | null): Position {
  return bytes === null ? null : lineColumns(bytes);
}
