import type { Edit } from '../../../../codecs/edit.ts';
import { changeMembers } from '../../../../codecs/json/edits.ts';
import { isText, lexemeOf, type Member, members, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import type { FileRepair } from '../../../engine/passes.ts';
import { short } from '../../../some.ts';
import type { DecodedFnord } from '../../read/decode.ts';

/**
 * The step from v0 to v1: `T:{rest` becomes `{"version":1,"timestamp":T,rest`, and a `timestamp` or `version` of the body's
 * own goes, because only the prefix counts and no key may stand twice (docs/formats/fnord.md, "Rewriting").
 */
export function toV1(
  { bytes }: DecodedFnord,
  body: Value,
  prefix: { readonly start: number; readonly end: number },
): FileRepair {
  const all = members(body);
  const own = ownTimes(all);
  const rest = all.length > own.length;
  const end = spanOf(body).start + 1;
  const time = Buffer.from(bytes.subarray(prefix.start, prefix.end))
    .toString('latin1')
    .replace(/^0+(?=\d)/, '');
  const head = { at: 0, remove: end, insert: Buffer.from(`{"version":1,"timestamp":${time}${rest ? ',' : ''}`) };
  const notes = own.map(
    ({ key, value }) =>
      `drops the ${textOf(key)} ${short(lexemeOf(value), 40)} inside the document, which fnord never read`,
  );
  return { edits: [head, ...changeMembers(body, { remove: own.map(({ key }) => key) })], notes };
}

/** The step back: `{"version":1,"timestamp":T,rest` becomes `T:{rest`; `seconds` is T. */
export function toV0(body: Value, seconds: number): FileRepair {
  const own = ownTimes(members(body));
  const ours = own.length === 2 ? headLength(body) : 0;
  if (ours > 0) return { edits: [{ at: 0, remove: ours, insert: Buffer.from(`${seconds}:{`) }], notes: [] };
  const head: Edit = { at: 0, remove: spanOf(body).start, insert: Buffer.from(`${seconds}:`) };
  const isFirst = ({ key }: Member, i: number) => own.findIndex((each) => textOf(each.key) === textOf(key)) === i;
  const lost = own.filter((each, i) => !isFirst(each, i) || !isUsual(each));
  const notes = lost.map(
    ({ key, value }) => `drops the ${textOf(key)} ${short(lexemeOf(value), 40)}, which v0 has no place for`,
  );
  return { edits: [head, ...changeMembers(body, { remove: own.map(({ key }) => key) })], notes };
}

/** Bytes of a head as `toV1` writes it, so that the step back gives the very bytes that were there; 0 for another. */
function headLength({ tape: { bytes } }: Value): number {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return /^\{"version":1,"timestamp":(?:0|[1-9]\d*)(?:,|(?=[\s}]))/.exec(start)?.[0].length ?? 0;
}

function ownTimes(all: readonly Member[]): Member[] {
  return all.filter(({ key }) => isText(key, 'timestamp') || isText(key, 'version'));
}

function isUsual({ key, value }: Member): boolean {
  return textOf(key) === 'timestamp' || lexemeOf(value) === '1';
}
