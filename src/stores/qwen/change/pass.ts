import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { HealingFile } from '../../engine/heal-sessions.ts';
import type { RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenShown } from '../read/transcript.ts';

export type HealingSession = HealingFile<SessionFile>;
export type QwenPass = RangePass<HealingSession, FileFinding>;

export function qwenCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  return file.source === null ? counts : { ...counts, ...qwenShown(file.source, file.read()) };
}
