import { Failure } from '../../model/failure.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { command } from '../command.ts';
import { toggle } from '../flag.ts';

export const tagCommand = command({
  operands: '<ID> [TAG]',
  about:
    'Tags a Claude Code session, as its SDK writes a tag, or takes its tag away. The other programs store no tags.',
  examples: [
    ['convo tag 3f0c review', 'a tag in place of the one it has'],
    ['convo tag 3f0c --remove', 'no tag any more'],
    ['convo list --tag review', 'all sessions with that tag; a list and `show` name tags'],
  ],
  flags: { ...CHANGE_FLAGS, remove: toggle('--remove', 'take the tag away') },
  run: (job, [id = '', text], { remove, ...flags }) => {
    if (remove === (text !== undefined)) throw new Failure('usage', 'give a tag, or --remove');
    if (text?.trim() === '') throw new Failure('usage', 'a tag must not be blank');
    return changeVerb(job, { verb: 'tag', ids: [id], flags, verbFlags: { tag: text ?? null } });
  },
});
