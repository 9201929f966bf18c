import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const SHOW = 'convo show ID';

/** What is around sessions. */
export const claudeLeftovers = {
  CL401: {
    severity: 'info',
    healing: 'manual',
    title: 'Companions without their session',
    meaning: 'Subagents or tool results are there, and the session file is gone.',
    owner: 'Nothing of them is listed. The retention of the program leaves them.',
    sound: 'The companions themselves.',
    unknown: 'What the session held.',
    next: 'convo list --hidden',
  },
  CL402: {
    severity: 'info',
    healing: 'manual',
    title: 'The program will delete sessions soon',
    meaning:
      "They were not changed for longer than the program's retention (`cleanupPeriodDays`, 30 days by default), or will not have been within a week.",
    owner: 'The program deletes them for good, shortly after its next start.',
    sound: 'All of them, so far.',
    unknown: NOTHING,
    next: 'convo keep DIR',
  },
  CL403: {
    severity: 'info',
    healing: 'manual',
    title: 'The session is being written, or was until just now',
    meaning:
      'Its last line is not ended, and a running program names the session in `sessions/` of the config folder. convo changes nothing of such a session. Where no program can be asked (there is no such folder, or it is shared with another machine), the same holds for a minute after its last write.',
    owner: 'The program appends to it.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo verify ID',
  },
  CL404: {
    severity: 'warning',
    healing: 'manual',
    title: 'Two subagents have the same id',
    meaning: 'Two transcripts in different folders have the same agent id.',
    owner: 'The reader lists both and reads the first for both.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
} as const satisfies Record<string, FindingPage>;
