import { fnordDecoding } from './fnord/decoding.ts';
import { fnordLeftovers } from './fnord/leftovers.ts';
import { fnordMessages } from './fnord/messages.ts';
import { fnordProjects } from './fnord/projects.ts';
import { fnordReferences } from './fnord/references.ts';
import { fnordSections } from './fnord/sections.ts';
import { fnordTasks } from './fnord/tasks.ts';
import { fnordTimes } from './fnord/times.ts';
import type { FindingPage } from './row.ts';

/** Findings of fnord stores; facts in docs/formats/fnord.md. */
export const fnordRows = {
  ...fnordDecoding,
  ...fnordTimes,
  ...fnordMessages,
  ...fnordTasks,
  ...fnordSections,
  ...fnordReferences,
  ...fnordProjects,
  ...fnordLeftovers,
} as const satisfies Record<`FN${number}`, FindingPage>;
