import type { Conversation, Message, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { idWord } from '../../model/id-word.ts';
import type { SearchLine } from '../../model/search.ts';
import { sortTime } from '../../model/sort-time.ts';
import type { Covered } from '../../model/unsearched.ts';
import { find } from '../../ops/find.ts';
import { grep } from '../../ops/grep.ts';
import { knownIds } from '../../ops/known-ids.ts';
import { onlyPlace } from '../../ops/resolve-ids.ts';
import { redactedAnswers, redactedMatches } from '../../ops/search/redacted.ts';
import { learnShown } from '../../ops/secrets/learn.ts';
import { redactedConversation, redactedShown } from '../../ops/secrets/redacted.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { show } from '../../ops/show.ts';
import { agoText, isoText } from '../../report/time.ts';
import type { Job } from '../job.ts';
import { rerunWords } from '../rerun.ts';
import { meantVersion } from '../show/meant-version.ts';
import { threadsOf } from '../values/jobs.ts';
import { momentOf, spanAt } from '../values/moment.ts';
import type { Answered, Asked, Brief, ToolName } from './schemas.ts';
import { type Call, candidates, inSlices, isWritten, readingFor } from './scope.ts';

/** Carries out a call of each tool; throws Failure in a sentence for the model. */
export const TOOLS: {
  readonly [Name in ToolName]: (asked: Asked<Name>, call: Call, redact: Redactor | null) => Promise<Answered<Name>>;
} = {
  async find_conversations({ question, limit, archived }, call, redact) {
    const among = await candidates(call, { states: statesOf(archived) });
    const jobs = threadsOf(call.job, undefined);
    const { results, unreached } = await inSlices(call, among, (survey) =>
      find(among.reading, {
        ...survey,
        question,
        states: statesOf(archived),
        most: limit,
        redact: redact !== null,
        jobs,
      }),
    );
    const all = results.map((result) => redactedAnswers(result, redact));
    const best = all.flatMap(({ answers }) => answers).sort((a, b) => b.score - a.score);
    return {
      answers: best.slice(0, limit).map(({ conversation, turn }) => ({
        ...brief(conversation, among.survey.now),
        message: turn.index,
        text: turn.text,
      })),
      ...reach(
        all.map(({ coverage }) => coverage),
        unreached,
      ),
    };
  },

  async search_text({ text, regex, role, since, limit, archived }, call, redact) {
    const { now } = (await readingFor(call)).survey;
    const from = timeOf(since, now)?.from ?? null;
    const among = await candidates(call, { states: statesOf(archived), since: from });
    const query = {
      patterns: [text],
      syntax: regex === true ? ('regex' as const) : ('literal' as const),
      ignoreCase: text === text.toLowerCase(),
      words: false,
      roles: role === undefined ? [] : [role],
      tools: [],
      since: from,
      until: null,
      context: 0,
      redact: redact !== null,
    };
    const jobs = threadsOf(call.job, undefined);
    const { results, unreached } = await inSlices(call, among, (survey) =>
      grep(among.reading, { ...survey, query, states: statesOf(archived), jobs }),
    );
    const all = results.map((result) => redactedMatches(result, redact));
    return {
      matches: all
        .flatMap(({ matches }) => matches)
        .slice(0, limit)
        .map(({ conversation, result: { count, lines } }) => ({
          ...brief(conversation, now),
          count,
          messages: lines.slice(0, LINES).map(lineOf),
        })),
      ...reach(
        all.map(({ coverage }) => coverage),
        unreached,
      ),
    };
  },

  async list_conversations({ since, until, limit, archived }, call, redact) {
    const { now } = (await readingFor(call)).survey;
    const span = { since: timeOf(since, now)?.from ?? null, until: timeOf(until, now)?.to ?? null };
    const { conversations } = await candidates(call, { states: statesOf(archived), ...span });
    const shown = conversations.slice(0, limit).map((each) => brief(clean(each, redact), now));
    return { conversations: shown, more: conversations.length - shown.length };
  },

  async read_conversation({ id: word, from, offset, prompts_only, max_characters }, call, redact) {
    const { reading, survey } = await readingFor(call);
    const known = await knownIds(reading, survey);
    const { id, agent, at, version } = await meantVersion(call.job, word, { raw: false }, known);
    const found = await show(reading, onlyPlace(id, known), survey, version);
    if (redact !== null) learnShown(found, { agent }, redact);
    const shown = redact === null ? found : redactedShown(found, redact);
    const begin = at === null ? from : Math.max(0, at - AROUND);
    const wanted = (message: Message): boolean =>
      message.index >= begin &&
      !message.hidden &&
      (prompts_only !== true || (message.role === 'user' && message.type === 'text'));
    return {
      conversation: brief(shown.conversation, survey.now),
      ...within(shown.transcript({ agent }).messages, wanted, { offset, most: max_characters }),
      damage: shown.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code} ${message}`),
    };
  },

  async why_missing({ id }, call, redact) {
    const { text } = await said(call, ['why', '--', id]);
    return { answer: redact === null ? text : redact(text) };
  },

  async check_stores(_, call, redact) {
    const { text } = await said(call, ['verify', '--report', 'concise']);
    const lines = text.split('\n').filter((line) => line !== '');
    const count = (severity: string): number => lines.filter((line) => line.includes(`: ${severity} `)).length;
    const more = lines.length > FINDINGS ? [`${lines.length - FINDINGS} more: run \`convo verify\``] : [];
    const answer = [...lines.slice(0, FINDINGS), ...more].join('\n') || 'every file is sound';
    return { answer: redact === null ? answer : redact(answer), errors: count('error'), warnings: count('warning') };
  },
};

