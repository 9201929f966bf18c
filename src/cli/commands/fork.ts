import type { ChangeReport } from '../../model/change-report.ts';
import { cmd, commandText, ID, withPlaceholders } from '../../model/command.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { command, rerun } from '../command.ts';
import { flag, flagMany, toggle, wordOf, type Zod } from '../flag.ts';

/** As `convo show --all` prints it; stays text. */
export const messageNumber = (z: Zod) => z.string().check(z.regex(/^\d{1,9}$/, 'takes the number of a message'));

export const forkCommand = command({
  operands: '[ID]',
  about: 'Copies a conversation under a new id, by the rules of the program that owns it. The source is not touched.',
  examples: [
    ['convo fork 3f0c', 'a copy under a new id'],
    ['convo fork 3f0c --at 12', 'without message 12 and all after it'],
    ['convo fork 3f0c --dry-run', 'what would be written'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    at: flag(
      '--at <message>',
      'leave out this message and all after it, as `convo show --all` numbers them; codex: and the rest of its turn; copilot is forked whole',
      messageNumber,
    ),
    carry: flagMany(
      '--carry <what>',
      'rao: take along what both conversations would then act on: changes (to files, which a revert undoes) or remote (files)',
      wordOf(['changes', 'remote']),
    ),
    dropApprovals: toggle('--drop-approvals', 'leave out shell commands that the session approved'),
    independent: toggle(
      '--independent',
      'codex: copy what the fork would refer to, so that it needs nothing of its source',
    ),
  },
  run: (job, ids, { at = null, carry, dropApprovals, independent, ...flags }) =>
    changeVerb(job, {
      verb: 'fork',
      ids,
      flags,
      verbFlags: { at, carry, dropApprovals, independent },
      afterReport: async (_, report) => (at === null || job.options.json ? [] : numberedBy(report, rerun(job.options))),
    }),
});

function numberedBy({ items }: ChangeReport, commandPrefix: string): string[] {
  const refused = items.find(
    ({ state, id, kind }) => state === 'refused' && id !== null && !KIND_TABLE[kind].refusesForkAt,
  );
  if (refused?.id == null) return [];
  return [
    `\`${commandText(withPlaceholders(NUMBERED, { ID: refused.id }), commandPrefix)}\` shows the number of each message`,
  ];
}

const NUMBERED = cmd`show ${ID} --all --verbose`;
