import { countEach } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import { sealHead } from '../../model/seal.ts';
import { type GatheredPack, gatherPack } from '../../ops/pack/gather-pack.ts';
import { refuseLoss, type WrittenPack, writePack } from '../../ops/pack/pack-file.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { textDigest } from '../../ops/user-files.ts';
import { contractJson } from '../../report/json-text.ts';
import { sealText } from '../../report/seal-text.ts';
import { archivedText, bytesText, countText, printable } from '../../report/text.ts';
import { command, type Job } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { progressLine } from '../progress.ts';
import { narrowedSelection, readingOf } from '../scope.ts';
import { LISTED_IN_TIME, timeFlags } from '../values/times.ts';

export const packCommand = command({
  operands: '[ID...]',
  about:
    'Packs conversations into one .tar, for another machine or an archive: each file as it is, damage too, with its time and mode, ' +
    'what belongs to it (subagents, results of tools, companions) and what an index says of it.\n\n' +
    'Its MANIFEST has a hash of each file: `sha256sum -c MANIFEST` ' +
    'and `convo verify --against MANIFEST` check what `tar x` took out, and `convo unpack` puts it into a store.\n\n' +
    'The same conversations make the same bytes, whenever and wherever they are packed. What a program appends meanwhile is left out. ' +
    'A pack with conversations that the new one would not have is replaced with --force alone.',
  examples: [
    ['convo pack --output sessions.tar', 'every conversation that is not archived'],
    ['convo pack 3f0c --output one.tar', 'one of them'],
    ['convo pack --since 30d --output month.tar', 'in which something was said in the last thirty days'],
    ['convo --kind claude pack --all --output claude.tar', 'all that Claude Code has, archived ones too'],
  ],
  flags: {
    output: flag('--output <file>', 'the .tar to write'),
    all: toggle('--all', 'archived conversations too, and what is left of some'),
    skipUnreadable: toggle(
      '--skip-unreadable',
      'pack the others where a file cannot be read, name it, and exit with 3',
    ),
    ...timeFlags(LISTED_IN_TIME),
    redact: toggle('--redact', 'refused: a pack holds the files as they are'),
    ...REPLACE,
  },
  run: async (job, words, { output: typed, all, skipUnreadable, redact, force, ...times }) => {
    if (redact) throw new Failure('usage', 'a pack is not redacted: it holds the files as they are', HAND_ON);
    if (typed === undefined)
      throw new Failure('usage', '`convo pack` needs a file to write to', 'Name it: --output FILE.tar');
    const packed = COMPRESSED.exec(typed)?.[0];
    if (packed !== undefined)
      throw new Failure(
        'usage',
        `a pack is not compressed: name it ${printable(`${typed.slice(0, -packed.length)}.tar`)}`,
        'A program such as gzip compresses it then.',
      );
    const named = await narrowedSelection(job, await readingOf(job), { words, min: 1 });
    const selection = await narrowedToTimes(job, named, times);
    const { reading, survey, unreadablePaths } = selection;
    const file = outputsFor(job, reading, { force }).file(typed, 'pack');
    const line = progressLine(job);
    const asked = { ...withRun(survey, { progress: line.show }), all, named: words.length > 0 };
    const found = await gatherPack(reading, asked);
    await line.clear();
    const { files, unjudged } = found;
    const [first] = unjudged;
    if (first !== undefined && (!skipUnreadable || files.length === 0))
      throw new Failure(
        'failed',
        `nothing was packed: ${first.path} ${first.message}${otherFilesText(unjudged.length - 1)}`,
        NAME_OTHERS,
      );
    if (files.length === 0 && (selection.omittedByTime ?? 0) > 0) throw new Failure('no-match', 'nothing was packed');
    if (files.length === 0) throw await noConversationsFailure(job, selection);
    const skipped = unjudged.map(({ path, message }) => `${path} ${message}`);
    const gathered = { ...found, unseen: [...skipped, ...found.unseen] };
    if (!force) refuseLoss(reading.disk, file, gathered.seal);
    const manifest = [...sealText(gathered.seal, textDigest)].join('');
    const written = await writePack(reading.disk, file, { ...gathered, manifest }, job);
    await printPacked(job, gathered, { ...written, output: file.path });
    await reportUnread(job, unreadablePaths);
    return exitOf({ unreadableCount: unreadablePaths.length + gathered.unseen.length });
  },
});

const COMPRESSED = /(?:\.tar)?\.(?:gz|bz2|xz|zst|zip)$|\.(?:tgz|tbz2?|txz|tzst)$/i;
const HAND_ON = '`convo export --redact` writes pages, Markdown or lines to hand on.';
const NAME_OTHERS = 'Name the conversations that can be read, or pack all of them with --skip-unreadable.';

function otherFilesText(more: number): string {
  return more === 0 ? '' : ` (and ${countText(more, 'more file')})`;
}

async function printPacked(
  { out, err, options }: Job,
  { seal, damaged, archived, leftOut, unseen }: GatheredPack,
  { output, bytes, grown }: WrittenPack & { readonly output: string },
): Promise<void> {
  const { conversations, files } = sealHead(seal);
  const lists = { damaged: damaged.map((each) => ({ ...each })), grown, leftOut, unseen };
  const counts = `${countText(conversations, 'conversation')}, ${countText(files, 'file')}`;
  if (options.json) await out.line(contractJson('pack', { output, conversations, files, bytes, ...lists }));
  else await out.line(`${counts} in ${printable(output)}, ${bytesText(bytes)}`);
  // Missing data comes first: it is never folded.
  const notes = [
    ...unseen.map((what) => `not looked into: ${what}`),
    ...leftOut,
    ...grown.map((path) => `${path} is being written: packed as it was when it was looked at`),
    ...(damaged.length > 0 ? [damagedText(damaged)] : []),
  ];
  for (const each of notes.slice(0, MAX_NOTES)) await err.line(`convo: ${printable(each)}`);
  if (notes.length > MAX_NOTES)
    await err.line(`convo: and ${countText(notes.length - MAX_NOTES, 'more note')} (--json has all)`);
  if (archived > 0) await err.line(archivedText(archived, '--all packs them too'));
  await err.line(UNREDACTED);
}

function damagedText(damaged: GatheredPack['damaged']): string {
  const counts = [...countEach(damaged.flatMap(({ codes }) => codes))].sort(([, a], [, b]) => b - a);
  const codes = counts.map(([code, count]) => (count === 1 ? code : `${code} ${count} times`)).join(', ');
  if (damaged.length === 1) return `${damaged[0]?.id} is packed with its damage: ${codes}`;
  return `${countText(damaged.length, 'conversation')} are packed with their damage: ${codes} (\`convo verify\`)`;
}

const MAX_NOTES = 20;

const UNREDACTED =
  'convo: nothing was redacted: a pack holds the files as they are; `convo secrets` says what is in them';
