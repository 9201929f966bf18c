import { cmd, ID, sentence, withPlaceholders } from '../../model/command.ts';
import type { Transcript } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { idWord, shortener } from '../../model/ids.ts';
import { programsWith } from '../../model/kinds.ts';
import { VERIFY } from '../../model/rules/row.ts';
import type { EarlierHeal } from '../../model/run.ts';
import { listStoredIds } from '../../ops/resolve-ids.ts';
import { learnShown, redactedShown } from '../../ops/secrets/redacted-shown.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { piecesOf, type ShownConversation, show } from '../../ops/show.ts';
import { showJson } from '../../report/json-text.ts';
import { type GoneFolder, linkLines, withGone } from '../../report/resume-lines.ts';
import { messagesOn, type TranscriptView } from '../../report/show/entries.ts';
import { transcriptMarkdown } from '../../report/show/markdown.ts';
import { countNumbered, numberedText, ownTranscript, transcriptText } from '../../report/show/transcript.ts';
import { printableLines } from '../../report/text.ts';
import { command, type Job, rerun } from '../command.ts';
import { EXIT, exitOf } from '../exit.ts';
import { amount, flag, toggle } from '../flag.ts';
import { goneFolder, healedFor, undoableFor, withCwd } from '../history.ts';
import { reportUnread } from '../job-commentary.ts';
import { paged } from '../pager.ts';
import { redactedText, redactionText, redactorFor } from '../redact.ts';
import { reportDamage } from '../report-gaps.ts';
import { atPaths, readingOf } from '../scope.ts';
import { type MessageNumbers, meantVersion } from '../show/meant-version.ts';
import { followConversation, transcriptView } from '../show/transcript-view.ts';
import { REDACT } from '../values/redact.ts';

