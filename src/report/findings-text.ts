import type { PlacedFinding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import type { VerifySummary } from '../model/verify-summary.ts';
import { bytesText } from './bytes.ts';
import { countText } from './count.ts';
import { fileText, findingLine } from './finding-line.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

/** Collects the findings of a run into a report for people; one store's findings are told together. */
export interface FindingsText {
  /** The lines that can be said now: errors at once, the rest of a store when the next one begins. */
  add(finding: PlacedFinding): string[];
  /** The last lines: what is held, the sum, and the next command. `heal` is the command line that would heal them. */
  end(summary: VerifySummary, heal: string): string[];
}

interface Infos {
  count: number;
  readonly first: PlacedFinding;
}

/** A report for people: errors first, in the order of the files, then warnings, then each sort of info once, counted. */
export function findingsText(paint: Paint): FindingsText {
  let root: string | null = null;
  let warnings: string[] = [];
  let infos = new Map<string, Infos>();
  const codes = new Map<string, PlacedFinding>();

  function closeStore(): string[] {
    const lines = [...warnings, ...[...infos.values()].map((each) => infoLine(each, paint))];
    warnings = [];
    infos = new Map();
    return root === null ? [] : [...lines, ''];
  }

  return {
    add: (finding) => {
      const lines =
        root === finding.root
          ? []
          : [...closeStore(), paint.accent(`${finding.kind} store ${printable(finding.root)}`)];
      root = finding.root;
      if (!codes.has(finding.code)) codes.set(finding.code, finding);
      if (finding.severity === 'error') lines.push(findingLine(finding, paint));
      else if (finding.severity === 'warning') warnings.push(findingLine(finding, paint));
      else count(infos, finding);
      return lines;
    },
    end: (summary, heal) => [...closeStore(), sumLine(summary), ...nextLines([...codes.values()], heal)],
  };
}

function count(infos: Map<string, Infos>, first: PlacedFinding): void {
  const known = infos.get(first.code);
  if (known === undefined) infos.set(first.code, { count: 1, first });
  else known.count++;
}

function infoLine({ count, first }: Infos, paint: Paint): string {
  if (count === 1) return findingLine(first, paint);
  const file = fileText(first);
  const { title } = row(first.code);
  return `${paint.strong(file)} and ${count - 1} more: ${title[0]?.toLowerCase()}${title.slice(1)} ${paint.faint(`[${first.code}]`)}`;
}

function sumLine({ stores, conversations, files, bytes, errors, warnings, infos, unjudged }: VerifySummary): string {
  const found = [countText(errors, 'error'), countText(warnings, 'warning'), countText(infos, 'info')].join(', ');
  const seen = `${countText(conversations, 'conversation')} in ${countText(stores, 'store')} (${countText(files, 'file')}, ${bytesText(bytes)})`;
  return `${seen}: ${found}${unjudged === 0 ? '' : `, ${unjudged} not judged`}`;
}

/** A way out that is not every heal's: a migration, or a heal that asks for a word of the person. */
const OWN_WAY = /^convo (migrate|heal)(?= ID --(?:map-)?phase)/;

/** The commands that a person would type next. */
function nextLines(found: readonly PlacedFinding[], heal: string): string[] {
  const grave = found.filter(({ severity }) => severity !== 'info');
  const [worst] = [...grave].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  if (worst === undefined) return [];
  const ways = [[`convo explain ${worst.code}`, 'what that means, and what is still sound']];
  if (grave.some(({ healing }) => healing === 'safe'))
    ways.push([`${heal} --dry-run`, 'what can be healed without a loss']);
  if (grave.some(({ healing }) => healing === 'lossy'))
    ways.push([`${heal} --lossy --dry-run`, 'what else can be saved']);
  const own = new Set(grave.map(({ code }) => row(code).next).filter((next) => OWN_WAY.test(next)));
  for (const next of own)
    ways.push([
      next.replace(OWN_WAY, (_, verb: string) => `${heal.replace(/heal$/, verb)} `),
      'for some of them alone',
    ]);
  const width = Math.max(...ways.map(([command = '']) => command.length));
  return ['', 'next:', ...ways.map(([command = '', gain = '']) => `  ${command.padEnd(width)}  ${gain}`)];
}
