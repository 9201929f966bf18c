import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { isObject, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Diff, Diffs } from '../../decode/diffs.ts';
import { keyOfText } from '../log/id-key.ts';
import { some } from '../some.ts';
import {
  foreignIndex,
  placesIn,
  savedFileTroubles,
  strangeEntries,
  strangeObject,
  strangeRoot,
} from './json-companion.ts';
import type { Known } from './known.ts';

/** What is wrong with `conversation_diffs.json`; `number` is that of its conversation, `known` null when the log cannot be read. */
export function* diffsTroubles(diffs: Diffs, number: number | null, known: Known | null): Generator<Trouble> {
  const { file, sections, entries } = diffs;
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file);
  if (strange !== null) yield strange;
  for (const name of ['diffs', 'diffs_by_msg_id'] as const) yield* sectionTroubles(sections[name], `/${name}`);
  yield* olderKey(diffs);
  for (const entry of entries) yield* entryTroubles(entry, number, known);
}

function* sectionTroubles(section: Value | null, at: string): Generator<Trouble> {
  if (section === null) return;
  const strange = strangeObject(section, at, 'diffs');
  if (strange !== null) yield strange;
  else if (isObject(section)) yield* strangeEntries(placesIn(section, at));
}

function* olderKey({ sections, entries }: Diffs): Generator<Trouble> {
  const older = sections.diffs_by_msg_id;
  const under = entries.filter(({ section }) => section === 'diffs_by_msg_id');
  if (older === null || under.length === 0) return;
  const seen = new Set(entries.flatMap(({ hidden, name }) => (hidden ? [] : [name])));
  const lost = under.flatMap(({ name }) => (seen.has(name) ? [] : [name]));
  const at = '/diffs_by_msg_id';
  yield lost.length === 0
    ? atValue('RA130', older, at, 'rewrites', 'has its diffs under the older key')
    : atValue('RA131', older, at, 'reads', `has diffs that Rao does not see, under the older key: ${some(lost)}`);
}

function* entryTroubles(entry: Diff, number: number | null, known: Known | null): Generator<Trouble> {
  if (!isObject(entry.value)) return;
  const at = `/${entry.section}${pointerStep(entry.name)}`;
  yield* foreignIndex(entry.conversationIndex, at, number);
  if (known === null || known.edits.has(keyOfText(entry.name))) return;
  const detail = `has diffs of ${entry.name.slice(0, 20)}, which is no edit`;
  yield atValue('RA230', entry.key, at, 'reads', detail);
}
