import type { Conversation } from '../../model/conversation.ts';
import { markedRedacted } from '../../model/convo-output.ts';
import { Failure } from '../../model/failure.ts';
import type { RedactedToo } from '../../model/secret.ts';
import { makeFolderOf, type OutputFile, refuseUnredacted, writeInPieces } from '../../ops/outputs.ts';
import type { ReadContext } from '../../ops/reading.ts';
import { learnFrom } from '../../ops/secrets/learn.ts';
import { redactedShown } from '../../ops/secrets/redacted-shown.ts';
import { type ShownConversation, showEach } from '../../ops/show.ts';
import { isFolderAt } from '../../ops/sites/given.ts';
import { Coverage } from '../../ops/survey/coverage.ts';
import { isIdWanted, oneProgress, withRun } from '../../ops/survey/survey-options.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { SilentFailure } from '../../report/atif/trajectory.ts';
import { indexPage, type PageEntry } from '../../report/html/frame.ts';
import { countText, printable } from '../../report/text.ts';
import type { Job } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { healedFor } from '../history.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor } from '../outputs.ts';
import { type ProgressLine, progressLine } from '../progress.ts';
import { redactorFor } from '../redact.ts';
import { narrowedSelection, readingOf, type Selection } from '../scope.ts';
import type { TimeFlags } from '../values/times.ts';
import {
  aboutOf,
  bufferedMessages,
  countingHidden,
  INDEX_PAGE,
  NoLinesFailure,
  ofSubagent,
  type PageOptions,
  pageMaker,
} from './page-file.ts';
import { type NotExported, printPages } from './print-pages.ts';

export interface PagesOptions {
  readonly format: PageOptions['format'];
  /** Ids or prefixes; empty for all. */
  readonly ids: readonly string[];
  /** A folder, as typed; or one file, unless a folder has that name. */
  readonly output: string;
  readonly isFile: boolean;
  readonly times: TimeFlags;
  readonly all: boolean;
  readonly force: boolean;
  readonly redact: boolean;
  readonly redactAlso: readonly RedactedToo[];
}

/** Each file is written whole or not at all; pages get an index. */
export async function exportPages(job: Job, options: PagesOptions): Promise<Exit> {
  const { ids, output, all, redact, redactAlso, format } = options;
  const named = await narrowedSelection(job, await readingOf(job), { words: ids, min: 1 });
  const selection = await narrowedToTimes(job, named, options.times);
  const { reading, survey, unreadablePaths, omittedByTime = 0 } = selection;
  const { file, outputFor, index } = targetOf(job, options, reading);
  const line = progressLine(job);
  const redactor = await redactorFor(job, redact, redactAlso);
  const pages = new Pages(job, outputFor, {
    all,
    ids,
    format,
    file,
    redactor,
    wants: (id) => isIdWanted(survey.select, id),
  });
  const coverage = new Coverage(survey.run.now);
  try {
    for await (const shown of readFor(selection, { redactor, line, coverage })) await pages.addConversation(shown);
    await line.clear();
    const total = pages.made + pages.failed.length + coverage.unjudged.length + unreadablePaths.length + omittedByTime;
    if (total === 0 && !job.options.allowEmpty) throw await noConversationsFailure(job, selection);
    if (index !== null) await pages.writeIndex(index);
  } catch (error) {
    throw withLeftFiles(error, { made: pages.made + pages.subagents, folder: output, format });
  }
  await printPages(job, { ...options, file, index: index === null ? null : INDEX_PAGE, redactor, coverage }, pages);
  await reportUnread(job, unreadablePaths);
  // Among others, one in which nothing is said is no failure; damage in it is a gap.
  const silent = ids.length === 0 && pages.made > 0 ? pages.failed.filter(({ isSilent }) => isSilent).length : 0;
  const notRead = pages.failed.length - silent + coverage.unjudged.length + unreadablePaths.length;
  return exitOf({ unreadableCount: notRead, gaps: coverage.gaps });
}

interface PageTarget {
  readonly file: string | null;
  readonly index: OutputFile | null;
  outputFor(name: string): OutputFile;
}

