import { STATE_TAKEN } from '../../model/conversation.ts';
import { type Code, ruleOf } from '../../model/finding.ts';
import { SEVERITIES } from '../../model/rules/row.ts';
import { runNamesIn } from '../../ops/change/run-ids.ts';
import { listAll } from '../../ops/list.ts';
import { SHELLS } from '../../ops/package-texts.ts';
import { realDisk } from '../../ops/reading.ts';
import { listStoredIds } from '../../ops/resolve-ids.ts';
import { listRuns, unusableJournals } from '../../ops/runs.ts';
import { projectWords } from '../../ops/sites/project-names.ts';
import { withSelection } from '../../ops/survey/survey-options.ts';
import { codes } from '../../report/explain.ts';
import { withTilde } from '../../report/list/headings.ts';
import { titleText } from '../../report/list/title.ts';
import { countText, printable } from '../../report/text.ts';
import { agoText } from '../../report/time.ts';
import { type Command, command, GLOBAL, type Job, readerPlace } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { Flag, Flags } from '../flag.ts';
import { COMMANDS, commandNamed, HELP_TOPICS } from '../registry.ts';
import { readingOf } from '../scope.ts';
import { rootsOf, worldFor } from '../world.ts';

interface Completions {
  readonly words: readonly Word[];
  readonly files: boolean;
}

/**
 * Hidden command for TAB. Operands: words after `convo`, the last one partial. Prints `files` or `words`, then a candidate per
 * line with its description behind a tab.
 */
export const complete = command({
  operands: '[WORD...]',
  about: '',
  examples: [],
  flags: {},
  run: async (job, words) => {
    const typed = words.at(-1) ?? '';
    const { words: found, files } = await offer(job, words.slice(0, -1), typed);
    await job.out.line(files ? 'files' : 'words');
    const seen = new Set<string>();
    for (const { word, about } of found) {
      // Control characters cannot be typed and would act on the terminal.
      if (!word.startsWith(typed) || seen.has(word) || printable(word) !== word) continue;
      seen.add(word);
      await job.out.line(`${word}\t${about}`);
    }
    return EXIT.done;
  },
});

export function globalsOf(words: readonly string[]): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const key of ['root', 'kind', 'project'] as const) {
    const values = words.flatMap((word, i) => valueAt(words, i, word, `--${key}`)).filter((value) => value !== '');
    if (values.length > 0) found[key] = values;
  }
  return found;
}

function valueAt(words: readonly string[], i: number, word: string, name: string): string[] {
  if (word.startsWith(`${name}=`) && i < words.length - 1) return [word.slice(name.length + 1)];
  const at = words[i + 1] === '=' ? i + 2 : i + 1;
  return word === name && at < words.length - 1 ? [words[at] ?? ''] : [];
}

