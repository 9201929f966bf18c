import { Failure } from '../../model/failure.ts';
import { openOutput } from '../../ops/outputs.ts';
import { type SealedStores, sealStores } from '../../ops/seal/sealing.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { textDigest } from '../../ops/user-files.ts';
import { contractJson } from '../../report/json-text.ts';
import { sealText } from '../../report/seal-text.ts';
import { countText, printable, printableLines } from '../../report/text.ts';
import { command, type Job } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { progressLine } from '../progress.ts';
import { readingOf } from '../scope.ts';

export const sealCommand = command({
  operands: '',
  about:
    'Writes a manifest of the stores: a hash of every file, and of the history of every conversation. `convo verify --against FILE` ' +
    'reports what was changed since; `sha256sum -c FILE` checks it without convo. The same stores give the same manifest.',
  examples: [
    ['convo seal --output seal.json', 'hashes of everything that is here'],
    ['convo verify --against seal.json', 'what changed since, without a finding of its own'],
    [
      'convo seal --project orchard --output orchard.json',
      'one project; a comparison with it verifies that project alone',
    ],
  ],
  flags: {
    output: flag('--output <file>', 'where to write the manifest; without it, or for -, to stdout'),
    ...REPLACE,
  },
  run: async (job, _, { output: typed = '-', force }) => {
    const output = typed === '-' ? null : typed;
    const selection = await readingOf(job);
    const { reading, survey, unreadablePaths } = selection;
    if (output === null && job.options.json)
      throw new Failure(
        'usage',
        'the manifest and the JSON cannot both go to stdout',
        'Name a file with --output FILE.',
      );
    const file = output === null ? null : openOutput(outputsFor(job, reading, { force }).file(output, 'seal'));
    try {
      const line = progressLine(job);
      const sealed = await sealStores(reading, withRun(survey, { progress: line.show }));
      await line.clear();
      if (sealed.head.conversations === 0 && sealed.unjudged.length === 0 && !job.options.allowEmpty)
        throw await noConversationsFailure(job, selection);
      const [first, ...others] = sealed.unjudged;
      if (first !== undefined) throw unsealedFailure(first, others.length);
      // `sha256sum` needs raw names; terminals would act on them.
      const textFor = (part: string) => (job.env.stdout.isTTY === true ? printableLines(part) : part);
      for (const part of sealText(sealed.made, textDigest))
        await (file === null ? job.out.write(textFor(part)) : file.write(part));
      await file?.finish();
      await printSealed(job, sealed, output);
      await reportUnread(job, unreadablePaths);
      return exitOf({ unreadableCount: unreadablePaths.length });
    } catch (error) {
      file?.abandon();
      throw error;
    }
  },
});

function unsealedFailure({ path, message }: SealedStores['unjudged'][number], more: number): Failure {
  const others = more === 0 ? '' : ` (and ${countText(more, 'more file')})`;
  return new Failure('failed', `nothing was sealed: ${path} ${message}${others}`);
}

async function printSealed({ out, err, options }: Job, { head, base }: SealedStores, output: string | null) {
  if (options.json && output !== null) return out.line(contractJson('seal', { base, output, ...head }));
  const counts = `${countText(head.conversations, 'conversation')}, ${countText(head.files, 'file')}`;
  return err.line(`convo: sealed ${counts}; \`sha256sum -c\` checks it in ${printable(base)}`);
}
