import type { Covered, PlacedFinding, PlacedGap } from '../../model/finding.ts';
import type { KindName } from '../../model/kinds.ts';
import { redactedCoverage } from '../../ops/secrets/redacted.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { documentJson, missedJson } from '../../report/json-text.ts';
import { archivedText, bytesText, countText, printable } from '../../report/text.ts';
import type { Job } from '../command.ts';
import { redactionText } from '../redact.ts';
import { reportGaps, reportUnjudged } from '../report-gaps.ts';

export interface NotExported {
  readonly id: string;
  readonly kind: KindName;
  readonly message: string;
  readonly hasNoLines: boolean;
  readonly isSilent: boolean;
}

interface PrintPagesOptions {
  readonly output: string;
  readonly format: keyof typeof LEDGER;
  readonly file: string | null;
  readonly index: string | null;
  readonly redactor: Redactor | null;
  readonly coverage: Covered;
}

interface PageCounts {
  readonly made: number;
  readonly bytes: number;
  readonly failed: readonly NotExported[];
  readonly archived: number;
  readonly earlier: number;
  readonly subagents: number;
  readonly leftSubagents: number;
  readonly leftFiles: number;
  readonly leftMessages: number;
}

export async function printPages(
  job: Job,
  { output, format, file, index, redactor, coverage }: PrintPagesOptions,
  counted: PageCounts,
): Promise<void> {
  const { out, err, options, env } = job;
  const { made, failed, bytes, subagents } = counted;
  const redactedGaps = redactedCoverage(coverage, redactor);
  const pages = made + subagents;
  const counts = { conversations: made, files: pages + (index === null ? 0 : 1), bytes };
  if (options.json)
    await out.line(
      documentJson('export', {
        output: pathFromArgument(env.cwd, output),
        ...counts,
        notExported: failed.map(({ id, kind, message }) => ({ id, kind, message })),
        notWhole: missedJson(redactedGaps),
      }),
    );
  else {
    const files = index === null ? countText(pages, 'file') : `${countText(pages, 'page')} and ${index}`;
    const where = file !== null && made > 0 ? printable(output) : `${files} in ${printable(output)}`;
    await out.line(`${where}, ${bytesText(bytes)}${lacksText(failed.length)}`);
  }
  for (const each of notesAt(counted, { redactor, ledger: options.json ? null : LEDGER[format] })) await err.line(each);
  for (const each of notesOn(failed)) await err.line(`convo: ${printable(each)}`);
  await reportUnjudged(
    job,
    redactedGaps.unjudged.filter((finding) => !isNamed(finding, failed)),
  );
  await reportGaps(job, gapsIn(format, redactedGaps.gaps, failed), 'exported', redactor);
}

function* notesAt(
  counted: PageCounts,
  { redactor, ledger }: { readonly redactor: Redactor | null; readonly ledger: string | null },
): Generator<string> {
  if (counted.made > 0 && ledger !== null) yield ledger;
  yield* countNotes(counted);
  if (counted.made > 0) yield redactionText(redactor);
}

function* countNotes({
  archived,
  earlier,
  subagents,
  leftSubagents,
  leftFiles,
  leftMessages,
}: PageCounts): Generator<string> {
  if (earlier > 0)
    yield `${countText(earlier, 'of these files is an earlier version', 'of these files are earlier versions')} of a thread, as it was before it was rewound`;
  if (subagents > 0)
    yield countText(subagents, 'of these files is that of a subagent', 'of these files are those of subagents');
  if (leftSubagents > 0)
    yield `${countText(leftSubagents, 'subagent')} left out: with a folder (--output DIR) each has a file of its own`;
  if (leftFiles > 0)
    yield `${countText(leftFiles, 'other file of this id', 'other files of this id')} left out: with a folder (--output DIR) each is exported`;
  if (leftMessages > 0)
    yield `${countText(leftMessages, 'hidden message')} left out, as from before a compaction: --all has such`;
  if (archived > 0) yield archivedText(archived, '--all has such too, and hidden messages');
}

function lacksText(count: number): string {
  return count === 0 ? '' : `; ${countText(count, 'conversation')} not exported`;
}

/** Gaps to report: none for exported lines, which are verbatim; conversations that were not exported are reported separately. */
function gapsIn(
  format: keyof typeof LEDGER,
  gaps: readonly PlacedGap[],
  failed: readonly NotExported[],
): readonly PlacedGap[] {
  return format === 'jsonl' ? [] : gaps.filter(({ finding }) => !isNamed(finding, failed));
}

function isNamed({ id }: PlacedFinding, failed: readonly NotExported[]): boolean {
  return failed.some((each) => each.id === id && !each.isSilent);
}

const MAX_CONVERSATIONS_NAMED = 20;

function* notesOn(failed: readonly NotExported[]): Generator<string> {
  const others = failed.filter(({ hasNoLines }) => !hasNoLines);
  for (const { id, message } of others.slice(0, MAX_CONVERSATIONS_NAMED)) yield `${id} is not exported: ${message}`;
  if (others.length > MAX_CONVERSATIONS_NAMED)
    yield `${countText(others.length - MAX_CONVERSATIONS_NAMED, 'more conversation is', 'more conversations are')} not exported (--json has all)`;
  const noLines = failed.filter(({ hasNoLines }) => hasNoLines);
  for (const kind of new Set(noLines.map((each) => each.kind))) {
    const count = noLines.filter((each) => each.kind === kind).length;
    yield `${countText(count, 'conversation')} of ${kind} ${count === 1 ? 'is' : 'are'} not exported: ${kind} keeps no files of lines; every other format takes them`;
  }
}

/** Names of data that a format cannot hold. */
const LEDGER = {
  html: 'not in a page: ids of records, and fields that only the program reads; `convo show --raw` has every byte',
  markdown:
    'not in Markdown: pictures, ids of records, and fields that only the program reads; `convo show --raw` has every byte',
  jsonl: 'not in these files: what is kept beside them, such as subagents and results of tools',
  atif: 'not in a trajectory: pictures, transcripts of subagents, tokens of single steps, and what is kept beside the messages; `notes` in each file says what it lacks',
} as const;
