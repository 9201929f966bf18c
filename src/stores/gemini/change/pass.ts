import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import { geminiShown } from '../read/transcript.ts';

/** A session as some passes left it; `folder` is the one that its project is about. */
export interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
  readonly folder: string | null;
}

export type GeminiPass = RangePass<HealingSession, FileFinding>;

export function geminiCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  const { source } = file;
  if (source === null || !file.read().isReadable) return counts;
  return { ...counts, ...geminiShown(source, file.read()) };
}
