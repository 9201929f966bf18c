import { maximum } from '../model/collections.ts';
import { cmd, sentence } from '../model/command.ts';
import { activeTime, type Conversation, lastActiveFirst, STATE_TAKEN } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { idsInRows, idWord, nameInRow, namesOfCopies, shortenerOfSome } from '../model/ids.ts';
import type { SearchLine } from '../model/search.ts';
import { listAll } from '../ops/list.ts';
import { withRun } from '../ops/survey/survey-options.ts';
import { type GrepScreen, idSharing, placeWord, wholePlaceWord } from '../report/grep.ts';
import { withTilde } from '../report/list/headings.ts';
import { listTitle, titleText } from '../report/list/title.ts';
import { clipTo, columnsOf, countText, firstLine, numberText, padded, printable } from '../report/text.ts';
import { whenText } from '../report/time.ts';
import { innerWords, type Job, readerPlace } from './command.ts';
import { isConcealed } from './list/choice.ts';
import { noConversationsFailure } from './no-conversations.ts';
import { wantsColor } from './output.ts';
import { progressLine } from './progress.ts';
import type { RedactFlags } from './redact.ts';
import { readingOf } from './scope.ts';

/** The id that the person picks, latest first; null without a terminal. Throws Failure `interrupted`, or `no-match` without candidates. */
export async function pickId(job: Job, redact: Partial<RedactFlags> = {}): Promise<string | null> {
  if (!canBeAsked(job)) return null;
  const { done: found, typed } = await holdingTyped(job, () => candidates(job));
  const sole = soleToShow(job, found);
  if (sole !== null) return sole;
  const rows = rowsOf(job, found, await cleanerFor(job, redact));
  return chooseRow(job, `Which conversation to ${job.command}?`, rows, typed);
}

type Clean = (each: Conversation) => Conversation;

async function cleanerFor({ env }: Job, { redact = false, redactAlso = [] }: Partial<RedactFlags>): Promise<Clean> {
  if (!redact && redactAlso.length === 0) return (each) => each;
  const { silentRedactor } = await import('./redact.ts');
  const { redactedConversation } = await import('../ops/secrets/redacted.ts');
  const redactor = await silentRedactor(env, redact, redactAlso);
  return (each) => (redactor === null ? each : redactedConversation(each, redactor));
}

interface DoneMeanwhile<T> {
  readonly done: T;
  /** Text that was typed during the work, when no list was visible. */
  readonly typed: string;
}

/** Ctrl-C and Escape throw Failure `interrupted`. */
async function holdingTyped<T>({ env: { terminal, wait } }: Job, work: () => Promise<T>): Promise<DoneMeanwhile<T>> {
  const input = terminal?.input as NodeJS.ReadStream | undefined;
  if (typeof input?.setRawMode !== 'function') return { done: await work(), typed: '' };
  let stop: (error: Failure) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  let typed = '';
  const hold = (keys: string | Uint8Array) => {
    typed += textTyped(String(keys));
    if (Buffer.from(keys).includes(CTRL_C) || String(keys) === ESCAPE)
      stop(new Failure('interrupted', 'nothing was chosen', 'Nothing was changed.'));
  };
  input.setRawMode(true);
  input.on('data', hold);
  try {
    const done = await Promise.race([work(), stopped]);
    // The terminal may not have been read during the work.
    await Promise.race([wait(READ_MS), stopped]);
    return { done, typed };
  } finally {
    input.off('data', hold);
    input.setRawMode(false);
    input.pause();
    if (typed !== '') terminal?.output.write(CLEAR_LINE);
  }
}

const CTRL_C = 3;
const READ_MS = 10;
const CLEAR_LINE = '\r\u001b[K';

