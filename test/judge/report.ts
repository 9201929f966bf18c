import type { Answer, History } from './cases.ts';
import { DRIFTS, type Drift, isRetired } from './drift.ts';
import type { Healing } from './main.ts';
import type { Asked } from './program.ts';

/** What the program did with one case. */
export interface Judged {
  readonly name: string;
  readonly recorded: Answer;
  readonly now: Asked;
  readonly drift: Drift | null;
}

interface Ran {
  readonly program: string;
  readonly version: string;
  /** The version whose answers are recorded. */
  readonly recorded: string;
  readonly judged: readonly Judged[];
  readonly unknown: ReadonlyMap<string, number>;
  /** Codes above info that sound sessions have after it went on with them, each with those sessions. */
  readonly alarms: ReadonlyMap<string, readonly string[]>;
  readonly seconds: number;
  readonly healing: Healing;
  /** What is sent of the session that was damaged before it was damaged. */
  readonly sound: History | null;
}

/** The drift by class, the worst first, and what equal drift has in common said once. */
export function report({ program, version, recorded, judged, unknown, alarms, seconds, healing, sound }: Ran): string {
  const drifted = judged.flatMap(({ name, drift }) => (drift === null ? [] : [{ name, ...drift }]));
  const healed = { none: '', healed: ', each session healed first', lossy: ', each session healed with --lossy first' };
  const lines = [
    `${program} ${version}, recorded with ${recorded}${healed[healing]}: ${judged.length} cases in ${seconds} s`,
    `${judged.length - drifted.length} as recorded`,
    ...retiredLines(judged),
    ...(healing === 'none' ? [] : [wholeAgain(judged, sound)]),
  ];
  for (const [type, words] of Object.entries(DRIFTS)) {
    const here = drifted.filter((one) => one.type === type);
    if (here.length === 0) continue;
    lines.push('', `${words} (${here.length})`);
    for (const [change, names] of byChange(here))
      lines.push(`  ${names.join(', ')}`, ...change.map((line) => `    ${line}`));
  }
  if (alarms.size > 0) lines.push('', 'Found by convo verify in what it made of sound sessions:');
  for (const [code, names] of alarms) lines.push(`  ${code} ${names.join(', ')}`);
  if (unknown.size > 0) lines.push('', 'In the records that it appended, and in no recorded session:');
  for (const [name, count] of unknown) lines.push(`  ${name} ${count}`);
  return `${lines.join('\n')}\n`;
}

function retiredLines(judged: readonly Judged[]): string[] {
  const retired = judged.filter(({ now }) => isRetired(now)).length;
  return retired === 0 ? [] : [`${retired} gone on with by another model, because theirs is retired: thinking apart`];
}

function wholeAgain(judged: readonly Judged[], sound: History | null): string {
  const damaged = judged.filter(({ name }) => name.startsWith('damage/'));
  const isWhole = ({ sent }: Answer) => JSON.stringify(sent) === JSON.stringify(sound);
  const [before, after] = [
    damaged.filter(({ recorded }) => isWhole(recorded)),
    damaged.filter(({ now }) => isWhole(now)),
  ];
  return `${after.length} of ${damaged.length} damaged ones send all of the sound session; ${before.length} did before they were healed`;
}

function byChange(drifted: readonly (Drift & { readonly name: string })[]): [readonly string[], string[]][] {
  const groups = new Map<string, [readonly string[], string[]]>();
  for (const { name, lines } of drifted) {
    const group = groups.get(lines.join('\n')) ?? [lines, []];
    group[1].push(name);
    groups.set(lines.join('\n'), group);
  }
  return [...groups.values()];
}