export const showCommand = command({
  operands: '[ID]',
  about:
    'The messages as the program that owns them reads them, a heading for each turn. A call of a tool is one line, with what ' +
    'came back folded below it; `-v` has the numbers and ids of messages, which `ID:NUMBER`, `ID:FROM-TO` and other commands take. ID may be ' +
    'shortened to a unique beginning; without one, the only conversation in scope is shown, and on a terminal one of several ' +
    'can be chosen. Of a damaged file, what can be understood, with its errors; the exit code is 1 where the program cannot read ' +
    'it. A terminal is given pages by $PAGER (less -FRX).',
  examples: [
    ['convo show 3f0c', 'the beginning of an id is enough, or eight characters of its end'],
    ['convo show 3f0c:12', 'message 12, with the messages around it'],
    ['convo show 3f0c:3-5 --json', 'messages 3 to 5 alone; 3f0c:3- has all from 3 on'],
    ['convo show 3f0c~1', 'codex: the version of the thread before it was rewound'],
    ['convo show 3f0c --prompts', 'all that was asked, and nothing else'],
    ['convo show 3f0c --all --no-pager', 'everything, without a pager'],
    ['convo show 3f0c --html > talk.html', 'to keep or send; so is --markdown'],
  ],
  flags: {
    all: toggle('--all', 'hidden messages too, and nothing folded'),
    full: toggle('--full', 'nothing folded: what was passed to tools and came back, diffs and thinking whole'),
    prompts: toggle('--prompts', 'all that was asked, and nothing else'),
    around: flag('--around <n>', 'so many messages on each side of ID:NUMBER (3) or ID:FROM-TO (0)', amount),
    raw: toggle('--raw', "the file's bytes, exactly"),
    markdown: toggle('--markdown', 'as Markdown'),
    html: toggle('--html', 'as one page for a browser, which needs nothing else'),
    ...REDACT,
    follow: toggle('-f, --follow', 'stay, and show what the program adds to it, until Ctrl-C'),
    everything: toggle('--everything', 'claude, codex: every record, also those that are not sent'),
    agent: flag('--agent <id>', `${programsWith('subagents')}: the transcript of this subagent, as does ID@AGENT`),
    companions: toggle(
      '--companions',
      'the files beside it too, in kinds of stores that have them; claude and gemini: the saved outputs of tools',
    ),
  },
  run: async (typedJob, [word], flags) => {
    const { raw, follow, everything, companions } = flags;
    const job = await atPaths(typedJob, word === undefined ? [] : [word]);
    refuseMixed(job, flags);
    const { reading, survey, unreadablePaths } = await readingOf(job);
    await reportUnread(job, unreadablePaths);
    const storedIds = await listStoredIds(reading, survey);
    const { storedId, agent, at, version } = await meantVersion(job, word, flags, { reading, survey, storedIds });
    const { id } = storedId;
    const transcriptOf = (each: ShownConversation) => each.transcript({ everything, agent, companions });
    if (follow) refuseEnd(at);
    const redactor = await redactorFor(job, flags.redact, flags.redactAlso);
    const asRead = await show(reading, storedId, survey, version);
    const [found = asRead] = withCwd(job, [asRead]);
    if (redactor !== null) learnShown(found, { everything, agent, companions }, redactor);
    const short = idWord({ id: shortener(storedIds.map((each) => each.id))(id), earlier: found.conversation.earlier });
    const pageAsked = { ...flags, at, id: agent === null ? short : `${short}@${agent}` };
    const first = transcriptView(job, found.conversation, pageAsked);
    const counted = messagesOn(first);
    const shown = redactor === null ? found : redactedShown(found, redactor, counted);
    const view = transcriptView(job, shown.conversation, pageAsked);
    const healed = raw || agent !== null ? [] : healedFor(job, (each) => each === id)(found.conversation);
    if (raw) await printRaw(job, shown);
    else {
      const transcript = transcriptOf(shown);
      const gone = goneFolder(job, reading, shown.conversation, redactor !== null);
      await printConversation(job, shown, { ...flags, agent, view, transcript, healed, gone });
    }
    // On a terminal each finding is shown in its place.
    await reportDamage(job, shown, job.env.stdout.isTTY === true ? 0 : undefined);
    await reportRedaction(job, redactor, flags);
    if (follow) {
      const readAgain = () => show(reading, storedId, survey, version);
      await followConversation(job, shown, { readAgain, transcriptOf, view });
      return EXIT.interrupted;
    }
    // Raw bytes answer the request for any file.
    return exitOf({ hasFindings: !raw && !shown.conversation.readable });
  },
});

async function reportRedaction(
  { err, env }: Job,
  redactor: Redactor | null,
  { html, markdown }: Record<'html' | 'markdown', boolean>,
): Promise<void> {
  if ((html || markdown) && env.stdout.isTTY !== true) await err.line(redactionText(redactor));
  else if (redactor !== null) await err.line(redactedText(redactor));
}

interface MixedFlags extends Record<'raw' | 'markdown' | 'html' | 'follow' | 'redact', boolean> {
  readonly redactAlso: readonly string[];
}

function refuseMixed(
  { options: { json } }: Job,
  { raw, markdown, html, follow, redact, redactAlso }: MixedFlags,
): void {
  const isRedacted = redact || redactAlso.length > 0;
  if (isRedacted && (raw || follow))
    throw new Failure('usage', `${redact ? '--redact' : '--redact-also'} is not for --raw or --follow`);
  const formats = [raw, markdown, html, json].filter(Boolean).length;
  if (formats > 1) throw new Failure('usage', 'only one of --raw, --markdown, --html and --json can be given');
  if (follow && formats > 0)
    throw new Failure('usage', '--follow is for the transcript alone, not for --raw, --markdown, --html or --json');
}

/** Refuses a range with an end: nothing is appended to that. */
function refuseEnd(at: MessageNumbers | null): void {
  if (at !== null && Number.isFinite(at.to))
    throw new Failure('usage', '--follow is for all messages, or for those from a number on', `Give ID:${at.from}-.`);
}

interface ShowOptions {
  readonly transcript: Transcript;
  readonly view: TranscriptView;
  readonly markdown: boolean;
  readonly html: boolean;
  readonly follow: boolean;
  readonly companions: boolean;
  readonly agent: string | null;
  readonly healed: readonly EarlierHeal[];
  readonly gone: GoneFolder | null;
}