function targetOf(job: Job, options: PagesOptions, reading: ReadContext): PageTarget {
  const { ids, output, force, redact, redactAlso, format } = options;
  const isFile = options.isFile && !isFolderAt(reading.disk, pathFromArgument(job.env.cwd, output));
  const [, folder = '.', file = output] = /^(.*\/)?([^/]+)$/.exec(output) ?? [];
  const isSole = ids.length === 1 || (ids.length === 0 && reading.sites.length === 1 && reading.sites[0]?.file != null);
  if (isFile && !isSole) throw new Failure('usage', `${output} is one file`, ONE_FILE);
  const placeIn = outputsFor(job, reading, { force }).filesIn(isFile ? folder : output, KIND[format]);
  const outputFor = (name: string) => {
    const output = placeIn(name);
    if (!redact && redactAlso.length === 0 && !force) refuseUnredacted(output);
    return output;
  };
  return { file: isFile ? file : null, outputFor, index: format === 'html' && !isFile ? outputFor(INDEX_PAGE) : null };
}

const ONE_FILE = 'Name one conversation for it, or a folder for all: --output DIR.';

/** Reads conversations. For redaction all are read before, to learn secrets: half of the progress. */
async function* readFor(
  { reading, survey }: Pick<Selection, 'reading' | 'survey'>,
  { redactor, line, coverage }: PageReadOptions,
): AsyncGenerator<ShownConversation> {
  const surveys = redactor === null ? 1 : 2;
  const progressOf = oneProgress(line.show, surveys);
  const learning = withRun(survey, { progress: progressOf(0) });
  const gone = redactor === null ? [] : await learnFrom(reading, learning, redactor);
  yield* showEach(reading, withRun(survey, { progress: progressOf(surveys - 1) }), coverage);
  coverage.addEarlier(gone);
}

type PageReadOptions = Pick<ChosenPages, 'redactor'> & { line: ProgressLine; coverage: Coverage };

interface ChosenPages extends PageOptions, Pick<PagesOptions, 'ids'> {
  wants(id: string): boolean;
}

const SUFFIX = { html: '.html', markdown: '.md', jsonl: '.jsonl', atif: '.json' } as const;
const KIND = { html: 'page', markdown: 'markdown', jsonl: 'lines', atif: 'trajectory' } as const;

const FOLDER = 'Name a folder for them: --output DIR.';

class Pages {
  readonly entries: PageEntry[] = [];
  made = 0;
  archived = 0;
  earlier = 0;
  subagents = 0;
  leftSubagents = 0;
  leftFiles = 0;
  /** Number of hidden messages that are on no page. */
  leftMessages = 0;
  readonly failed: NotExported[] = [];
  bytes = 0;
  readonly #outputFor: (file: string) => OutputFile;
  readonly #healed: ReturnType<typeof healedFor>;
  readonly #options: ChosenPages;
  readonly #make: ReturnType<typeof pageMaker>;
  readonly #names = new Set([INDEX_PAGE]);

  constructor(job: Job, outputFor: (file: string) => OutputFile, options: ChosenPages) {
    this.#outputFor = outputFor;
    this.#healed = healedFor(job, options.wants);
    this.#options = options;
    this.#make = pageMaker(job, options);
  }

  async addConversation(stored: ShownConversation): Promise<void> {
    const { all, ids, file } = this.#options;
    if (file !== null) await this.#addOnly(stored);
    else if (all || ids.length > 0 || stored.conversation.state === 'active') await this.#addWithSubagents(stored);
    else this.archived++;
  }

  /** Adds only this file, without subagents and other files of its id. */
  async #addOnly(stored: ShownConversation): Promise<void> {
    if (!stored.isShown) {
      this.leftFiles++;
      return;
    }
    if (this.made > 0)
      throw new Failure('usage', `several conversations have the id ${stored.conversation.id}`, FOLDER);
    await this.#add(stored);
    this.leftSubagents = [...this.#withPages(stored)].length;
  }

  async #addWithSubagents(stored: ShownConversation): Promise<void> {
    await this.#add(stored);
    for (const agent of this.#withPages(stored)) await this.#add(ofSubagent(stored, agent), agent);
  }

