import type { ChangeItem } from '../../model/change-report.ts';
import { row } from '../../model/findings.ts';
import type { Part } from '../../model/part.ts';
import { refused } from '../../stores/decided.ts';
import type { Ask, Left, Piece, Site } from '../../stores/kind.ts';
import { itemOf, type Ledger } from './ledger.ts';
import type { Scrutiny } from './scrutiny.ts';
import { stepViews, type TextOf } from './step-views.ts';

/** What a decision is about. */
export interface Where {
  readonly site: Site;
  readonly scope: string;
  readonly id: string | null;
  readonly path: string;
  /** Of the conversation; null where it has none, or where it is about something else. */
  title(): string | null;
  /** Its files as read. */
  readonly parts: readonly Part[];
  /** False for leftovers and shared files: they count only when something is done about them. */
  readonly counts: boolean;
}

/** Nothing is changed behind a link: what it leads to has a name of its own. `linkTo` finds one on the way to a path. */
export function reachable(
  outcome: Piece | Left,
  { path }: Pick<Where, 'path'>,
  linkTo: (path: string) => string | null,
): Piece | Left {
  const link = outcome.state === 'changed' && outcome.into === 'store' ? linkTo(path) : null;
  return link === null ? outcome : refused({ codes: [], reason: `is behind a link: ${link}`, unsafe: true });
}

/** The item of what is changed. */
export function pieceItem(
  { path, codes, steps, notes, newId }: Pick<Piece, 'path' | 'codes' | 'steps' | 'notes' | 'newId'>,
  { site, scope, id, path: own, title, parts }: Where,
  { dryRun }: Pick<Scrutiny, 'dryRun'>,
): ChangeItem {
  return itemOf(site, scope, id, path, {
    state: 'changed',
    codes,
    ...titled(title, path === own),
    ...(newId === null ? {} : { newId }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(dryRun ? { steps: stepViews(steps, (each) => readText(parts, each)) } : {}),
  });
}

/** Enters a unit whose first bytes show that there is nothing to do. */
export function enterSettled(
  { site, scope, id, path }: Pick<Where, 'site' | 'scope' | 'id' | 'path'>,
  ledger: Ledger,
): void {
  ledger.enter(itemOf(site, scope, id, path, { state: 'unchanged', codes: [] }));
}

/** Leaves every piece that was to be made together with others as it is. */
export function refuseAll(left: Left, pieces: readonly { readonly item: number }[], ledger: Ledger): Left {
  const { reason, codes, unsafe } = left;
  for (const { item } of pieces) ledger.amend(item, 'refused', reason ?? '', codes);
  if (pieces.length > 0 && unsafe) ledger.markUnsafe();
  return left;
}

/** Enters what is left as it is in the ledger; answers its number there, null where there is nothing to report. */
export function leave(
  left: Left,
  where: Where,
  { ask, survey: { wants } }: Pick<Scrutiny, 'ask' | 'survey'>,
  ledger: Ledger,
): number | null {
  const { state, codes, unsafe } = left;
  // Nobody asked for it by its id, and it is not a conversation.
  if (!where.counts && codes.length === 0 && (state === 'unchanged' || !wants)) return null;
  if (unsafe) ledger.markUnsafe();
  return ledger.enter(leftItem(left, where, ask.verb));
}

/** The item of what is left as it is. */
export function leftItem(left: Left, { site, scope, id, path, title }: Where, verb: Ask['verb']): ChangeItem {
  const { state, codes, reason } = left;
  const next = state === 'refused' ? nextStep(verb, id, left) : null;
  const named = state === 'unchanged' ? {} : titled(title, (left.path ?? path) === path);
  const why = { ...(reason === null ? {} : { reason }), ...(next === null ? {} : { next }) };
  return itemOf(site, scope, id, left.path ?? path, { state, codes, ...named, ...why });
}

/** Characters of a title that are kept for a report. */
const TITLE = 120;

/** A copy, because a part of a text would keep all of it in memory. */
function titled(titleOf: () => string | null, isOwn: boolean): { readonly title?: string } {
  const title = isOwn ? titleOf() : null;
  return title === null
    ? {}
    : {
        title: Array.from(title.trimStart().slice(0, 2 * TITLE))
          .slice(0, TITLE)
          .join(''),
      };
}

/** A file among those read; null for another. */
export function readText(parts: readonly Part[], path: string): ReturnType<TextOf> {
  const { bytes = null, source } = parts.find((part) => part.path === path) ?? {};
  return bytes ?? source ?? null;
}

/** The command that leads on from a unit that was refused for what it holds; null where none does. */
function nextStep(verb: Ask['verb'], id: string | null, { codes, reason: why }: Pick<Left, 'codes' | 'reason'>) {
  const reason = why ?? '';
  const [first] = codes;
  if (first === undefined) return null;
  const healings = new Set(codes.map((code) => row(code).healing));
  if (id === null || !PLAIN_ID.test(id)) return `convo explain ${first}`;
  const { next } = row(first);
  if (OWN_WAY.test(next) && !reason.includes('--lossy')) return next.replace(' ID ', ` ${id} `);
  if (healings.has('manual')) return `convo explain ${first}`;
  if (reason.includes('--lossy')) return `convo ${verb} ${id} --lossy --dry-run`;
  if (verb === 'heal') return `convo explain ${first}`;
  return `convo heal ${id}${healings.has('lossy') ? ' --lossy' : ''} --dry-run`;
}

/** A way out of its own: a migration, or a heal that asks for a word of the person, such as a phase. */
const OWN_WAY = /^convo (?:migrate ID|heal ID --map-phase) /;

/** Ids that a shell takes as they are. */
const PLAIN_ID = /^[\w.][\w.-]*$/;
