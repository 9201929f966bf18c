import { plannedDisk } from '../../io/planned-disk.ts';
import type { World } from '../../io/world.ts';
import { addCounts, NO_COUNTS } from '../../model/change-report.ts';
import { cmd } from '../../model/command.ts';
import { type Counts, SOON, type View } from '../../model/conversation.ts';
import { ruleOf } from '../../model/findings.ts';
import { addToCount } from '../../model/grouped.ts';
import { KIND_TABLE, type KindName, programOf } from '../../model/kinds.ts';
import type { Change } from '../../model/plan.ts';
import { type Sentence, sentence, sentenceText } from '../../model/sentence.ts';
import type { Reading } from '../reading.ts';
import { existsAt } from '../sites/given.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import type { Target } from './unpack-target.ts';

/** Placed conversations, as the store will hold them. */
export interface Ahead {
  /** By scope and id, as `keyOf` joins them. */
  readonly units: ReadonlyMap<string, { readonly counts: Counts; readonly codes: readonly string[] }>;
  /** Sentences on differences between this machine and the conversations. */
  readonly remarks: readonly Sentence[];
}

/** One key of a scope and an id. */
export function keyOf(scope: string, id: string): string {
  return JSON.stringify([scope, id]);
}

/** Reads a store as it will be once some Changes are made: only the conversations that they bring. */
export async function lookAhead(
  { disk }: World,
  kinds: Reading['kinds'],
  { site }: Target,
  { changes, now }: { readonly changes: readonly Change[]; readonly now: number },
): Promise<Ahead> {
  const ids = new Set(changes.flatMap((change) => change.ids));
  const planned = plannedDisk(disk, site.root, { changes: () => changes });
  const units = new Map<string, { counts: Counts; codes: readonly string[] }>();
  const gone = new Map<string, number>();
  let due = 0;
  for await (const event of survey(planned, kinds, [site], { now, wants: (id) => ids.has(id) })) {
    if (event.type !== 'document') continue;
    units.set(keyOf(event.scope, event.document.id), seen(event));
    if (event.document.conversations.some(({ daysLeft }) => daysLeft != null && daysLeft <= SOON)) due++;
    const cwd = event.document.conversations.find((view) => view.cwd != null)?.cwd ?? null;
    if (cwd !== null && !existsAt(disk, cwd)) addToCount(gone, cwd, 1);
  }
  const remarks = [...gone].map(([folder, count]) => remarkOn(site.kind, folder, count));
  return { units, remarks: due === 0 ? remarks : [...remarks, dueRemark(site.kind, due)] };
}

function seen({ document }: EventOf<'document'>): { counts: Counts; codes: readonly string[] } {
  const codes = new Set<string>();
  for (const { code } of document.findings()) if (ruleOf(code).severity !== 'info') codes.add(code);
  const counts = document.conversations.map(countsOf).reduce(addCounts, NO_COUNTS);
  return { counts, codes: [...codes].sort() };
}

function countsOf({ messages, bytes }: View): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes };
}

/** Files keep their times, and a retention counts from those. */
function dueRemark(kind: KindName, count: number): Sentence {
  const [which, them] = count === 1 ? ['one conversation', 'it'] : [`${count} conversations`, 'them'];
  const unless = KIND_TABLE[kind].deletes?.unless ?? '';
  return sentence`${programOf(kind)} deletes ${which} of these within ${SOON} days: ${unless} in its settings.json first, or ${cmd`archive`} ${them}`;
}

function remarkOn(kind: KindName, folder: string, count: number): string {
  const whose = count === 1 ? 'one conversation is about' : `${count} conversations are about`;
  const way = KIND_TABLE[kind].byFolder
    ? sentenceText(sentence`: ${cmd`rehome ${folder} NEW`} lets them follow it to a folder NEW`)
    : '';
  return `there is no ${folder} here, which ${whose}${way}`;
}