/** The typed text without control keys, since an Enter would choose a row that nobody has seen; Backspace stays. */
function textTyped(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are keys
  return typed.replace(/\u001b(?:[[O][\d;]*[A-Za-z~])?|[\u0000-\u001f]/g, '');
}

function canBeAsked({ env: { terminal, stdin, stderr, vars }, options }: Job): boolean {
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true && vars['TERM'] !== 'dumb';
  return !options.json && isTerminal && terminal !== undefined;
}

/** `name` is shown; typed text is searched in `text`, in lower case. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly text: string;
}

async function chooseRow(
  { env: { terminal, stderr, vars }, err, options }: Job,
  message: string,
  rows: readonly Choice[],
  typed = '',
): Promise<string> {
  let matching = rows;
  let searched = typed;
  await err.flush();
  const { default: search } = await import('@inquirer/search');
  const leaving = new AbortController();
  const leave = (typed: string | Uint8Array) => {
    if (String(typed) === ESCAPE) leaving.abort();
  };
  terminal?.input.on('data', leave);
  const ask = () =>
    search(
      {
        message,
        source: (term = '') => {
          searched = term;
          matching = rows.filter(({ text }) => text.includes(term.toLowerCase()));
          return matching;
        },
        pageSize: 10,
        theme: wantsColor(options.color, stderr, vars) ? { style: { keysHelpTip } } : PLAIN_THEME,
      },
      { ...terminal, clearPromptOnDone: true, signal: leaving.signal },
    );
  try {
    for (;;) {
      const answer = ask();
      const before = searched;
      // The prompt drops what it reads before its first turn of the event loop.
      if (before !== '') setImmediate(() => terminal?.input.unshift(Buffer.from(before)));
      const chosen = await answer;
      // An Enter that came together with letters chose a row of the previous list.
      if (terminal === undefined || matching.some(({ value }) => value === chosen)) return chosen;
    }
  } catch (error) {
    if (!(error instanceof Error) || !CANCEL_ERRORS.includes(error.name)) throw error;
    throw new Failure('interrupted', 'nothing was chosen', 'Nothing was changed.');
  } finally {
    terminal?.input.off('data', leave);
  }
}

/** A single byte, since other keys, such as arrows, begin with it. `q` is a letter of the search. */
const ESCAPE = '\u001b';

const CANCEL_ERRORS: readonly string[] = ['ExitPromptError', 'AbortPromptError'];

function keysHelpTip(keys: [key: string, action: string][]): string {
  return [...keys, ['esc', 'leave']].map((each) => each.join(' ')).join(', ');
}

const unstyled = (text: string) => text;

/** Without colours the pointer suffices. */
const PLAIN_THEME = {
  prefix: '?',
  style: {
    message: unstyled,
    highlight: unstyled,
    searchTerm: unstyled,
    help: unstyled,
    error: (text: string) => `> ${text}`,
    keysHelpTip,
  },
};

/** The given word, or the person's pick. Throws Failure `usage`. */
export async function requireId(
  job: Job,
  word: string | undefined,
  redact: Partial<RedactFlags> = {},
): Promise<string> {
  const id = word ?? (await pickId(job, redact));
  if (id !== null) return id;
  const found = await candidates(job);
  const sole = soleToShow(job, found);
  if (sole !== null) return sole;
  const named = found.slice(0, MAX_NAMED);
  const lines = named.map((each) => `${printable(idWord(each))}  ${titleText(each, MAX_NAMED_TITLE_LENGTH)}`.trimEnd());
  const more = found.length > MAX_NAMED ? [`… and ${numberText(found.length - MAX_NAMED)} more: \`convo list\``] : [];
  const message = `missing required argument 'ID': ${countText(found.length, 'conversation is', 'conversations are')} in scope`;
  throw new Failure('usage', message, ['Name one of them:', ...lines, ...more].join('\n'));
}

/** The id of the only conversation that is not hidden; null for several, and for a command that changes it. */
function soleToShow({ command }: Job, found: readonly Conversation[]): string | null {
  const [only, ...others] = found;
  return command === 'show' && only !== undefined && others.length === 0 ? idWord(only) : null;
}

const MAX_NAMED = 5;
const MAX_NAMED_TITLE_LENGTH = 60;

async function candidates(job: Job): Promise<Conversation[]> {
  const selection = await readingOf(job, { onlyHere: job.command !== 'show' });
  const state = STATE_TAKEN[job.command];
  const line = progressLine(job);
  line.begin();
  const found = await listAll(selection.reading, withRun(selection.survey, { progress: line.show }), {
    concealed: isConcealed,
    wanted: (view) =>
      (state === undefined || view.state === state) && (job.command === 'show' || (view.earlier ?? 0) === 0),
  });
  await line.clear();
  if (found.length > 0) return found.sort(lastActiveFirst);
  if (state === undefined) throw await noConversationsFailure(job, selection);
  throw new Failure('no-match', `there is no ${state} conversation to ${job.command}`, 'Nothing was changed.');
}

/** Columns of the prompt, and maximum of a row. */
const PROMPT_COLUMNS = 4;
const WIDEST = 100;
const MAX_ID_COLUMNS = 16;
/** In a narrower row a title has the columns of the time. */
const MIN_WIDTH_WITH_TIMES = 56;

function rowWidth({ env }: Job): number {
  return Math.min(env.stderr.columns ?? 80, WIDEST) - PROMPT_COLUMNS;
}

function rowsOf(job: Job, found: readonly Conversation[], clean: Clean): Choice[] {
  const short = shortenerOfSome(idsInRows(found));
  const names = found.map(({ id }) => printable(nameInRow(id, short)));
  // A longer name, as of a copy, pushes its own title alone.
  const columns = Math.min(maximum(names.map(columnsOf)), MAX_ID_COLUMNS);
  return found.map((each, n) =>
    rowOf(job, { ...clean(each), id: each.id }, { idText: padded(names[n] ?? '', columns), idOf: short }),
  );
}

function rowOf(
  job: Job,
  each: Conversation,
  { idText, idOf }: { readonly idText: string; readonly idOf: (id: string) => string },
): Choice {
  const { id, project, cwd } = each;
  const about = cwd ?? project;
  const where = about == null ? '' : `  (${withTilde(about, readerPlace(job))})`;
  const title = firstLine(listTitle(each, { idOf }), 200);
  const width = rowWidth(job);
  const when = width < MIN_WIDTH_WITH_TIMES ? '' : `${padded(whenText(activeTime(each), job.clock), 14)}  `;
  return {
    value: job.command === 'show' ? idWord(each) : id,
    name: clipTo(`${idText}  ${when}${title}${where}`, width),
    text: `${id} ${project} ${cwd} ${titleText(each)}`.toLowerCase(),
  };
}

export interface SearchHit {
  readonly conversation: Conversation;
  readonly place: Pick<SearchLine, 'index' | 'agent'>;
  readonly text: string;
}

/** Shows the message the person picks. Throws Failure `usage` without a terminal, `interrupted` without a choice. */
export async function openChosen(job: Job, hits: readonly SearchHit[]): Promise<void> {
  if (!canBeAsked(job))
    throw new Failure('usage', '--open is for a terminal', sentence`Each line begins with what ${cmd`show`} takes.`);
  const width = rowWidth(job);
  const screen = searchScreen(job, hits);
  const rows = hits.map(({ conversation, place, text }) => {
    const title = firstLine(listTitle(conversation, screen), TITLE);
    const value = wholePlaceWord(conversation, place, screen);
    return {
      value,
      name: clipTo(`${placeWord(conversation, place, screen)}  ${title}  ${printable(text)}`, width),
      text: `${value} ${title} ${text}`.toLowerCase(),
    };
  });
  const chosen = await chooseRow(job, `Which of ${rows.length} to show?`, rows);
  const { options, env } = job;
  const { pager, color } = options;
  const general = [...(pager ? [] : ['--no-pager']), ...(color === undefined ? [] : [`--color=${color}`])];
  await job.runCommand([...innerWords(options), ...general, 'show', chosen], env);
}

const TITLE = 30;

export function searchScreen(job: Job, rows: readonly { readonly conversation: Conversation }[]): GrepScreen {
  const { out, paint, clock } = job;
  const all = rows.map(({ conversation }) => conversation);
  const idOf = shortenerOfSome(idsInRows(all));
  const nameOf = namesOfCopies(
    all.map(({ id }) => id),
    idOf,
  );
  return { paint, width: out.width, clock, around: readerPlace(job), idOf, nameOf, sharesId: idSharing(all) };
}

export async function reportArchived(job: Job, count: number): Promise<void> {
  if (count > 0)
    await job.err.line(
      `convo: ${countText(count, 'archived conversation matches', 'archived conversations match')}: --all`,
    );
}
