import type { VerifySummary } from '../../model/finding.ts';
import type { Covered } from '../../model/unsearched.ts';
import type { Document } from '../../stores/kind.ts';
import type { Outputs } from '../outputs.ts';
import type { Reading } from '../reading.ts';
import { learnFrom } from '../secrets/learn.ts';
import { redactedFinding } from '../secrets/redacted.ts';
import { redactedCoverage } from '../secrets/redacted-coverage.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { Coverage } from '../survey/coverage.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { locateView } from '../survey/locate.ts';
import { readable } from '../survey/readable.ts';
import type { SurveyOptions } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { transcriptOf } from '../survey/transcript-of.ts';
import { countedAnswers } from '../survey/unit-tally.ts';
import { verify } from '../verify.ts';
import { hostFolder, type Partition, refuseUnexpectedFiles } from './partition.ts';
import { type TableFiles, tableFiles } from './table-files.ts';
import { CONVERSATIONS, EXPORT_TABLES, FINDINGS_TABLE, MESSAGES_TABLE, TOKENS_TABLE } from './tables.ts';

/** Options of an export. */
export interface ExportAsk extends SurveyOptions, Partition {
  /** As it was typed. */
  readonly folder: string;
  readonly outputs: Outputs;
  /** Redacts each text of a store; null for as it is. */
  readonly clean: Redactor | null;
  /** Replace redacted tables by some that are not. */
  readonly force: boolean;
}

/** How many rows there are in each table. */
interface Rows {
  conversations: number;
  messages: number;
  findings: number;
  answers: number;
}

/** The result of an export. */
export interface Exported extends Readonly<Rows> {
  /** Absolute. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly summary: VerifySummary;
  readonly interrupted: boolean;
  /** How much was exported whole. */
  readonly coverage: Covered;
  /** Units on disk, asked for or not. */
  readonly units: number;
}

/**
 * Writes conversations, messages, findings and tokens as Parquet tables, in the partition of a host and a day; a few thousand rows
 * are held at a time. What an export of the same stores wrote for that day is replaced, and nothing else. Throws Failure: `usage` for
 * a host that is none and for a folder in which a reader would find more than such exports, `refused` for one in a store.
 */
export async function exportParquet(reading: Reading, ask: ExportAsk): Promise<Exported> {
  const { disk, sites } = reading;
  const { host, date, shard, clean, force } = ask;
  hostFolder(host);
  const below = EXPORT_TABLES.map(({ name }) => name);
  const folder = ask.outputs.folder(ask.folder, { below });
  refuseUnexpectedFiles(disk, folder, below);
  const out = await tableFiles(disk, { folder, host, date, shard, sites, clean, force });
  const coverage = new Coverage(ask.now);
  const covered = () => redactedCoverage(coverage, clean);
  const rows = { conversations: 0, messages: 0, findings: 0, answers: 0 };
  try {
    if (clean !== null) await learnFrom(reading, { ...ask, lines: false }, clean);
    const { summary, interrupted, units } = await verify(reading, {
      ...ask,
      shows: () => true,
      see: (event) => {
        if (event.type === 'document') {
          const read = readable(kindOfSite(reading.kinds, event.site), event);
          addDocument(out, event, read.document, rows);
          coverage.add(event, read);
          read.release();
        }
        if (event.type === 'done') out.close(event.site);
      },
      tell: async (finding) => {
        rows.findings++;
        out.add(FINDINGS_TABLE, finding, clean === null ? finding : redactedFinding(finding, clean));
      },
    });
    // Nothing at all is no answer, unless a part was asked for: that of this day is empty then.
    const isEmpty = ask.filter == null && rows.conversations + rows.findings === 0;
    if (!interrupted && !isEmpty)
      return { folder, ...rows, ...out.finish(), summary, interrupted, units, coverage: covered() };
    out.abandon();
    return { folder, ...rows, files: 0, bytes: 0, summary, interrupted, units, coverage: covered() };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function addDocument(
  out: TableFiles,
  { site, scope, document }: EventOf<'document'>,
  healed: Document,
  rows: Rows,
): void {
  // First: what else is asked of a document may be known from that pass.
  const answers = countedAnswers(healed);
  const [first] = document.conversations;
  for (const [n, view] of document.conversations.entries()) {
    const conversation = locateView(site, scope, view);
    out.add(CONVERSATIONS, site, conversation);
    rows.conversations++;
    for (const message of transcriptOf(healed, healed.conversations[n] ?? view)?.messages ?? []) {
      out.add(MESSAGES_TABLE, site, { conversation, message });
      rows.messages++;
    }
  }
  if (first === undefined) return;
  const conversation = locateView(site, scope, first);
  for (const answer of answers) out.add(TOKENS_TABLE, site, { conversation, answer });
  rows.answers += answers.length;
}
