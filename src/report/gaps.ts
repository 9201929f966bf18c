import { grouped } from '../model/collections.ts';
import { cmd, commandText, type NextCommand } from '../model/command.ts';
import type { PlacedGap } from '../model/finding.ts';
import { numberText, printable } from './text.ts';

const MAX_CODES_NAMED = 6;

/** One line on conversations that were not read, or only in part, and one on each companion file. `done`: a participle. */
export function gapLines(gaps: readonly PlacedGap[], done: string, commandPrefix: string): string[] {
  const { lost, partly: damaged } = byExtent(gaps);
  const beside = gaps.filter(isOfSeveral).map((gap) => sharedFileText(gap, done, commandPrefix));
  const areSearched = (each: readonly PlacedGap[]) => each.every(({ isSearched }) => isSearched === true);
  const searched = damaged.filter(areSearched);
  const partly = damaged.filter((each) => !areSearched(each));
  const all = [...lost, ...damaged];
  const [one] = all;
  if (one === undefined) return beside;
  const codes = [...new Set(all.flat().map(({ finding }) => finding.code))].sort();
  const parts = [
    ...(lost.length === 0 ? [] : [`${numberText(lost.length)} not ${done}`]),
    ...(partly.length === 0 ? [] : [`${numberText(partly.length)} ${done} only in part`]),
    ...(searched.length === 0 ? [] : [`${numberText(searched.length)} ${done} as far as readable`]),
  ].join(', ');
  const next =
    all.length === 1
      ? verifyOne(one)
      : codes.length > MAX_CODES_NAMED
        ? cmd`verify --all`
        : cmd`verify --only ${codes.join(',')}`;
  return [`convo: damaged conversations: ${parts}: \`${commandText(next, commandPrefix)}\``, ...beside];
}

function verifyOne([first]: readonly PlacedGap[]): NextCommand {
  return cmd`verify ${first?.finding.id ?? first?.finding.path ?? ''}`;
}

function isOfSeveral({ finding: { id } }: PlacedGap): boolean {
  return id === null;
}

function sharedFileText({ finding: { path, code }, extent }: PlacedGap, done: string, commandPrefix: string): string {
  const how = extent === 'all' ? `not ${done}` : `${done} only in part`;
  return `convo: damaged: ${printable(path)}: ${how}: \`${commandText(cmd`verify --only ${code}`, commandPrefix)}\``;
}

export function byExtent(gaps: readonly PlacedGap[]): Record<'lost' | 'partly', readonly (readonly PlacedGap[])[]> {
  const byConversation = [...grouped(gaps.filter((gap) => !isOfSeveral(gap)).map((gap) => [keyOf(gap), gap])).values()];
  const isLost = (all: readonly PlacedGap[]) => all.some(({ extent }) => extent === 'all');
  return { lost: byConversation.filter(isLost), partly: byConversation.filter((all) => !isLost(all)) };
}

function keyOf({ finding: { kind, root, id, path } }: PlacedGap): string {
  return [kind, root, id ?? path].join('\0');
}