async function printConversation(job: Job, shown: ShownConversation, options: ShowOptions): Promise<void> {
  const { conversation, findings } = shown;
  const { healed, gone, agent } = options;
  const { transcript, view, markdown, html, follow } = options;
  const companions = options.companions ? (transcript.companions ?? []) : null;
  refuseBeyond(shown, options);
  if (job.options.json) {
    for (const piece of showJson(conversation, { transcript, companions, findings, healed }, view))
      await job.out.write(piece);
    return;
  }
  const { hasEarlier } = shown;
  const links = linkLines(conversation, rerun(job.options), view.width);
  const set = { ...view, findings, gone, agent, hasEarlier, links, companions: companions ?? [] };
  const inMarkdown = () => transcriptMarkdown(conversation, transcript, { ...set, healed });
  if (html || markdown) return printForFile(job, shown, options, inMarkdown);
  const text = { ...set, healed: await undoableFor(job, healed) };
  if (follow) for (const line of transcriptText(conversation, transcript, text)) await job.out.line(line);
  else await paged(job, () => transcriptText(conversation, transcript, text));
}

async function printForFile(
  job: Job,
  shown: ShownConversation,
  options: ShowOptions,
  inMarkdown: () => Iterable<string>,
): Promise<void> {
  const { agent } = options;
  if (agent !== null) return printSubagentPage(job, shown, { ...options, agent });
  return options.html ? printPage(job, shown, options) : job.out.lines(inMarkdown());
}

async function printSubagentPage(
  job: Job,
  shown: ShownConversation,
  options: ShowOptions & { readonly agent: string },
): Promise<void> {
  const { ofSubagent } = await import('../export/page-file.ts');
  const own = ofSubagent(shown, options.agent);
  const transcript = ownTranscript(options.transcript);
  if (options.html) return printPage(job, own, { ...options, transcript, gone: null });
  const about = { ...options.view, findings: [], healed: [], companions: [] };
  await job.out.lines(transcriptMarkdown(own.conversation, transcript, about));
}

async function printPage(
  job: Job,
  { conversation, findings, tokens }: ShownConversation,
  { transcript, view, healed, gone }: ShowOptions,
): Promise<void> {
  const { conversationPage } = await import('../../report/html/page.ts');
  const around = { view: { ...view, full: true, clock: null }, findings, healed, tokens: tokens(), index: null };
  for (const piece of conversationPage(withGone(conversation, gone), transcript, around)) await job.out.write(piece);
}

function refuseBeyond({ conversation: { id } }: ShownConversation, { transcript, view: { part } }: ShowOptions): void {
  if (part === null) return;
  const counts = countNumbered(transcript.messages, part.from);
  if (counts.count > part.from) return;
  throw new Failure(
    'no-match',
    `${id} has ${numberedText(counts)}`,
    sentence`They are numbered from 0 to ${String(Math.max(counts.count - 1, 0))}: ${withPlaceholders(cmd`show ${ID} -v`, { ID: id })}.`,
  );
}

async function printRaw({ out, env }: Job, { source, conversation }: ShownConversation): Promise<void> {
  if (source === null)
    throw new Failure(
      'failed',
      `${conversation.path} could not be read`,
      sentence`${withPlaceholders(VERIFY, { ID: conversation.id })} says why.`,
    );
  // Raw bytes may act on a terminal, but not on a pipe.
  if (env.stdout.isTTY === true && !isHarmless(piecesOf(source)))
    throw new Failure(
      'usage',
      `${conversation.path} holds control characters`,
      'Send it to a file or through a pipe: convo show ID --raw | less',
    );
  for (const piece of piecesOf(source)) await out.write(piece);
}

function isHarmless(pieces: Iterable<Uint8Array>): boolean {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isPlain = (text: string) => !text.includes('\uFFFD') && printableLines(text) === text;
  for (const piece of pieces) if (!isPlain(decoder.decode(piece, { stream: true }))) return false;
  return isPlain(decoder.decode());
}
