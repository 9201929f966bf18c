import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { HealingFile } from '../../engine/heal-sessions.ts';
import type { RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import { piShown } from '../read/transcript.ts';

export type HealingSession = HealingFile<SessionFile>;
export type PiPass = RangePass<HealingSession, FileFinding>;

/** The texts of a session that the program sends. */
export function piCounts(file: SessionFile): Counts {
  return { ...NO_COUNTS, conversations: 1, bytes: file.part.size, ...piShown(file.read()) };
}
