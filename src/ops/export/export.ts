import type { VerifySummary } from '../../model/finding.ts';
import type { Outputs } from '../outputs.ts';
import type { Reading } from '../reading.ts';
import { learnFrom } from '../secrets/learn.ts';
import { redactedFinding } from '../secrets/redacted.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { locateView } from '../survey/locate.ts';
import type { SurveyOptions } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { transcriptOf } from '../survey/transcript-of.ts';
import { countedAnswers } from '../survey/unit-tally.ts';
import { verify } from '../verify.ts';
import { hostFolder, type Partition, refuseStrangers } from './partition.ts';
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
  refuseStrangers(disk, folder, below);
  const out = await tableFiles(disk, { folder, host, date, shard, sites, clean, force });
  const rows = { conversations: 0, messages: 0, findings: 0, answers: 0 };
  try {
    if (clean !== null) await learnFrom(reading, { ...ask, lines: false }, clean);
    const { summary, interrupted, units } = await verify(reading, {
      ...ask,
      shows: () => true,
      see: (event) => {
        if (event.is === 'document') addDocument(out, event, rows);
        if (event.is === 'done') out.close(event.site);
      },
      tell: async ({ finding }) => {
        rows.findings++;
        out.add(FINDINGS_TABLE, finding, clean === null ? finding : redactedFinding(finding, clean));
      },
    });
    // Nothing at all is no answer, unless a part was asked for: that of this day is empty then.
    const isEmpty = ask.filter == null && rows.conversations + rows.findings === 0;
    if (!interrupted && !isEmpty) return { folder, ...rows, ...out.finish(), summary, interrupted, units };
    out.abandon();
    return { folder, ...rows, files: 0, bytes: 0, summary, interrupted, units };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function addDocument(out: TableFiles, { site, scope, document }: EventOf<'document'>, rows: Rows): void {
  // First: what else is asked of a document may be known from that pass.
  const answers = countedAnswers(document);
  const [first] = document.conversations;
  for (const view of document.conversations) {
    const conversation = locateView(site, scope, view);
    out.add(CONVERSATIONS, site, conversation);
    rows.conversations++;
    for (const message of transcriptOf(document, view)?.messages ?? []) {
      out.add(MESSAGES_TABLE, site, { conversation, message });
      rows.messages++;
    }
  }
  if (first === undefined) return;
  const conversation = locateView(site, scope, first);
  for (const answer of answers) out.add(TOKENS_TABLE, site, { conversation, answer });
  rows.answers += answers.length;
}
