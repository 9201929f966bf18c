import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenShown } from '../read/transcript.ts';

/** A session as some passes left it. */
export interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
}

export type QwenPass = RangePass<HealingSession, FileFinding>;

/** What the program sends of a session. */
export function qwenCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  return file.source === null ? counts : { ...counts, ...qwenShown(file.source, file.read()) };
}
