import { parquetFiles } from '../../io/parquet-file.ts';
import type { Transcript, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { VerifySummary } from '../../model/finding.ts';
import type { Document } from '../../stores/kind.ts';
import { ownPath } from '../own-files.ts';
import type { Reading } from '../reading.ts';
import { locateView } from '../survey/locate.ts';
import type { Met, SurveyOptions } from '../survey/survey.ts';
import { verify } from '../verify.ts';
import { type Partitions, partitions, refuseMixture } from './partitions.ts';
import { CONVERSATIONS, FINDINGS_TABLE, MESSAGES_TABLE } from './tables.ts';

/** What is exported, and where to. */
export interface ExportAsk extends SurveyOptions {
  readonly cwd: string;
  /** As it was typed. */
  readonly folder: string;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** What an export wrote. */
export interface Exported {
  /** Absolute. */
  readonly folder: string;
  readonly conversations: number;
  readonly messages: number;
  readonly findings: number;
  readonly files: number;
  readonly bytes: number;
  readonly summary: VerifySummary;
  readonly interrupted: boolean;
  /** Units on disk, asked for or not. */
  readonly units: number;
}

/**
 * Writes conversations, messages and findings as Parquet tables; a few thousand rows are held at a time. Throws Failure `usage` for
 * a folder in a store, or with the tables of another export.
 */
export async function exportParquet(reading: Reading, ask: ExportAsk): Promise<Exported> {
  const { disk, sites } = reading;
  const folder = ownPath(reading, ask.cwd, ask.folder);
  refuseMixture(disk, folder, ask.shard);
  const suffix = ask.shard === null ? '' : `-${ask.shard.index}of${ask.shard.of}`;
  const out = partitions({ folder, sites, suffix }, await parquetFiles());
  const counts = { conversations: 0, messages: 0, findings: 0 };
  try {
    const { summary, interrupted, units } = await verify(reading, {
      ...ask,
      shows: () => true,
      see: (met) => {
        if (met.is === 'document') addDocument(out, met, counts);
        if (met.is === 'seen') out.close({ site: met.site, project: met.scope === '' ? null : met.scope });
      },
      tell: async ({ finding }) => {
        counts.findings++;
        out.add(FINDINGS_TABLE, { site: finding, project: finding.project }, finding);
      },
    });
    if (interrupted || (summary.conversations === 0 && counts.findings === 0)) {
      out.abandon();
      return { folder, ...counts, files: 0, bytes: 0, summary, interrupted, units };
    }
    return { folder, ...counts, ...out.finish(), summary, interrupted, units };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function addDocument(
  out: Partitions,
  { site, scope, document }: Extract<Met, { is: 'document' }>,
  counts: { conversations: number; messages: number },
): void {
  const partition = { site, project: scope === '' ? null : scope };
  for (const view of document.conversations) {
    const conversation = locateView(site, scope, view);
    out.add(CONVERSATIONS, partition, conversation);
    counts.conversations++;
    for (const message of transcriptOf(document, view)?.messages ?? []) {
      out.add(MESSAGES_TABLE, partition, { conversation, message });
      counts.messages++;
    }
  }
}

/** Null for what has no file, or what the program cannot read: its findings say so. */
function transcriptOf(document: Document, view: View): Transcript | null {
  if (view.bytes === 0 || !view.readable) return null;
  try {
    return document.transcript(view.path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
