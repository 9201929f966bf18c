import type { Section } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { knownIds } from '../../ops/known-ids.ts';
import { onlyPlace, resolveIds } from '../../ops/resolve-ids.ts';
import { show as read, type Shown } from '../../ops/show.ts';
import { findingLine } from '../../report/findings/line.ts';
import { transcriptMarkdown } from '../../report/markdown.ts';
import { paint } from '../../report/paint.ts';
import { printableLines } from '../../report/printable.ts';
import { showJson } from '../../report/show-json.ts';
import { transcriptText } from '../../report/transcript.ts';
import { wantsColor } from '../color.ts';
import { command, toggle } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { Job } from '../job.ts';
import { readingOf } from '../reading-of.ts';
import { rerun } from '../rerun.ts';

export const show = command({
  operands: 'ID',
  about:
    'The messages as the owner hydrates them, numbered as every other command numbers them. ID may be shortened to a unique ' +
    'beginning. Of a damaged file, what can be understood.',
  flags: {
    all: toggle('--all', 'hidden messages too, and long tool texts whole'),
    raw: toggle('--raw', "the file's bytes, exactly"),
    markdown: toggle('--markdown', 'as Markdown'),
    companions: toggle('--companions', 'the files beside it too, in kinds of stores that have them'),
  },
  run: async (job, [word = ''], { all, raw, markdown, companions }) => {
    if ([raw, markdown, job.options.json].filter(Boolean).length > 1)
      throw new Failure('usage', 'only one of --raw, --markdown and --json can be given');
    const { reading, survey } = await readingOf(job, []);
    const known = await knownIds(reading, survey);
    const [id = word] = resolveIds([word], known);
    const shown = await read(reading, onlyPlace(id, known), survey);
    if (raw) await tellRaw(job, shown);
    else if (job.options.json)
      await job.out.line(showJson(shown.conversation, shown.transcript(), companions ? shown.companions() : null, all));
    else await tellText(job, shown, { all, markdown, companions: companions ? shown.companions() : [] });
    await tellDamage(job, shown);
    return EXIT.done;
  },
});

async function tellText(
  { out, paint }: Job,
  shown: Shown,
  { all, markdown, companions }: { all: boolean; markdown: boolean; companions: readonly Section[] },
): Promise<void> {
  const transcript = shown.transcript();
  const lines = markdown
    ? transcriptMarkdown(shown.conversation, transcript, companions, all)
    : transcriptText(shown.conversation, transcript, { all, paint, companions });
  for (const line of lines) await out.line(line);
}

async function tellRaw({ out, env }: Job, { bytes, conversation }: Shown): Promise<void> {
  if (bytes === null)
    throw new Failure(
      'failed',
      `${conversation.path} could not be read`,
      `\`convo verify ${conversation.id}\` says why.`,
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
async function tellDamage({ note, env, options }: Job, { conversation, errors }: Shown): Promise<void> {
  const [first] = errors;
  if (first === undefined) return;
  const { id, kind, readable } = conversation;
  const colors = paint(wantsColor(options.color, env.stderr, env.vars));
  await note.line(
    readable
      ? 'convo: the file has errors'
      : `convo: the file is damaged, ${kind} cannot read it; this is what can be understood`,
  );
  for (const error of errors) await note.line(`  ${findingLine(error, colors, env.cwd)}`);
  const heal = errors.some(({ healing }) => healing === 'safe') ? 'heal' : 'heal --lossy';
  if (errors.some(({ healing }) => healing !== 'manual'))
    await note.line(`  ${rerun(options)} ${heal} ${id} --dry-run  shows what can be saved`);
  else await note.line(`  convo explain ${first.code}  says more`);
}