async function offer(job: Job, before: readonly string[], typed: string): Promise<Completions> {
  const [at = before.length] = plainWords(GLOBAL, before);
  const name = commandNamed(before[at] ?? '') ?? before[at] ?? null;
  const loaded = name === null ? undefined : await COMMANDS[name]?.load();
  const flags: Flags = { ...GLOBAL, ...loaded?.flags };
  const [, spelled, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  if (spelled !== undefined && value !== undefined)
    return behind(`${spelled}=`, await valuesFor(job, flagNamed(flags, spelled), value));
  const open = openFlag(flags, before);
  if (open !== null) return valuesFor(job, open, typed);
  if (typed.startsWith('-')) return { words: flagWords(flags), files: false };
  if (name === null) return { words: commandWords(), files: false };
  return operandsFor(job, { name, loaded, operandCount: plainWords(flags, before.slice(at + 1)).length }, typed);
}

/** Indexes of words that are neither flags nor their values. A shell may split `--flag=value`. */
function plainWords(flags: Flags, words: readonly string[]): number[] {
  const places: number[] = [];
  let isValue = false;
  for (const [n, word] of words.entries()) {
    if (word === '=') continue;
    if (!isValue && !word.startsWith('-')) places.push(n);
    isValue = !isValue && takesValue(flagNamed(flags, word));
  }
  return places;
}

function behind(lead: string, { words, files }: Completions): Completions {
  return { words: words.map((each) => ({ ...each, word: lead + each.word })), files };
}

/** The flag whose value is typed. A shell may split `--flag=value`. */
function openFlag(flags: Flags, before: readonly string[]): Flag<unknown> | null {
  const name = before.at(-1) === '=' ? before.at(-2) : before.at(-1);
  const flag = name?.startsWith('-') === true ? flagNamed(flags, name) : null;
  return takesValue(flag) ? flag : null;
}

function flagNamed(flags: Flags, name: string): Flag<unknown> | null {
  return Object.values(flags).find(({ flags: spelled }) => spellings(spelled).includes(name)) ?? null;
}

function spellings(spelled: string): string[] {
  return spelled.split(/,? /).filter((word) => word.startsWith('-'));
}

function takesValue(flag: Flag<unknown> | null): flag is Flag<unknown> {
  return flag?.flags.includes('<') === true;
}

function commandWords(): Word[] {
  const help = { word: 'help', about: 'print the help of a command' };
  return [...Object.entries(COMMANDS).map(([word, { about }]) => ({ word, about })), help];
}

function flagWords(flags: Flags): Word[] {
  const all = Object.values(flags).map(({ flags: spelled, about }) => ({
    word: spellings(spelled).at(-1) ?? '',
    about,
  }));
  return [...all, { word: '--help', about: 'print the help' }];
}

/** Candidates for a value; in a list with commas, for its last item. */
async function valuesFor(job: Job, flag: Flag<unknown> | null, typed: string): Promise<Completions> {
  const hasCommas = flag?.commas === true || flag?.flags.startsWith('--fail-on ') === true;
  const lead = hasCommas ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  if (flag === GLOBAL.project && IS_FOLDER.test(typed)) return { words: [], files: true };
  return behind(lead, await valuesOf(job, flag));
}

/** Beginning of a word for a folder. */
const IS_FOLDER = /^(?:~|\.{0,2}\/)/;

async function valuesOf(job: Job, flag: Flag<unknown> | null): Promise<Completions> {
  const [, what = ''] = /<(.*)>/.exec(flag?.flags ?? '') ?? [];
  if (flag?.schema?.words !== undefined)
    return { words: flag.schema.words.map((word) => ({ word, about: '' })), files: false };
  if (/^(?:path|file|dir)$/.test(what)) return { words: [], files: true };
  if (what === 'code') return { words: codeWords(), files: false };
  if (flag?.flags.startsWith('--severity ') === true) return { words: [...ONE_LEVEL, ...codeWords('=')], files: false };
  if (flag?.flags.startsWith('--fail-on ') === true) return { words: [...LEVELS, ...codeWords()], files: false };
  if (flag === GLOBAL.project) return { words: await projectsOf(job), files: false };
  if (what === 'run') return { words: await runWords(job, ''), files: false };
  const words = what === 'format' ? formatsFor(flag) : [];
  return { words: words.map((word) => ({ word, about: '' })), files: false };
}

function formatsFor(flag: Flag<unknown> | null): string[] {
  const isTarget = flag?.flags.startsWith('--to ') === true;
  const { kinds } = realDisk();
  return kinds.flatMap(({ formats, targets, outputs = [] }) => (isTarget ? [...targets, ...outputs] : formats));
}

const LEVELS: readonly Word[] = SEVERITIES.map((word) => ({ word, about: 'from this severity on' }));
const ONE_LEVEL: readonly Word[] = SEVERITIES.map((word) => ({ word, about: 'only these' }));

const RUNS_WORDS: readonly Word[] = [
  { word: 'show', about: 'the edits of a run' },
  { word: 'prune', about: 'delete backups for good' },
];

async function operandsFor(
  job: Job,
  {
    name,
    loaded,
    operandCount,
  }: { readonly name: string; readonly loaded: Command | undefined; readonly operandCount: number },
  typed: string,
): Promise<Completions> {
  if (name === 'help')
    return { words: [...commandWords(), ...HELP_TOPICS.map((word) => ({ word, about: '' }))], files: false };
  const { operands = '' } = loaded ?? {};
  if (operands.includes('CODE')) return { words: wordsFor(codes()), files: false };
  if (operands.includes('SHELL')) return { words: SHELLS.map((word) => ({ word, about: '' })), files: false };
  if (typed.includes('/')) return { words: [], files: true };
  if (operands.includes('show|prune') && operandCount === 0) return { words: RUNS_WORDS, files: false };
  const runs = operands.includes('RUN') ? await runWords(job, name) : [];
  const ids = operands.includes('ID') ? await idsOf(job, name, typed) : [];
  const isPattern = operands.startsWith('[PATTERN]') && operandCount === 0;
  return { words: [...runs, ...ids], files: FILES.test(operands) && !operands.includes('ID') && !isPattern };
}

/** Names of operands that are files or folders. */
const FILES = /PLAN|FILE|DIR|PATH|OLD/;

interface Word {
  readonly word: string;
  readonly about: string;
}

function codeWords(after = ''): Word[] {
  return wordsFor(
    codes().filter((code) => ruleOf(code).retired !== true),
    after,
  );
}

function wordsFor(some: readonly Code[], after = ''): Word[] {
  return some.map((code) => ({ word: `${code}${after}`, about: ruleOf(code).title }));
}

async function projectsOf(job: Job): Promise<Word[]> {
  const { reading, survey } = await readingOf(job);
  const place = readerPlace(job);
  return Array.from(await projectWords(reading, survey), ([word, about]) => ({ word, about: withTilde(about, place) }));
}

/** Reading titles of more conversations takes longer than a person waits for a key. */
const TITLED = 500;

async function idsOf(job: Job, command: string, typed: string): Promise<Word[]> {
  const { reading, survey } = await readingOf(job);
  const begun = new Set(
    (await listStoredIds(reading, survey)).map(({ id }) => id).filter((id) => id.startsWith(typed)),
  );
  if (begun.size > TITLED) return [...begun].map((word) => ({ word, about: '' }));
  const found = await listAll(reading, withSelection(survey, { hasId: (id) => begun.has(id) }), {
    wanted: ({ state }) => (STATE_TAKEN[command] ?? state) === state,
  });
  return found.map((each) => ({ word: each.id, about: titleText(each, 60) }));
}

async function runWords(job: Job, command: string): Promise<Word[]> {
  const { disk } = worldFor(job);
  const all = (await rootsOf(job)).roots;
  const unusable = new Set(unusableJournals(disk, all).map(({ root }) => root));
  const roots = all.filter((root) => !unusable.has(root));
  const runs = listRuns(disk, roots).filter(({ state }) => RUN_STATES[command]?.includes(state) !== false);
  const nameOf = runNamesIn(disk, roots);
  return runs.map(({ id, command: verb, startedAt, changed }) => ({
    word: nameOf(id),
    about: `${verb ?? 'unreadable'}, ${agoText(startedAt, job.clock)}, ${countText(changed, 'change')}`,
  }));
}

const RUN_STATES: Readonly<Record<string, readonly string[]>> = {
  undo: ['done', 'cut'],
  redo: ['undone'],
  resume: ['cut'],
};
