import type { Section, Transcript } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { filled } from '../../model/shell-word.ts';
import { type KnownId, knownIds } from '../../ops/known-ids.ts';
import { onlyPlace, resolveIds } from '../../ops/resolve-ids.ts';
import { show as read, type Shown } from '../../ops/show.ts';
import { aimedFinding } from '../../report/aimed.ts';
import { findingLine } from '../../report/findings/sentence.ts';
import { paint } from '../../report/paint.ts';
import { printableLines } from '../../report/printable.ts';
import { transcriptMarkdown } from '../../report/show/markdown.ts';
import { showJson } from '../../report/show/show-json.ts';
import { type Page, transcriptText } from '../../report/show/transcript.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import type { Job } from '../job.ts';
import { wantsColor } from '../output.ts';
import { neededId } from '../picker.ts';
import { rerun } from '../rerun.ts';
import { atPaths, readingOf } from '../scope.ts';
import { followed, paged, pageOf } from '../show/pages.ts';
import { amount } from '../values/amount.ts';

export const showCommand = command({
  operands: '[ID]',
  about:
    'The messages as the program that owns them reads them, numbered as every other command numbers them. ID may be shortened ' +
    'to a unique beginning; without one, the only conversation in scope is shown, and on a terminal one of several can be ' +
    'chosen. Of a damaged file, what can be understood; the exit code is then 1. A terminal is given pages by $PAGER (less -FRX).',
  examples: [
    ['convo show 3f0c', 'the beginning of an id is enough'],
    ['convo show 3f0c:12', 'message 12, with what stands around it'],
    ['convo show 3f0c --all --no-pager', 'everything, without a pager'],
    ['convo show 3f0c --markdown > talk.md', 'to keep or send'],
  ],
  flags: {
    all: toggle('--all', 'hidden messages too, and long tool texts whole'),
    raw: toggle('--raw', "the file's bytes, exactly"),
    markdown: toggle('--markdown', 'as Markdown'),
    follow: toggle('-f, --follow', 'stay, and show what the program adds to it, until Ctrl-C'),
    everything: toggle('--everything', 'claude: every record, also those that are not sent'),
    agent: flag('--agent <id>', 'claude: the transcript of this subagent'),
    companions: toggle('--companions', 'the files beside it too, in kinds of stores that have them'),
    around: flag('--around <n>', 'of ID:NUMBER, so many messages on each side (3)', amount),
  },
  run: async (typed, [given], { around = 3, ...asked }) => {
    const { all, raw, markdown, companions, follow, everything, agent = null } = asked;
    const job = await atPaths(typed, given === undefined ? [] : [given]);
    refuseMixed(job, { raw, markdown, follow });
    const { reading, survey } = await readingOf(job);
    const known = await knownIds(reading, survey);
    const [only, ...others] = known;
    const named = await neededId(job, given ?? (others.length === 0 ? only?.id : undefined));
    const { word, index } = numbered(named, known);
    const [id = word] = resolveIds([word], known, { cwd: job.env.cwd, least: 1 });
    const place = onlyPlace(id, known);
    const shown = await read(reading, place, survey);
    if (raw) await tellRaw(job, shown);
    else {
      const transcript = shown.transcript({ everything, agent });
      const near = index === null ? {} : { near: { index, around } };
      const beside = companions ? shown.companions() : null;
      await tell(job, shown, { transcript, all, markdown, follow, companions: beside, ...near });
    }
    await tellDamage(job, shown);
    if (follow) {
      await followed(job, shown, () => read(reading, place, survey), all);
      return EXIT.interrupted;
    }
    // Raw bytes are the whole answer, whatever a program makes of them.
    return raw || shown.conversation.readable ? EXIT.done : EXIT.findings;
  },
});

function refuseMixed(
  { options: { json } }: Job,
  { raw, markdown, follow }: { readonly raw: boolean; readonly markdown: boolean; readonly follow: boolean },
): void {
  if ([raw, markdown, json].filter(Boolean).length > 1)
    throw new Failure('usage', 'only one of --raw, --markdown and --json can be given');
  if (follow && (raw || markdown || json))
    throw new Failure('usage', '--follow is for the transcript alone, not for --raw, --markdown or --json');
}

/** A word that ends with the number of a message, unless that is the id of a conversation, or a place in a file. */
function numbered(word: string, known: readonly KnownId[]): { readonly word: string; readonly index: number | null } {
  const [, id = word, number] = /^([^/]+):(\d{1,9})$/.exec(word) ?? [];
  const isId = number === undefined || /\.jsonl?(?::\d+)?$/.test(id) || known.some((each) => each.id === word);
  return isId ? { word, index: null } : { word: id, index: Number(number) };
}

interface ShowOptions extends Pick<Page, 'near'> {
  readonly transcript: Transcript;
  readonly all: boolean;
  readonly markdown: boolean;
  readonly follow: boolean;
  /** Null where they were not asked for. */
  readonly companions: readonly Section[] | null;
}

async function tell(job: Job, shown: Shown, asked: ShowOptions): Promise<void> {
  if (!job.options.json) return tellText(job, shown, asked);
  for (const piece of jsonOf(shown, asked)) await job.out.write(piece);
}

async function tellText(
  job: Job,
  shown: Shown,
  { transcript, all, markdown, follow, companions, near }: ShowOptions,
): Promise<void> {
  if (markdown) {
    for (const line of transcriptMarkdown(shown.conversation, transcript, companions ?? [], all))
      await job.out.line(line);
    return;
  }
  const beside = companions ?? [];
  const lines = () =>
    transcriptText(shown.conversation, transcript, { ...pageOf(job, all), companions: beside, ...(near && { near }) });
  if (!follow) await paged(job, lines);
  else for (const line of lines()) await job.out.line(line);
}

function jsonOf({ conversation, findings }: Shown, { transcript, companions, all }: ShowOptions): Generator<string> {
  return showJson(conversation, { transcript, companions, findings }, all);
}

async function tellRaw({ out, env }: Job, { bytes, conversation }: Shown): Promise<void> {
  if (bytes === null)
    throw new Failure(
      'failed',
      `${conversation.path} could not be read`,
      `\`${filled('convo verify ID', { ID: conversation.id })}\` says why.`,
    );
  // Raw bytes can drive a terminal; through a pipe they harm nobody.
  if (env.stdout.isTTY === true && !isHarmless(bytes))
    throw new Failure(
      'usage',
      `${conversation.path} holds control characters`,
      'Send it to a file or through a pipe: convo show ID --raw | less',
    );
  await out.write(bytes);
}

function isHarmless(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return !text.includes('\uFFFD') && printableLines(text) === text;
}

/** On stderr, so that the transcript alone goes down a pipe. */
async function tellDamage({ note, env, options }: Job, { conversation, findings }: Shown): Promise<void> {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return;
  const { id, kind, readable } = conversation;
  const colors = paint(wantsColor(options.color, env.stderr, env.vars));
  await note.line(
    readable
      ? 'convo: the file has errors'
      : `convo: the file is damaged, ${kind} cannot read it; this is what can be understood`,
  );
  const again = rerun(options);
  for (const error of errors) await note.line(`  ${findingLine(aimedFinding(error, again), colors, env.cwd)}`);
  const flags = errors.some(({ healing }) => healing === 'safe') ? '' : ' --lossy';
  const heal = `${again} ${filled(`heal ID${flags} --dry-run`, { ID: id })}`;
  if (errors.some(({ healing }) => healing !== 'manual')) await note.line(`  \`${heal}\` shows what can be saved`);
  else await note.line(`  \`convo explain ${first.code}\` says more`);
}
