import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { SessionFile } from '../read/session-file.ts';
import { copilotShown } from '../read/transcript.ts';

/** A session as some passes left it. */
export interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
  readonly id: string;
  /** Unix seconds, for a session in which there is no time. */
  readonly now: number;
}

export type CopilotPass = RangePass<HealingSession, FileFinding>;

/** Counts of the messages that the program sends. */
export function copilotCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  return file.source === null ? counts : { ...counts, ...copilotShown(file.read()) };
}

export const UNCHANGEABLE = 'has a workspace.yaml of a form that cannot be changed';