/** Matches of one conversation, findings of a check, and messages before the one that is asked for. */
const LINES = 5;
const FINDINGS = 40;
const AROUND = 3;

function statesOf(archived: boolean | undefined): View['state'][] {
  return archived === true ? ['active', 'archived'] : ['active'];
}

function timeOf(text: string | undefined, now: number): { readonly from: number; readonly to: number } | null {
  if (text === undefined) return null;
  const moment = momentOf(text);
  if (moment === null)
    throw new Failure('usage', `${text} is no time`, 'Give 3d, 2w, yesterday, 2026-01-31 or an ISO time.');
  return spanAt(moment, now);
}

function clean(conversation: Conversation, redact: Redactor | null): Conversation {
  return redact === null ? conversation : redactedConversation(conversation, redact);
}

function brief(conversation: Conversation, now: number): Brief {
  const { kind, project, title, state } = conversation;
  const time = sortTime(conversation);
  return {
    id: idWord(conversation),
    program: kind,
    ...(project === null ? {} : { project }),
    ...(title === null ? {} : { title }),
    ...(time === null ? {} : { changed: isoText(time) ?? '' }),
    age: time === null ? 'time unknown' : agoText(time, { now, zone: null, utc: true }),
    ...(state === 'archived' ? { archived: true } : {}),
    ...(isWritten(conversation, now) ? { being_written: true } : {}),
  };
}

function reach(all: readonly Covered[], unreached: number) {
  return {
    searched: all.reduce((sum, { conversations }) => sum + conversations, 0),
    not_reached: unreached,
    not_read: all.flatMap(({ unjudged, gaps }) =>
      [...unjudged, ...gaps.map(({ finding }) => finding)].map(
        ({ id, path, code, message }) => `${id ?? path}: ${code} ${message}`,
      ),
    ),
  };
}

function lineOf({ index, role, type, name, before, match, after }: SearchLine) {
  return { message: index, speaker: speakerOf({ role, type, name }), text: `${before}${match}${after}` };
}

type Quoted = Answered<'read_conversation'>['messages'][number];

/** The messages that are wanted, as many as fit; one that does not fit alone is cut, to be read on from an offset. */
function within(
  messages: Iterable<Message>,
  wanted: (message: Message) => boolean,
  { offset, most }: { readonly offset: number; readonly most: number },
): Pick<Answered<'read_conversation'>, 'messages' | 'next' | 'next_offset'> {
  const taken: Quoted[] = [];
  let room = most;
  for (const message of messages) {
    if (!wanted(message)) continue;
    const isFirst = taken.length === 0;
    const quoted = quote(message, isFirst ? offset : 0, room);
    if (quoted.cut === true && !isFirst) return { messages: taken, next: message.index };
    taken.push(quoted);
    if (quoted.cut === true) return { messages: taken, next: message.index, next_offset: offset + room };
    room -= quoted.text.length;
  }
  return { messages: taken };
}

function quote(message: Message, offset: number, room: number): Quoted {
  const { index, role, type, name, time } = message;
  const whole = (message.words ?? message.text ?? message.arguments ?? '').slice(offset);
  const isCut = whole.length > room;
  return {
    message: index,
    speaker: speakerOf({ role, type, name }),
    ...(time === undefined ? {} : { time: isoText(time) ?? '' }),
    text: isCut ? `${whole.slice(0, room)}…` : whole,
    ...(isCut ? { cut: true } : {}),
  };
}

function speakerOf({
  role,
  type,
  name,
}: Pick<SearchLine, 'role' | 'type'> & { readonly name?: string | undefined }): string {
  return type === 'tool_call' && name !== undefined ? name : (role ?? type);
}

/** The text that a command line of ours prints. Throws its last words where it comes to no answer. */
async function said({ job, scope, aborted }: Call, argv: readonly string[]): Promise<{ readonly text: string }> {
  let text = '';
  let words = '';
  const into = (take: (chunk: string) => void) => ({
    write: (chunk: string | Uint8Array, done: () => void) => {
      take(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
      done();
    },
    on: () => {},
  });
  const env: Job['env'] = Object.create(job.env, {
    stdout: { value: into((chunk) => (text += chunk)) },
    stderr: { value: into((chunk) => (words += chunk)) },
    onInterrupt: { value: (stop: () => void) => void (aborted() && stop()) },
  });
  const { options } = job;
  const project = options.project.length > 0 || scope.folder === null ? options.project : [scope.folder];
  const exit = await job.runCommand([...rerunWords({ ...options, project }), ...argv], env);
  if (text === '' && exit > 1) throw new Error(words.trim());
  return { text };
}
