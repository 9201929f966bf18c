import type { PlacedFinding } from '../../model/finding.ts';
import type { Found } from '../../model/found.ts';
import type { VerifySummary } from '../../model/verify-summary.ts';
import { columnsOf, cutTo } from '../columns.ts';
import { firstLine } from '../first-line.ts';
import type { Paint } from '../paint.ts';
import { printable } from '../printable.ts';
import { wrap } from '../wrap.ts';
import { blockLines, type Screen } from './block.ts';
import { type Folding, folding } from './folding.ts';
import { findingLine } from './line.ts';
import { nextLines, summaryLine } from './summary.ts';

/** Turns findings, as they come, into the lines of a report; other forms of report sit beside these two. */
export interface FindingsReport {
  /** The lines that can be said now. */
  add(found: Found): string[];
  /** The last lines; `heal` is the command line that would heal them. */
  end(summary: VerifySummary, heal: string): { readonly out: string[]; readonly note: string[] };
}

/** For pipes: each finding on a line of its own, in the order of the files, never folded. */
export function plainReport(paint: Paint, cwd: string): FindingsReport {
  return {
    add: ({ finding }) => [findingLine(finding, paint, cwd)],
    end: (summary) => ({ out: [], note: [summaryLine(summary)] }),
  };
}

/** For terminals: blocks under the conversation they concern; of many of one code the first, and at the end of a store how many. */
export function screenReport(screen: Screen, all: boolean): FindingsReport {
  let store: string | null = null;
  let group: Group | null = null;
  let folded: Folding = folding(all);
  const grave = new Map<string, PlacedFinding>();

  const closeGroup = (): string[] => {
    const lines = group === null ? [] : groupLines(group, screen);
    group = null;
    return lines;
  };
  const closeStore = (): string[] => [...closeGroup(), ...folded.lines(screen)];

  return {
    add: (found) => {
      const { finding } = found;
      const lines: string[] = [];
      if (store !== finding.root) {
        lines.push(...closeStore(), ...storeHead(finding, screen));
        store = finding.root;
        folded = folding(all);
      }
      if (finding.severity !== 'info' && !grave.has(finding.code)) grave.set(finding.code, finding);
      if (!folded.keeps(finding)) return lines;
      const key = keyOf(finding);
      if (group?.key !== key) lines.push(...closeGroup());
      group ??= { key, title: null, blocks: [] };
      group.title ??= found.title;
      group.blocks.push(found);
      return lines;
    },
    end: (summary, heal) => ({
      out: [
        ...closeStore(),
        ...wrap(summaryLine(summary), 0, { width: screen.width, hang: 2 }),
        ...nextLines([...grave.values()], heal, screen),
      ],
      note: [],
    }),
  };
}

interface Group {
  readonly key: string;
  title: string | null;
  readonly blocks: Found[];
}

function keyOf({ project, id }: PlacedFinding): string {
  return JSON.stringify([project, id]);
}

function storeHead({ kind, root }: PlacedFinding, { paint, width }: Screen): string[] {
  return [...wrap(`${kind} store ${printable(root)}`, 0, { width }).map(paint.strong), ''];
}

const RANKS = { error: 0, warning: 1, info: 2 } as const;

function groupLines({ title, blocks }: Group, screen: Screen): string[] {
  const [first] = blocks;
  if (first === undefined) return [];
  const sorted = blocks.toSorted((a, b) => RANKS[a.finding.severity] - RANKS[b.finding.severity]);
  return [...groupHead(first.finding, title, screen), ...sorted.flatMap((found) => blockLines(found, screen))];
}

/** The conversation that the next findings are about: its id, its title, and the project it belongs to. */
function groupHead({ project, id }: PlacedFinding, title: string | null, { paint, width }: Screen): string[] {
  const of = project === null ? '' : `project ${printable(project)}`;
  if (id === null) return [paint.strong(of === '' ? 'the store as a whole' : `${of} as a whole`)];
  const name = printable(id);
  const about = title === null ? '' : firstLine(title);
  const head = about === '' ? name : `${name}  ${about}`;
  const room = width - (of === '' ? 0 : columnsOf(of) + 2);
  if (columnsOf(name) + 12 > room) return [paint.strong(cutTo(name, width)), ...under(about, of, width)];
  return [paint.strong(cutTo(head, room)) + (of === '' ? '' : `  ${paint.faint(of)}`)];
}

function under(about: string, of: string, width: number): string[] {
  return [about, of].filter((text) => text !== '').map((text) => cutTo(text, width));
}
