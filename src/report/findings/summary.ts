import type { PlacedFinding } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import type { VerifySummary } from '../../model/verify-summary.ts';
import { bytesText } from '../bytes.ts';
import { countText, numberText } from '../count.ts';
import type { Paint } from '../paint.ts';
import { wrap } from '../wrap.ts';

/** What was looked at, and how much was found. */
export function summaryLine(summary: VerifySummary): string {
  const { stores, conversations, files, bytes, errors, warnings, infos, unjudged } = summary;
  const found = [countText(errors, 'error'), countText(warnings, 'warning'), countText(infos, 'info')].join(', ');
  const seen = `${countText(conversations, 'conversation')} in ${countText(stores, 'store')} (${countText(files, 'file')}, ${bytesText(bytes)})`;
  return `${seen}: ${found}${unjudged === 0 ? '' : `, ${numberText(unjudged)} not judged`}`;
}

/** A way out that is not every heal's: a migration, or a heal that asks for a word of the person. */
const OWN_WAY = /^convo (migrate|heal)(?= ID --(?:map-)?phase)/;

/** The commands that a person would type next; `heal` is the one that heals what was looked at. */
export function nextLines(
  grave: readonly PlacedFinding[],
  heal: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const [worst] = [...grave].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  if (worst === undefined) return [];
  const ways = [[`convo explain ${worst.code}`, 'what it means, and what is still sound']];
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
  return ['', 'next:', ...columns(ways, width, paint)];
}

/** Commands beside what they do, or above it where both do not fit on a line. */
function columns(ways: readonly (readonly string[])[], width: number, paint: Paint): string[] {
  const most = Math.max(...ways.map(([command = '']) => command.length));
  const fits = ways.every(([, gain = '']) => 4 + most + gain.length <= width);
  if (fits) return ways.map(([command = '', gain = '']) => `  ${command.padEnd(most)}  ${paint.faint(gain)}`);
  return ways.flatMap(([command = '', gain = '']) => [
    ...wrap(command, 2, { width, hang: 6 }),
    ...wrap(gain, 6, { width }).map(paint.faint),
  ]);
}
