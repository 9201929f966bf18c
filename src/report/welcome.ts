import { maximum } from '../model/collections.ts';
import { cmd, commandText, withPlaceholders } from '../model/command.ts';
import { activeTime, type Conversation, DUE_WITHIN_DAYS, isResumable } from '../model/conversation.ts';
import { ruleOf } from '../model/finding.ts';
import { idsInRows, nameInRow, shortener } from '../model/ids.ts';
import { conversationWord, type KindName, programOf } from '../model/kinds.ts';
import { HEAL_ALL, LOSSY_ALL, REHOME } from '../model/rules/row.ts';
import type { DeletionCount, LocatedFindings, RoamingCount } from '../model/stats.ts';
import { withTilde } from './list/headings.ts';
import { signOf } from './list/rows.ts';
import { listTitle } from './list/title.ts';
import { nextForCode, type OverviewScreen } from './overview.ts';
import { lineInFolder } from './resume-lines.ts';
import {
  clipStart,
  clipTo,
  columnsOf,
  commandLines,
  countText,
  firstLine,
  MIN_ONE_LINE_WIDTH,
  numberText,
  padded,
  printable,
  wrap,
} from './text.ts';
import { whenText } from './time.ts';

interface UrgentMatters {
  readonly deletions: readonly DeletionCount[];
  readonly leftFolders: readonly { readonly kind: KindName; readonly folder: string; readonly conversations: number }[];
  readonly roaming: readonly RoamingCount[];
  readonly findings: readonly LocatedFindings[];
  readonly warnings: number;
}

export function* urgentText(urgent: UrgentMatters, screen: OverviewScreen): Generator<string> {
  const { width, commandPrefix } = screen;
  const say = function* (lead: string, command: string) {
    const [first = '', ...below] = commandLines(lead, `\`${command}\``, 0, width);
    yield* [...wrap(first, 0, { width, hang: 2 }), ...below];
  };
  const { deletions, leftFolders, roaming, findings, warnings } = urgent;
  for (const each of deletions) {
    if (each.kept === each.due + each.soon) yield* wrap(keptText(each, screen), 0, { width, hang: 2 });
    else yield* say(`${deletionText(each)}:`, commandText(cmd`keep ${each.keptIn ?? 'DIR'}`, commandPrefix));
  }
  const [folder] = leftFolders;
  if (folder !== undefined)
    yield* say(
      leftFoldersText(leftFolders),
      commandText(withPlaceholders(REHOME, { OLD: folder.folder }), commandPrefix),
    );
  for (const each of roaming) yield* say(roamingText(each), lineInFolder(each.kind, 'FOLDER', 'ID') ?? '');
  const countOf = (some: readonly LocatedFindings[]) => some.reduce((sum, { count }) => sum + count, 0);
  const errors = countOf(findings);
  const unjudged = countOf(findings.filter(({ first: { code } }) => ruleOf(code).unjudged === true));
  const found = [
    ...(errors > 0 ? [countText(errors, 'error')] : []),
    ...(warnings > 0 ? [countText(warnings, 'warning')] : []),
    ...(unjudged > 0 ? [`${numberText(unjudged)} not judged`] : []),
  ];
  if (found.length > 0) yield* say(`${found.join(', ')}:`, commandText(headCommand(findings), commandPrefix));
}

function leftFoldersText(all: UrgentMatters['leftFolders']): string {
  const words = new Set(all.map(({ kind }) => conversationWord(kind)));
  const [word = 'conversation'] = words.size === 1 ? words : [];
  const owned = countText(
    all.reduce((sum, { conversations }) => sum + conversations, 0),
    word,
  );
  return `${countText(new Set(all.map(({ folder }) => folder)).size, 'folder')} moved or gone (${owned}):`;
}

function roamingText({ kind, conversations }: RoamingCount): string {
  const owned = `${countText(conversations, conversationWord(kind))} of ${programOf(kind)}`;
  const where = conversations === 1 ? 'names a folder that is gone' : 'name folders that are gone';
  return `${owned} ${where}:`;
}

function keptText(each: DeletionCount, { around }: OverviewScreen): string {
  return `${deletionText({ ...each, kept: 0 })}; copies are in ${withTilde(each.keptIn ?? '', around)}`;
}

function deletionText({ kind, due, soon, firstIn, kept }: DeletionCount): string {
  const word = conversationWord(kind);
  const first = `in ${countText(firstIn ?? DUE_WITHIN_DAYS, 'day')}`;
  const later = due === 0 ? countText(soon, word) : `${numberText(soon)} more`;
  const parts = [
    ...(due > 0 ? [`${countText(due, word)} at its next start`] : []),
    ...(soon > 0 ? [`${later} ${soon === 1 ? first : `within ${DUE_WITHIN_DAYS} days`}`] : []),
    ...(due === 0 && soon > 1 && firstIn !== DUE_WITHIN_DAYS ? [`the first ${first}`] : []),
    ...(kept > 0 ? [`${numberText(kept)} of them kept`] : []),
  ];
  return `${programOf(kind)} deletes ${parts.join(', ')}`;
}

function headCommand(findings: readonly LocatedFindings[]) {
  const heals = findings.map(({ first: { healing } }) => healing);
  if (heals.includes('safe')) return HEAL_ALL;
  return heals.includes('lossy') ? LOSSY_ALL : cmd`verify`;
}

