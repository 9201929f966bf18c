import { CHANGING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command, flag, toggle } from '../command.ts';
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
    dropApprovals: toggle('--drop-approvals', 'leave out shell commands that the session approved'),
  },
  run: (job, ids, { at = null, dropApprovals, ...flags }) =>
    changeVerb(job, { verb: 'fork', ids, flags, at, dropApprovals }),
});