  /** Subagents that get pages of their own in a folder. */
  #withPages(stored: ShownConversation): Iterable<string> {
    const { format } = this.#options;
    return format === 'html' || format === 'markdown' ? stored.subagents() : [];
  }

  #counting(shown: ShownConversation, hidden: { count: number }): ShownConversation {
    const { all, format } = this.#options;
    return all ? shown : countingHidden(shown, format, hidden);
  }

  async #add(stored: ShownConversation, agent: string | null = null): Promise<void> {
    const { format, redactor } = this.#options;
    const clean = redactor ?? String;
    const shown = bufferedMessages(redactor === null ? stored : redactedShown(stored, redactor));
    try {
      const naming = { agent, clean, usedNames: this.#names, suffix: SUFFIX[format] };
      const file = this.#options.file ?? pageName(shown.conversation, naming);
      const healed = () => (agent === null ? this.#healed(stored.conversation) : []);
      const hidden = { count: 0 };
      const chunks = reading(() => this.#make({ stored, shown: this.#counting(shown, hidden), healed }));
      const output = this.#placeOf(file);
      const bytes = await this.write(output, readFrom(chunks));
      this.bytes += bytes;
      this.leftMessages += hidden.count;
      if (format === 'html') this.entries.push({ file, ...reading(() => aboutOf(shown)) });
      if (agent === null) this.made++;
      else this.subagents++;
      if (agent === null && (stored.conversation.earlier ?? 0) > 0) this.earlier++;
    } catch (error) {
      // An unwritable file ends the export; an unreadable conversation is skipped.
      if (!(error instanceof Unreadable)) throw error;
      const { id, kind } = stored.conversation;
      this.failed.push({
        id: clean(id),
        kind,
        message: clean(error.message),
        hasNoLines: error.cause instanceof NoLinesFailure,
        isSilent: error.cause instanceof SilentFailure,
      });
    }
  }

  /** The place of a file. The folder of a single named file must exist, as for every other command; a folder of pages is made. */
  #placeOf(file: string): OutputFile {
    const output = this.#outputFor(file);
    if (this.#options.file === null) makeFolderOf(output);
    return output;
  }

  async writeIndex(index: OutputFile): Promise<void> {
    // If no conversation could be read, no page has made the folder.
    makeFolderOf(index);
    this.bytes += await this.write(index, indexPage(this.entries));
  }

  write(output: OutputFile, chunks: Iterable<string | Uint8Array>): Promise<number> {
    const { format, redactor } = this.#options;
    const isMarked = redactor !== null && (format === 'html' || format === 'markdown');
    return writeInPieces(output, isMarked ? redactedPieces(chunks) : chunks);
  }
}

class Unreadable extends Error {}

function* readFrom<T>(chunks: Iterable<T>): Generator<T> {
  const each = chunks[Symbol.iterator]();
  for (let next = reading(() => each.next()); next.done !== true; next = reading(() => each.next())) yield next.value;
}

function reading<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted') throw new Unreadable(error.message, { cause: error });
    throw error;
  }
}

interface LeftFiles {
  readonly made: number;
  readonly folder: string;
  readonly format: string;
}

function withAgain(hint: Failure['hint'], advice: string): Failure['hint'] {
  return typeof hint === 'string' ? `${hint} ${advice}` : hint;
}

export function withLeftFiles(error: unknown, { made, folder, format }: LeftFiles): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message, hint, cause } = error;
  if (made === 0) return code === 'interrupted' ? new Failure(code, `${message}; nothing was written`, hint) : error;
  const hasIndex = format === 'html';
  const files = countText(made, hasIndex ? 'page' : 'file');
  const written = `${files} in ${printable(folder)} ${made === 1 ? 'is' : 'are'} whole${hasIndex ? ', and index.html was not written' : ''}`;
  const again = `Run it again: it ${format === 'jsonl' ? 'leaves them as they are' : 'replaces them'}.`;
  return new Failure(code, `${message}; ${written}`, code === 'interrupted' ? again : withAgain(hint, again), {
    cause,
  });
}

const MAX_NAME_LENGTH = 100;

interface PageNaming {
  readonly agent: string | null;
  clean(agent: string): string;
  readonly usedNames: Set<string>;
  readonly suffix: string;
}

/** Name of a page in portable characters; it differs from `usedNames` in any case. */
function pageName(
  { kind, id, earlier = 0 }: Pick<Conversation, 'kind' | 'id' | 'earlier'>,
  { agent, clean, usedNames, suffix }: PageNaming,
): string {
  const version = earlier === 0 ? '' : `-earlier-${earlier}`;
  const part = agent === null ? '' : `-subagent-${portable(clean(agent))}`;
  const base = `${kind}-${portable(id)}${version}${part}`;
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : `-${number}`}${suffix}`;
    if (usedNames.has(name.toLowerCase())) continue;
    usedNames.add(name.toLowerCase());
    return name;
  }
}

function portable(id: string): string {
  return id.replace(/[^A-Za-z\d_-]+/g, '-').slice(0, MAX_NAME_LENGTH);
}

function* redactedPieces<T>(pieces: Iterable<string | T>): Generator<string | T> {
  let isFirst = true;
  for (const piece of pieces) {
    yield isFirst && typeof piece === 'string' ? markedRedacted(piece) : piece;
    isFirst = false;
  }
}
