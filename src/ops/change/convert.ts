import type { ReadDisk } from '../../io/disk.ts';
import { NO_COUNTS } from '../../model/change-report.ts';
import type { Change } from '../../model/plan.ts';
import type { Conversion, Kind, Outcome, Site } from '../../stores/kind.ts';
import { type Met, survey } from '../survey/survey.ts';
import type { Scrutiny, Seen } from './decide.ts';
import { enter } from './enter.ts';
import type { Ledger } from './ledger.ts';

/** What is to be written anew, and where. */
export interface Converting extends Pick<Scrutiny, 'ask' | 'survey' | 'dryRun' | 'numbers'> {
  /** The folder for it, absolute and real. */
  readonly output: string;
}

/**
 * The Changes that write the conversations of a site to a folder of its own, one by one as files are read: nothing of the site is
 * changed. Every unit is entered in the ledger. Throws Failure `interrupted`.
 */
export async function* convert(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  converting: Converting,
  ledger: Ledger,
  seen: Seen,
): AsyncGenerator<Change> {
  for await (const met of survey(disk, kinds, [site], { ...converting.survey, ask: null })) {
    if (met.is === 'finding') seen.unread.enter(met, ledger);
    if (met.is === 'document') yield* convertOne(met, converting, ledger, seen);
  }
}

function* convertOne(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  converting: Converting,
  ledger: Ledger,
  seen: Seen,
): Generator<Change> {
  const { id, conversations } = document;
  seen.conversations += conversations.length;
  // What could not be read could not be written anew either, and that is told.
  if (seen.unread.has(scope, id)) return;
  const conversion = document.convert?.(converting.ask) ?? NOT_AT_ALL;
  const path = conversations[0]?.path ?? parts[0]?.path ?? '';
  // What is new is told by where it comes to lie, what is refused by where it lies.
  const root = conversion.state === 'converted' ? converting.output : site.root;
  const where = { site: { ...site, root }, scope, id, path, parts, counts: conversations.length > 0 };
  yield* enter(outcomeOf(conversion, site, scope, id), where, { ...converting, until: null }, ledger);
}

const NOT_AT_ALL: Conversion = { state: 'refused', codes: [], reason: 'cannot be written in another format' };

function outcomeOf(
  conversion: Conversion,
  { kind }: Site,
  scope: string,
  id: string,
): Exclude<Outcome, { state: 'joined' }> {
  if (conversion.state !== 'converted') return conversion;
  const { files, before, after, notes } = conversion;
  const change: Change = {
    kind,
    project: scope === '' ? null : scope,
    ids: [id],
    path: files[0]?.path ?? '',
    codes: [],
    steps: files.map(({ path, bytes }) => ({ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes } })),
    locks: [],
    keep: 'copy',
    // Of the folder that is written to: what the store holds stays.
    counts: { before: NO_COUNTS, after },
  };
  return { state: 'changed', change, before, after, notes };
}
