import type { Edit } from '../../../../codecs/edit.ts';
import { isArray, isObject, type Member, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { bracketOf, type Cut, cutOf } from '../../../engine/torn.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { faultOf } from './fault.ts';
import { type Missing, missing } from './missing.ts';
import type { TenexPass } from './pass.ts';

/**
 * Closes a document that ends before its time: every event and every section that is whole before the cut stays, of the section
 * that was cut its whole entries too, and what TENEX cannot do without is supplied.
 */
export const torn: TenexPass = (document, hints) => {
  const { body, bytes } = document;
  if (body === null || faultOf(document)?.code !== 'TX006') return null;
  const codes = ['TX006'] as const;
  const cut = cutOf(body, standsAlone);
  if (!keepsHistory(cut)) return { codes, reason: 'is torn so early that none of its events is whole' };
  const supplied = missing((key) => present(cut, key), body, hints);
  const edit: Edit = { at: cut.at, remove: bytes.length - cut.at, insert: ending(body, cut, supplied) };
  return { codes, edits: [edit], notes: [...notesOf(document, cut), ...supplied.map(({ note }) => note)] };
};

/** Half of these sections is of use: their entries do not depend on each other. */
function standsAlone({ key, value }: Member): boolean {
  const lists = ['history', 'phaseTransitions', 'orchestratorTurns'];
  return isArray(value)
    ? lists.includes(textOf(key))
    : ['agentStates', 'metadata'].includes(textOf(key)) && isObject(value);
}

function keepsHistory(cut: Cut): boolean {
  if (cut.section !== null && textOf(cut.section.key) === 'history') return cut.entries > 0;
  return present(cut, 'history');
}

function present({ whole, section }: Cut, key: string): boolean {
  return whole.some((each) => textOf(each.key) === key) || (section !== null && textOf(section.key) === key);
}

/** What closes the document, set off as its beginning is. */
function ending(body: Value, { section, entries, whole }: Cut, supplied: readonly Missing[]): Uint8Array {
  const gap = gapOf(body);
  const colon = gap === '' ? ':' : ': ';
  const bracket = section === null ? '' : bracketOf(section.value);
  const inner = section === null ? '' : `${entries === 0 ? '' : gap}${bracket}`;
  const first = whole.length === 0 && section === null;
  const added = supplied.map(({ key, json }, i) => `${first && i === 0 ? '' : ','}${gap}"${key}"${colon}${json}`);
  return Buffer.from(`${inner}${added.join('')}${gap === '' ? '' : '\n'}}`);
}

/** The white space before the first key. */
function gapOf(body: Value): string {
  const { start } = spanOf(body);
  const text = Buffer.from(body.tape.bytes.subarray(start + 1, start + 65)).toString('latin1');
  return /^\r?\n[ \t]*/.exec(text)?.[0] ?? '';
}

function notesOf({ bytes }: Decoded, { at, section, entries, whole }: Cut): string[] {
  const gone = bytes.length - at;
  const name = section === null ? null : textOf(section.key);
  return [
    ...(name === null ? [] : [`was cut in its ${name}: keeps ${count(entries, 'whole entry', 'whole entries')} there`]),
    ...(gone === 0 ? [] : [`leaves out ${count(gone, 'byte', 'bytes')} from byte ${at} on`]),
    ...lost([...whole.map(({ key }) => textOf(key)), ...(name === null ? [] : [name])]),
  ];
}

/** Sections in the order in which TENEX writes them. */
const SECTIONS = ['agentStates', 'metadata', 'phaseTransitions', 'orchestratorTurns', 'executionTime'];

function lost(found: readonly string[]): string[] {
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return absent.length === 0 ? [] : [`has no ${absent.join(', ')} before the cut: what stood behind it is lost`];
}
