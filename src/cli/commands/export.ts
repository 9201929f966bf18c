import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { printable } from '../../report/text.ts';
import { command, type Job } from '../command.ts';
import type { Exit } from '../exit.ts';
import { flag, parsedBy, toggle, type Zod } from '../flag.ts';
import { REPLACE } from '../outputs.ts';
import { PART } from '../part.ts';
import { atPaths } from '../scope.ts';
import { momentOf } from '../values/moment.ts';
import { REDACT } from '../values/redact.ts';
import { LISTED_IN_TIME, timeFlags } from '../values/times.ts';

const FORMATS = ['html', 'markdown', 'jsonl', 'atif', 'parquet'] as const;

const HINT_BY_FORMAT: ReadonlyMap<string, string> = new Map([
  ['csv', ' (DuckDB makes CSV of parquet, see docs/tables.md)'],
  ['json', ' (`convo show ID --json` prints one conversation)'],
  ['pdf', ' (a browser prints a page of html as PDF)'],
  ['txt', ' (`convo show ID > FILE` writes text)'],
  ['text', ' (`convo show ID > FILE` writes text)'],
  ['tar', ' (`convo pack` writes that)'],
  ['zip', ' (`convo pack` writes a .tar)'],
]);

const FORMATS_TEXT = 'takes html, markdown (md), jsonl, atif or parquet';

const exportFormat = Object.assign(
  parsedBy(formatNamed, FORMATS_TEXT, (text) => `${FORMATS_TEXT}${HINT_BY_FORMAT.get(text.toLowerCase()) ?? ''}`),
  { words: FORMATS },
);

function formatNamed(text: string): (typeof FORMATS)[number] | null {
  return text === 'md' ? 'markdown' : (FORMATS.find((each) => each === text) ?? null);
}

const day = (z: Zod) =>
  z
    .string()
    .check(
      z.refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && momentOf(text) !== null, 'takes a day such as 2026-01-31'),
    );

export const exportCommand = command({
  operands: '[ID|DIR...]',
  about:
    'As html: a page for each conversation and an index, which a browser opens from a disk: nothing is fetched, and nothing that a ' +
    'store holds can run. As markdown the same to paste or keep; as jsonl the file of a session itself, line by line; as atif a ' +
    'trajectory, for what trains and evaluates agents (docs/atif.md).\n\n' +
    'As parquet, the default: four tables below DIR, for DuckDB, Polars or Spark: conversations, messages (hidden ones too), ' +
    'findings and tokens, each in folders by host, kind and day (docs/fleets.md). The files of the same store and day are ' +
    'replaced, and nothing else, so that many machines write to one folder, with --shard parts of one store too.\n\n' +
    'A new DIR whose name could be an id is refused, unless it is written as ./DIR. Memory stays flat. It never writes in a store.',
  examples: [
    ['convo export --to html --output pages', 'a page for each conversation'],
    ['convo export --to markdown --output notes --since 7d', 'in which something was said in the last week'],
    ['convo export 3f0c --output talk.html --redact', 'one of them, to be sent; talk.md for Markdown'],
    ['convo export --to atif --output trajectories --redact', 'a trajectory for each conversation'],
    ['convo export --to parquet tables', 'everything that is here'],
    ['convo --project orchard export tables', 'one project'],
    ['convo export --to parquet tables --shard 1/4', 'one of four parts'],
    ['convo export --to parquet /srv/lake --host web1 --redact', 'of a machine, for a folder that many write to'],
  ],
  flags: {
    to: flag('--to <format>', 'html, markdown, jsonl, atif, or parquet, the default', exportFormat),
    output: flag(
      '--output <dir>',
      'the folder to write to, which is made; parquet takes it as DIR too. Of one ID a file, in a folder that is there: FILE.html, FILE.md, FILE.jsonl, or with --to atif FILE.json. Markdown of one ID goes to stdout through a pipe',
    ),
    all: toggle('--all', 'archived conversations and hidden messages too (not of parquet, which has them)'),
    ...timeFlags(LISTED_IN_TIME),
    ...REDACT,
    ...REPLACE,
    host: flag('--host <name>', 'of tables: the machine that they are of; this one by default'),
    date: flag(
      '--date <day>',
      'of tables: the day that they are of, such as 2026-01-31; today by default, in UTC',
      day,
    ),
    ...PART,
  },
  run: async (job, operands, { to: format, output, since, until, olderThan, ...rest }) => {
    const { all, force, redact, redactAlso, ...further } = rest;
    const times = { since, until, olderThan };
    const ofName = output === undefined ? null : fileFormat(output);
    const to = format ?? ofName ?? 'parquet';
    if (format === undefined && ofName === null && output !== undefined && operands.length > 0)
      throw new Failure('usage', `${printable(output)} says no format`, FORMAT_OF_ONE);
    if (to === 'parquet') {
      const { exportTables } = await import('../export/parquet.ts');
      const folders = output === undefined ? operands : [output, ...operands];
      const named = { format: format !== undefined, folder: output !== undefined };
      return exportTables(job, { folders, named, times, force, redact, redactAlso, ...further });
    }
    const [flagOfTables] = Object.entries(further).flatMap(([key, value]) => (value === undefined ? [] : [key]));
    if (flagOfTables !== undefined)
      throw new Failure('usage', `${flagName(flagOfTables)} is for tables alone`, `Leave it out, or --to parquet.`);
    if (output === undefined) return printOne(job, to, operands, { times, all, redact, redactAlso });
    const { exportPages } = await import('../export/pages.ts');
    // A name like `FILE.json` names no format, so `--to` decides.
    const isFile = ofName === to || (to === 'atif' && output.endsWith('.json'));
    const at = await atPaths(job, operands);
    return exportPages(at, { format: to, ids: operands, output, isFile, times, all, force, redact, redactAlso });
  },
});

/** Prints one conversation as Markdown into a pipe. Throws Failure for all else, which needs a folder. */
async function printOne(
  job: Job,
  to: string,
  operands: readonly string[],
  { times, ...flags }: { readonly times: object } & Record<string, unknown>,
): Promise<Exit> {
  const isOne = operands.length === 1 && Object.values(times).every((each) => each === undefined);
  if (to !== 'markdown' || !isOne || job.env.stdout.isTTY === true || job.options.json)
    throw new Failure('usage', `${to} needs a folder to write to`, namesFolder(to, operands));
  const { showCommand } = await import('./show.ts');
  return showCommand.run(job, operands, { markdown: true, ...flags });
}

const FORMAT_OF_ONE =
  'Name a file that ends in .html, .md or .jsonl, or give --to html, markdown or jsonl; tables are of whole stores, without an ID.';

function fileFormat(output: string): 'html' | 'markdown' | 'jsonl' | null {
  const [, end] = /\.(html|md|jsonl)$/.exec(output) ?? [];
  return end === undefined ? null : end === 'md' ? 'markdown' : end === 'html' ? 'html' : 'jsonl';
}

/** A sentence on the missing folder: `show` prints one conversation as Markdown, or as the lines of its file. */
function namesFolder(to: string, [id, ...others]: readonly string[]): Sentence {
  const flag = to === 'markdown' ? '--markdown' : to === 'jsonl' ? '--raw' : null;
  if (id === undefined || others.length > 0) return 'Name it: --output DIR';
  if (flag === null) return `Name it: --output DIR, or --output FILE.${to === 'atif' ? 'json' : to} for this one.`;
  return sentence`Name it: --output DIR, or --output FILE.${to === 'markdown' ? 'md' : 'jsonl'} for this one. To print this one: ${cmd`show ${id} ${flag}`}`;
}

function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