const MAX_FINDINGS_SHOWN = 5;

/** A row per code, with a command if that of the row above does not help. */
export function* brokenText(findings: readonly LocatedFindings[], screen: OverviewScreen): Generator<string> {
  if (findings.length === 0) return;
  const head = headCommand(findings);
  const printed = findings.length === MAX_FINDINGS_SHOWN + 1 ? findings : findings.slice(0, MAX_FINDINGS_SHOWN);
  const { width, commandPrefix, paint, idOf = shortener(printed.flatMap(({ first }) => first.id ?? [])) } = screen;
  const about = rowsOf(
    printed.map((each) => leadOf(each, idOf)),
    screen,
  );
  yield paint.strong('broken');
  for (const [i, each] of printed.entries()) {
    yield* about(i, (columns) => brokenTitle(each, columns));
    const isMended = each.first.healing === (head === HEAL_ALL ? 'safe' : head === LOSSY_ALL ? 'lossy' : null);
    if (!isMended || each.count > 1) yield `  \`${nextForCode(each, { commandPrefix, idOf })}\``;
  }
  const more = findings.length - printed.length;
  if (more > 0)
    yield* wrap(`and ${numberText(more)} more: \`${commandText(cmd`verify`, commandPrefix)}\``, 0, { width });
}

function leadOf({ first: { id, kind }, folder }: LocatedFindings, idOf: (id: string) => string): RowLead {
  return { id: id === null ? '-' : nameInRow(id, idOf), kind, folder };
}

function brokenTitle({ first: { code, title }, count, isArchived }: LocatedFindings, columns: number): string {
  const others = count === 1 ? '' : `, and ${numberText(count - 1)} like it`;
  const where = count > 1 || title === undefined ? '' : `: "${firstLine(title)}"`;
  const state = isArchived && count === 1 ? 'archived: ' : '';
  return clipTo(state + printable(ruleOf(code).title) + where, columns - columnsOf(others)) + others;
}

/**
 * A row each: operand of `show`, program, project, time, marks, title; then an explanation of the marks. `damaged`: paths of those that are
 * not sent whole.
 */
export function* newestText(
  conversations: readonly Conversation[],
  damaged: ReadonlySet<string>,
  screen: OverviewScreen,
): Generator<string> {
  const { paint, clock, width, commandPrefix, idOf = shortener(idsInRows(conversations)) } = screen;
  const markOf = (each: Conversation) =>
    (isResumable(each) && damaged.has(each.path) ? DAMAGE_MARK : '') + signOf(each);
  const before = alignedCells(conversations.map((each) => [whenText(activeTime(each), clock), markOf(each)]));
  const rows = conversations.map(({ id, kind, cwd = null, project }) => ({
    id: nameInRow(id, idOf),
    kind,
    folder: cwd ?? project,
  }));
  const about = rowsOf(rows, screen);
  for (const [i, each] of conversations.entries())
    for (const line of about(i, (columns) => {
      const lead = before[i] ?? '';
      return lead + listTitle(each, { idOf, width: columns - columnsOf(lead), markPlace: 'elsewhere' });
    }))
      yield isResumable(each) ? line : paint.bad(line);
  const marks = conversations.map(markOf).join('');
  const meant = [
    ...(marks.includes('✗') ? ['✗ its program cannot resume it'] : []),
    ...(marks.includes(DAMAGE_MARK) ? [`${DAMAGE_MARK} something of it is broken or lost`] : []),
  ];
  if (meant.length > 0) yield* wrap(`${meant.join(', ')}: \`${commandPrefix} verify\``, 0, { width, hang: 2 });
}

const DAMAGE_MARK = '!';

function alignedCells(rows: readonly (readonly [time: string, mark: string])[]): string[] {
  const widths = [0, 1].map((n) => maximum(rows.map((row) => columnsOf(row[n] ?? ''))));
  return rows.map((row) =>
    row.flatMap((cell, n) => ((widths[n] ?? 0) === 0 ? [] : [`${padded(cell, widths[n] ?? 0)}  `])).join(''),
  );
}

interface RowLead {
  readonly id: string;
  readonly kind: string;
  readonly folder: string | null;
}

function rowsOf(rows: readonly RowLead[], { width, around }: OverviewScreen) {
  const whole = Math.min(width, 120);
  const leads = rows.map(({ id, kind, folder }) => [
    printable(id),
    kind,
    folder === null
      ? ''
      : clipStart(withTilde(folder, around), Math.max(8, whole < MIN_ONE_LINE_WIDTH ? whole - 20 : whole >> 2)),
  ]);
  const widths = [0, 1, 2].map((n) => maximum(leads.map((lead) => columnsOf(lead[n] ?? ''))));
  return (i: number, text: (columns: number) => string): string[] => {
    const lead = (leads[i] ?? []).map((cell, n) => padded(cell, widths[n] ?? 0));
    if (whole < MIN_ONE_LINE_WIDTH) return [clipTo(lead.join('  ').trimEnd(), whole), `  ${text(whole - 2)}`.trimEnd()];
    const before = `${lead.filter((_, n) => (widths[n] ?? 0) > 0).join('  ')}  `;
    return [`${before}${text(whole - columnsOf(before))}`.trimEnd()];
  };
}
