import { median, type Took } from './process.ts';

/** Processes that were run in turn, some rounds of them: each figure is the middle of those of the rounds. */
export interface Rounds<Name extends string> {
  of(name: Name, pick: (took: Took) => number): number;
  /** With two decimals. */
  seconds(name: Name): string;
  /** How many times what another took in the same round: seconds, where nothing else is picked. */
  times(name: Name, peer: Name, pick?: (took: Took) => number): number;
}

const ROUNDS = 3;
const SECONDS = ({ seconds }: Took) => seconds;

/** Runs all of these processes in turn, three times. */
export function inRounds<Name extends string>(runs: Readonly<Record<Name, () => Took>>): Rounds<Name> {
  const names = Object.keys(runs) as Name[];
  const rounds = Array.from({ length: ROUNDS }, () => {
    const took = names.map((name) => [name, runs[name]()] as const);
    return Object.fromEntries(took) as Record<Name, Took>;
  });
  const of: Rounds<Name>['of'] = (name, pick) => median(rounds.map((round) => pick(round[name])));
  return {
    of,
    seconds: (name) => of(name, SECONDS).toFixed(2),
    times: (name, peer, pick = SECONDS) => median(rounds.map((round) => pick(round[name]) / pick(round[peer]))),
  };
}

/** Prints verbs against reading the same files and parsing them; the run fails where one is above its gate, times parsing. */
export function tellVerbs<Verb extends string>(
  { of, seconds, times }: Rounds<'read' | 'parse' | Verb>,
  gate: Readonly<Record<Verb, number>>,
): void {
  for (const name of Object.keys(gate) as Verb[]) {
    const share = times(name, 'parse');
    process.stdout.write(
      `  ${name} ${seconds(name)} s, ${of(name, ({ cpu }) => cpu).toFixed(2)} s of the processor, ${times(name, 'read').toFixed(2)} times reading, ${share.toFixed(2)} times parsing ` +
        `(gate ${gate[name]}), ${Math.round(of(name, ({ megabytes }) => megabytes))} MB of memory\n`,
    );
    if (share > gate[name]) process.exitCode = 1;
  }
}
