import type { FindingPage } from '../row.ts';

/** References between parts: docs/formats/fnord.md, sections "Messages" and "Worktrees". */
export const fnordReferences = {
  FN201: {
    severity: 'warning',
    healing: 'manual',
    title: 'A tool output answers no call',
    meaning: 'No tool call before it has its call id.',
    owner: 'fnord reads it; a provider may refuse the conversation when it is continued.',
    sound: 'The output.',
    unknown: 'Which call it answers.',
    next: 'convo show ID --all',
  },
  FN202: {
    severity: 'info',
    healing: 'manual',
    title: 'A tool call has no output',
    meaning: 'The session was interrupted before the tool answered, or the output was dropped.',
    owner: 'fnord reads it.',
    sound: 'Everything.',
    unknown: 'Whether the tool ran.',
    next: 'convo show ID --all',
  },
  FN203: {
    severity: 'info',
    healing: 'manual',
    title: 'The worktree of the conversation is gone',
    meaning: 'The metadata names a worktree in this store, and the folder does not exist.',
    owner: 'fnord offers to create it again when the conversation is continued.',
    sound: 'Everything.',
    unknown: 'Whether its branch still exists.',
    next: 'git worktree list',
  },
  FN204: {
    severity: 'info',
    healing: 'manual',
    title: 'A worktree belongs to no conversation',
    meaning: 'A folder under `worktrees` has an id that no conversation has.',
    owner: 'fnord ignores it.',
    sound: 'The worktree.',
    unknown: 'Whether it contains work that is not committed.',
    next: 'git worktree list',
  },
} as const satisfies Record<`FN2${number}`, FindingPage>;
