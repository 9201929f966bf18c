import * as z from 'zod';
import { grouped } from '../../model/collections.ts';
import { activeTime, type Conversation, firstAsked, isUnseen, type Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { type Covered, isKeptFromModel, type PlacedFinding } from '../../model/finding.ts';
import { idWord } from '../../model/ids.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { baseName } from '../../model/path.ts';
import type { SearchLine, SearchResult } from '../../model/search.ts';
import { bestAnswers, candidates, redactedAnswers } from '../../ops/find.ts';
import { grep, redactedMatches } from '../../ops/grep.ts';
import { redactedConversation } from '../../ops/secrets/redacted.ts';
import { learnShown, redactedShown } from '../../ops/secrets/redacted-shown.ts';
import { type ShownConversation, show } from '../../ops/show.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { lineText, showWord } from '../../report/grep.ts';
import { titleText } from '../../report/list/title.ts';
import { isTypedPrompt } from '../../report/show/entries.ts';
import { agoText, isoText } from '../../report/time.ts';
import { innerWords, type Job, threadsOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { isConcealed } from '../list/choice.ts';
import { idsMeant } from '../scope.ts';
import { contextOf, meantVersion } from '../show/meant-version.ts';
import { inScope, isWritten, listed, searchInSlices, stopping, type ToolCall, unitsFor } from './call.ts';
import type { ConversationBrief, ToolInput, ToolName, ToolOutput } from './schemas.ts';

/** Functions by tool; each throws Failure with a sentence for the model. */
export const TOOLS: {
  readonly [Name in ToolName]: (input: ToolInput<Name>, call: ToolCall) => Promise<ToolOutput<Name>>;
} = {
  async find_conversations({ question, limit, archived }, call) {
    const { job, redact } = call;
    const among = await unitsFor(call, { archived });
    const { reading, survey, states } = among;
    const jobs = threadsOf(job, undefined);
    const findOptions = { question, states, max: limit, redact: redact !== null };
    const { results, unreached } = await searchInSlices(call, among, (slice) =>
      candidates(reading, { ...withRun(slice, { jobs }), ...findOptions }),
    );
    const { isLate, interrupted } = stopping(call);
    const best = await bestAnswers(
      reading,
      { ...withRun(survey, { jobs, interrupted }), ...findOptions, isLate },
      results,
    );
    const { answers, nowhere, coverage, unreached: undecoded } = redactedAnswers(best, redact);
    return {
      answers: answers.map(({ conversation, turn, alike }) => ({
        ...briefOf(conversation, among.survey.run.now),
        id: showWord(idWord(conversation), turn),
        message: turn.index,
        text: turn.text,
        ...(alike.length === 0 ? {} : { alike: alike.map(idWord) }),
      })),
      ...(nowhere.length === 0 ? {} : { nowhere: [...nowhere] }),
      ...coverageOf([{ coverage }], unreached + undecoded),
    };
  },

  async search_text({ text, regex, role, since, limit, archived }, call) {
    const { job, redact } = call;
    const among = await unitsFor(call, { archived, since });
    const { states } = among;
    const query = {
      patterns: [text],
      syntax: regex === true ? ('regex' as const) : ('literal' as const),
      ignoreCase: text === text.toLowerCase(),
      words: false,
      roles: role === undefined ? [] : [role],
      tools: [],
      since: among.from,
      until: null,
      context: { before: 0, after: 0 },
      redact: redact !== null,
    };
    const jobs = threadsOf(job, undefined);
    const { results, unreached } = await searchInSlices(call, among, (survey) =>
      grep(among.reading, { ...withRun(survey, { jobs }), query, states }),
    );
    const all = results.map((result) => redactedMatches(result, redact));
    const matches = all.flatMap((each) => each.matches).slice(0, limit);
    return {
      matches: matches.flatMap(({ conversation, result }) =>
        // Messages are numbered in each transcript, so matches are grouped by agent.
        [...grouped(result.lines.slice(0, MAX_MATCHES).map((line) => [line.agent, line] as const))].map(
          ([agent, own]) => ({
            ...briefOf(conversation, among.survey.run.now),
            id: showWord(idWord(conversation), agent === undefined ? {} : { agent }),
            count: countIn(result, agent),
            messages: own.map(lineOf),
          }),
        ),
      ),
      ...coverageOf(all, unreached),
    };
  },

  async list_conversations({ since, until, limit, archived }, call) {
    const { conversations, survey } = await listed(call, { archived, since, until });
    const offered = conversations.filter((each) => !isConcealed(each, each));
    const briefs = offered.slice(0, limit).map((each) => briefOf(clean(each, call), survey.run.now));
    const hidden = conversations.length - offered.length;
    return { conversations: briefs, more: offered.length - briefs.length, ...(hidden === 0 ? {} : { hidden }) };
  },

  async read_conversation({ id: word, from, offset, prompts_only, all, max_characters }, call) {
    const { job, redact } = call;
    const { reading, survey, storedIds } = await inScope(call);
    const { storedId, agent, at, version } = await meantVersion(
      job,
      word,
      { raw: false },
      { reading, survey, storedIds },
    );
    const found = await show(reading, storedId, survey, version);
    if (redact !== null) learnShown(found, { agent }, redact);
    const shown = redact === null ? found : redactedShown(found, redact);
    const begin = at === null ? from : Math.max(0, at.from - contextOf(at));
    const isNamed = ({ index }: Message) => at !== null && index >= at.from && index <= at.to;
    const isShown = (message: Message) => all === true || !isUnseen(message) || isNamed(message);
    const isAsked = prompts_only === true ? isTypedPrompt : isShown;
    let hiddenCount = 0;
    const wanted = (message: Message): boolean => {
      if (message.index < begin || (at?.isRange === true && message.index > at.to)) return false;
      if (isAsked(message)) return true;
      if (message.hidden) hiddenCount++;
      return false;
    };
    const quoted = quotedWithin(shown.transcript({ agent }).messages, wanted, { offset, max: max_characters });
    const damage = shown.findings.filter((each) => isKeptFromModel(each) || each.words !== undefined);
    return {
      conversation: briefOf({ ...shown.conversation, asked: askedIn(shown, agent) }, survey.run.now),
      ...quoted,
      ...(hiddenCount === 0 ? {} : { left_out: hiddenCount }),
      damage: damage.map(damageText),
    };
  },

  async why_missing({ id }, call) {
    const { job, redact } = call;
    if (call.since !== null) await idsMeant([id], { ...(await inScope(call)), env: job.env }, 1);
    const text = await printed(job, ['why', '--', id]);
    return { answer: redact === null ? text : redact(text) };
  },

  async check_stores(_, call) {
    const { job, redact } = call;
    const ids = call.since === null ? [] : (await inScope(call)).storedIds.map(({ id }) => id);
    if (call.since !== null && ids.length === 0)
      return { answer: 'no conversation is in scope', errors: 0, warnings: 0 };
    const document: unknown = JSON.parse(await printed(job, ['verify', '--json', '--', ...new Set(ids)]));
    const { error } = FAILED.parse(document);
    if (error !== undefined) throw new Error([error.message, error.hint ?? ''].join('. '));
    const { summary, findings } = VERIFIED.parse(document);
    const lines = findings.map(({ path, severity, code, message }) => `${path}: ${severity} ${code} ${message}`);
    const more = lines.length > MAX_FINDINGS ? [`${lines.length - MAX_FINDINGS} more: run \`convo verify\``] : [];
    const answer = [...lines.slice(0, MAX_FINDINGS), ...more].join('\n') || 'every file is sound';
    const { errors, warnings } = summary;
    return { answer: redact === null ? answer : redact(answer), errors, warnings };
  },
};

function askedIn({ conversation, transcript }: ShownConversation, agent: string | null): string | null {
  return titleText(conversation) === '' ? firstAsked(transcript({ agent })) : (conversation.asked ?? null);
}

/** The members of a `verify` document, or of the error in its place. */
const FAILED = z.object({ error: z.object({ message: z.string(), hint: z.string().nullable() }).optional() });
const VERIFIED = z.object({
  summary: z.object({ errors: z.number(), warnings: z.number() }),
  findings: z.array(z.object({ path: z.string(), severity: z.string(), code: z.string(), message: z.string() })),
});

/** Matches in a subagent; undefined for those in the conversation itself. */
function countIn({ count, inAgents }: SearchResult, agent: string | undefined): number {
  if (agent !== undefined) return inAgents.get(agent) ?? 0;
  return [...inAgents.values()].reduce((rest, each) => rest - each, count);
}

/** Most matches of one conversation in an answer. */
const MAX_MATCHES = 5;
/** Most findings in an answer of `check_stores`. */
const MAX_FINDINGS = 40;
/** Most findings that a search names on conversations that it could not read. */
const MAX_UNREAD_NAMED = 3;

function clean(conversation: Conversation, { redact }: ToolCall): Conversation {
  return redact === null ? conversation : redactedConversation(conversation, redact);
}

function briefOf(conversation: Conversation, now: number): ConversationBrief {
  const { kind, project, cwd, state } = conversation;
  const isOfFolder = KIND_TABLE[kind].byFolder || project === null || project === baseName(cwd ?? '');
  const named = cwd && isOfFolder ? cwd : project;
  const title = titleText(conversation);
  const time = activeTime(conversation);
  return {
    id: idWord(conversation),
    program: kind,
    ...(named === null ? {} : { project: named }),
    ...(title === '' ? {} : { title }),
    ...(time === null ? {} : { changed: isoText(time) ?? '' }),
    age: time === null ? 'time unknown' : agoText(time, { now, zone: null, utc: true }),
    ...(state === 'archived' ? { archived: true } : {}),
    ...(conversation.hidden === 'lost' ? { lost: true } : {}),
    ...(isWritten(conversation, now) ? { being_written: true } : {}),
  };
}

function coverageOf(all: readonly { readonly coverage: Covered }[], unreached: number) {
  const coverages = all.map(({ coverage }) => coverage);
  const damaged = coverages.flatMap(({ unjudged, gaps }) => [...unjudged, ...gaps.map(({ finding }) => finding)]);
  return {
    searched: coverages.reduce((sum, { conversations }) => sum + conversations, 0),
    not_reached: unreached,
    not_read: [
      ...damaged.slice(0, MAX_UNREAD_NAMED).map(({ id, path, code, message }) => `${id ?? path}: ${code} ${message}`),
      ...(damaged.length > MAX_UNREAD_NAMED
        ? [`${damaged.length - MAX_UNREAD_NAMED} more: \`check_stores\` names them`]
        : []),
    ],
  };
}

function lineOf(line: SearchLine) {
  return { message: line.index, ...speakerOf(line), text: lineText(line) };
}

/** A finding as text, with the words that can be read in a damaged line. */
function damageText({ code, message, words = [] }: Pick<PlacedFinding, 'code' | 'message' | 'words'>): string {
  const text = words.join(' · ');
  const quoted = text.length > MAX_DAMAGE_WORDS ? `${text.slice(0, MAX_DAMAGE_WORDS)}…` : text;
  return `${code} ${message}${text === '' ? '' : `: ${quoted}`}`;
}

const MAX_DAMAGE_WORDS = 1000;

type QuotedMessage = ToolOutput<'read_conversation'>['messages'][number];

/** Quotes as many wanted messages as fit. A first one too long for a page is cut, with an offset for the rest. */
function quotedWithin(
  messages: Iterable<Message>,
  wanted: (message: Message) => boolean,
  { offset, max }: { readonly offset: number; readonly max: number },
): Pick<ToolOutput<'read_conversation'>, 'messages' | 'next' | 'next_offset'> {
  const quotes: QuotedMessage[] = [];
  let remaining = max;
  for (const message of messages) {
    if (!wanted(message)) continue;
    const isFirst = quotes.length === 0;
    const quoted = quote(message, isFirst ? offset : 0, remaining);
    if (quoted.cut === true && !isFirst) return { messages: quotes, next: message.index };
    quotes.push(quoted);
    if (quoted.cut === true)
      return { messages: quotes, next: message.index, next_offset: offset + quoted.text.length - MORE.length };
    remaining -= quoted.text.length;
  }
  return { messages: quotes };
}

const MORE = '…';
const HALF_A_PAIR = /[\ud800-\udbff]$/;

function quote(message: Message, offset: number, remaining: number): QuotedMessage {
  const { index, role, type, name, time, hidden } = message;
  const whole = (message.words ?? message.text ?? message.arguments ?? '').slice(offset);
  const isTruncated = whole.length > remaining;
  return {
    message: index,
    ...speakerOf({ role, type, name }),
    ...(time === undefined ? {} : { time: isoText(time) ?? '' }),
    text: isTruncated ? whole.slice(0, remaining).replace(HALF_A_PAIR, '') + MORE : whole,
    ...(isTruncated ? { cut: true } : {}),
    ...(hidden ? { hidden } : {}),
  };
}

/** The speaker of a message; for one that is no speech, its `type`: `reasoning`, a call, its result ... */
function speakerOf({
  role,
  type,
  name,
}: Pick<SearchLine, 'role' | 'type'> & { readonly name?: string | undefined }): Pick<
  QuotedMessage,
  'speaker' | 'type'
> {
  const speaker = type === 'tool_call' && name !== undefined ? name : (role ?? name ?? type);
  return { speaker, ...(type === 'text' ? {} : { type }) };
}

/** The output of another command on the stores in scope. Throws its error if it has no answer. */
async function printed({ env: ours, options, onInterrupt, runCommand }: Job, argv: readonly string[]): Promise<string> {
  let text = '';
  let words = '';
  const into = (take: (chunk: string) => void) => {
    const decoder = new TextDecoder();
    return {
      write: (chunk: string | Uint8Array, done: () => void) => {
        take(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
        done();
      },
      on: () => {},
    };
  };
  // The environment is the prototype and not spread: reading `stdin` would consume it.
  const env: Job['env'] = Object.create(ours, {
    stdout: { value: into((chunk) => (text += chunk)) },
    stderr: { value: into((chunk) => (words += chunk)) },
    onInterrupt: { value: onInterrupt },
  });
  const exit = await runCommand([...innerWords(options), ...argv], env);
  if (exit <= 1 || text !== '') return text;
  throw new Failure(exit === EXIT.usage ? 'no-match' : 'failed', words.trim().replace(/^convo: /, ''));
}
