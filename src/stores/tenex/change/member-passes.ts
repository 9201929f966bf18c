import type { Edit } from '../../../codecs/edit.ts';
import { removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { firstElement, isNull, isString, members, quote, textOf, type Value } from '../../../codecs/json/value.ts';
import { addAll, countEach } from '../../../model/collections.ts';
import type { Code } from '../../../model/finding.ts';
import { refused } from '../../decision.ts';
import { lastValue } from '../../engine/text-at.ts';
import { shortened } from '../../words.ts';
import { decodeEvent } from '../read/events/event.ts';
import { isPhase, objectElements, PHASES } from '../read/members.ts';
import { nullables, phaseSites } from '../read/schema.ts';
import type { TenexOptions, TenexPass } from './run-passes.ts';

export interface MissingMember {
  readonly key: string;
  readonly json: string;
  readonly note: string;
}

export function membersToSupply(has: (key: string) => boolean, body: Value, options: TenexOptions): MissingMember[] {
  const found: MissingMember[] = [];
  if (!has('id')) found.push({ key: 'id', json: quote(options.id), note: 'gets the id of its file name' });
  if (!has('title')) found.push(missingTitle(body, options));
  if (!has('phase')) found.push(phaseOf(body, options));
  if (!has('metadata')) found.push({ key: 'metadata', json: '{}', note: 'gets empty metadata' });
  return found;
}

function missingTitle(body: Value, { title }: TenexOptions): MissingMember {
  if (title !== null) return { key: 'title', json: quote(title), note: `gets the title of its index entry` };
  const tagged = rootTitle(body);
  if (tagged !== null) return { key: 'title', json: quote(tagged), note: `gets the title that its first event names` };
  return { key: 'title', json: quote(UNTITLED), note: `gets the title "${UNTITLED}", as TENEX gives it` };
}

/** The title that TENEX gives if the first event has none. */
const UNTITLED = 'Untitled Conversation';

function phaseOf(body: Value, { phase }: TenexOptions): MissingMember {
  if (phase !== null && isPhase(phase)) return supplyPhase(phase.toLowerCase(), 'of its index entry');
  const to = objectElements(body, 'phaseTransitions')
    .map((each) => lastValue(each, 'to'))
    .findLast((each) => isString(each) && isPhase(textOf(each)));
  if (to !== undefined && to !== null) return supplyPhase(textOf(to).toLowerCase(), 'that its last transition went to');
  return supplyPhase('chat', 'that every conversation begins with');
}

function supplyPhase(phase: string, words: string): MissingMember {
  return { key: 'phase', json: quote(phase), note: `gets the phase ${phase}, the one ${words}` };
}

function rootTitle(body: Value): string | null {
  const history = lastValue(body, 'history');
  const first = firstElement(history);
  const tags: unknown = isString(first) ? decodeEvent(textOf(first)).event?.tags : null;
  const tag: unknown = Array.isArray(tags) ? tags.find((each) => Array.isArray(each) && each[0] === 'title') : null;
  const title: unknown = Array.isArray(tag) ? tag[1] : null;
  return typeof title === 'string' && title !== '' ? title : null;
}

/** Removes `null` where TENEX takes a value or absence, but not null (docs/formats/tenex.md, "Schemas"). */
export const nullsPass: TenexPass = ({ body }) => {
  if (body === null) return null;
  const edits: Edit[] = [];
  const names: string[] = [];
  for (const { object, optional } of nullables(body)) {
    const keys = nullKeys(object, optional);
    if (keys.length === 0) continue;
    addAll(edits, removeMembers(object, keys));
    addAll(names, keys.map(textOf));
  }
  if (edits.length === 0) return null;
  return {
    codes: ['TX101'],
    edits,
    notes: [`leaves out ${countedNames(names)}: null there says no more than nothing`],
  };
};

/** Keys of null members, for names whose last value is null, as JSON.parse returns it. Removing them uncovers an earlier value. */
function nullKeys(object: Value, optional: readonly string[]): Value[] {
  const names = optional.filter((name) => isNull(lastValue(object, name)));
  if (names.length === 0) return [];
  return members(object)
    .filter(({ key, value }) => isNull(value) && names.includes(textOf(key)))
    .map(({ key }) => key);
}

function countedNames(names: readonly string[]): string {
  return Array.from(countEach(names), ([name, count]) => (count === 1 ? name : `${count} times ${name}`)).join(', ');
}

export const phaseCasePass: TenexPass = ({ body }) =>
  renamePhase('TX102', body, (text) => (isPhase(text) ? text.toLowerCase() : null));

/** Renames `review` to its name since July 2025, or to the one given. */
export const phaseReviewPass: TenexPass = ({ body }, options) =>
  renamePhase('TX103', body, (text) => (isReview(text) ? (mappedPhase(text, options) ?? 'verification') : null));

export function renamedPhases(
  name: (text: string, options: TenexOptions) => string | null,
  ask: (nameless: string) => string,
): TenexPass {
  return ({ body }, options) => {
    const unknown = (body === null ? [] : phaseSites(body)).map(textOf).filter((text) => !isPhase(text));
    const nameless = unknown.find((text) => name(text, options) === null);
    if (nameless !== undefined) return refused({ codes: ['TX104'], reason: ask(nameless) });
    return renamePhase('TX104', body, (text) => (isPhase(text) ? null : name(text, options)));
  };
}

export const phaseNames = renamedPhases(mappedPhase, nameIt);

/** True for `review` in any case, which is `verification` today. */
export function isReview(text: string): boolean {
  return text.toLowerCase() === 'review';
}

function renamePhase(code: Code, body: Value | null, name: (text: string) => string | null): ReturnType<TenexPass> {
  if (body === null) return null;
  const changes = phaseSites(body).flatMap((site) => {
    const text = textOf(site);
    const next = name(text);
    if (next === null || next === text) return [];
    return { edit: replaceValue(site, quote(next)), words: `${JSON.stringify(text)} becomes ${next}` };
  });
  if (changes.length === 0) return null;
  const counts = countEach(changes.map(({ words }) => words));
  const notes = [...counts].map(([words, count]) => `the phase ${words}${count === 1 ? '' : ` in ${count} places`}`);
  return { codes: [code], edits: changes.map(({ edit }) => edit), notes };
}

export function mappedPhase(text: string, { mapPhase }: Pick<TenexOptions, 'mapPhase'>): string | null {
  const name = mapPhase.get(text.toLowerCase())?.toLowerCase() ?? null;
  return name !== null && isPhase(name) ? name : null;
}

function nameIt(text: string): string {
  const option = JSON.stringify(`${text.toLowerCase()}=NAME`);
  return `has the phase ${JSON.stringify(shortened(text))}, which TENEX does not know: say what it is to be with --map-phase ${option} (${PHASES.join(', ')})`;
}
