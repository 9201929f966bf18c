import { CHANGING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command, flag, flagMany, toggle } from '../command.ts';
import { choice } from '../values/choice.ts';
import { messageNumber } from '../values/message-number.ts';

export const fork = command({
  operands: '<ID>',
  about: 'Copies a conversation under a new id, by the rules of the program that owns it. The source is not touched.',
  flags: {
    ...CHANGING,
    at: flag(
      '--at <message>',
      'leave out this message and all after it, as `convo show --all` numbers them',
      messageNumber,
    ),
    carry: flagMany(
      '--carry <what>',
      'rao: take along what both conversations would then act on: changes (to files, which a revert undoes) or remote (files)',
      choice(['changes', 'remote']),
    ),
    dropApprovals: toggle('--drop-approvals', 'leave out shell commands that the session approved'),
  },
  run: (job, ids, { at = null, carry, dropApprovals, ...flags }) =>
    changeVerb(job, { verb: 'fork', ids, flags, at, carry: new Set(carry), dropApprovals }),
});
