import type { ReadDisk } from '../../io/disk.ts';
import type { View } from '../../model/conversation.ts';
import type { Change } from '../../model/plan.ts';
import type { Ask, Kind, Site } from '../../stores/kind.ts';
import { type Met, type SurveyOptions, survey } from '../survey/survey.ts';
import { closeScope, type Joined, refuseJoined } from './close-scope.ts';
import { enter, enterJoined, itemOf } from './enter.ts';
import type { Ledger } from './ledger.ts';
import type { Unread } from './unread.ts';

/** What a changing verb looks at, and what it leaves alone. */
export interface Scrutiny {
  readonly ask: Ask;
  readonly survey: Omit<SurveyOptions, 'ask'>;
  /** Only conversations last changed at or before this (Unix seconds); null for all. */
  readonly until: number | null;
  /** Show each step in the items. */
  readonly dryRun: boolean;
  /** Entered for each Change, in its order: the numbers of its items in the ledger. */
  readonly numbers: (readonly number[])[];
}

/** Met while deciding. */
export interface Seen {
  conversations: number;
  readonly unread: Unread;
}

/**
 * The Changes that a verb comes to under one site, one by one as files are read; every unit is entered in the ledger.
 * Throws Failure `interrupted`.
 */
export async function* decide(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  scrutiny: Scrutiny,
  ledger: Ledger,
  seen: Seen,
): AsyncGenerator<Change> {
  const joined: Joined = new Map();
  // An index is held against all files only when all of them were looked at.
  let whole = !scrutiny.survey.wants && scrutiny.until === null;
  for await (const met of survey(disk, kinds, [site], { ...scrutiny.survey, ask: scrutiny.ask })) {
    if (met.is === 'finding' && seen.unread.enter(met, ledger)) whole = false;
    if (met.is === 'settled') enterSettled(met, ledger, seen);
    if (met.is === 'document') yield* decideOne(met, scrutiny, ledger, seen, joined);
    if (met.is === 'seen') yield* end(met, scrutiny, ledger, joined, { whole, blind: seen.unread.blind() });
  }
}

function* end(
  met: Extract<Met, { is: 'seen' }>,
  scrutiny: Scrutiny,
  ledger: Ledger,
  joined: Joined,
  { whole, blind }: { readonly whole: boolean; readonly blind: string | null },
): Generator<Change> {
  if (blind === null) yield* closeScope(met, scrutiny, ledger, joined, whole);
  else {
    // What cannot be seen might be named by the index, or have a number that is to be given.
    const reason = `${blind}: until it can be read, nothing is changed that depends on it`;
    refuseJoined({ reason, codes: [], unsafe: true }, ledger, joined);
  }
  joined.clear();
}

function enterSettled({ site, scope, id, path }: Extract<Met, { is: 'settled' }>, ledger: Ledger, seen: Seen): void {
  seen.conversations++;
  ledger.enter(itemOf(site, scope, id, path, { state: 'unchanged', codes: [] }));
}

function* decideOne(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  scrutiny: Scrutiny,
  ledger: Ledger,
  seen: Seen,
  joined: Joined,
): Generator<Change> {
  const { conversations } = document;
  seen.conversations += conversations.length;
  if (scrutiny.until !== null && !conversations.some((view) => isOld(view, scrutiny.until ?? 0))) return;
  // What could not be read could not be changed either, and that is told.
  if (seen.unread.has(scope, document.id)) return;
  const path = conversations[0]?.path ?? parts[0]?.path ?? '';
  const outcome = document.change(scrutiny.ask);
  const where = { site, scope, id: document.id, path, parts, counts: conversations.length > 0 };
  if (outcome.state !== 'joined') return yield* enter(outcome, where, scrutiny, ledger);
  joined.set(document.id, enterJoined(outcome, where, scrutiny, ledger));
}

function isOld({ updatedAt }: View, until: number): boolean {
  return updatedAt !== null && updatedAt <= until;
}
