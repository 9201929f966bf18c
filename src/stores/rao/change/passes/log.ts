import { resolve } from '../../../../codecs/json/pointer.ts';
import type { Value } from '../../../../codecs/json/value.ts';
import type { Finding } from '../../../../model/finding.ts';
import { claimedIds } from './claimed.ts';
import { asText, closedText } from './log/call-arguments.ts';
import { withAllIds, withNumberIds } from './log/ids.ts';
import { emptied, listed, withoutSecondPending, withoutStrangers } from './log/items.ts';
import { unboxed, withBooleans, withoutBlank, withRelations } from './log/values.ts';
import { inLog, inMessages, type RaoPass } from './pass.ts';
import { type FileRepair, together } from './repair.ts';

/** What puts the messages of a log in order, once it is JSON. */
export const MESSAGES: readonly RaoPass[] = [
  inLog(['RA014', 'RA015'], emptied),
  inLog(['RA008'], listed),
  inMessages(['RA101', 'RA102'], (log) => withoutStrangers(log)),
  inLog(['RA112', 'RA126'], (top, found) => eachOf(top, found, unboxed)),
  inMessages(['RA105'], (log) => withNumberIds(log)),
  inMessages(['RA103', 'RA104'], (log, _places, files) => withAllIds(log, claimedIds(files))),
  inMessages(['RA113'], withBooleans),
  inMessages(['RA117'], (log, places) => withoutBlank(log, places, 'role')),
  inMessages(['RA119'], (log, places) => withoutBlank(log, places, 'original_query')),
  inMessages(['RA203', 'RA204', 'RA205'], withRelations),
  inLog(['RA122', 'RA123'], (top, found) => eachOf(top, found, asText)),
  inLog(['RA120'], (top, found) => eachOf(top, found, closedText)),
  inMessages(['RA213'], (log) => withoutSecondPending(log)),
];

/** A repair of each value that findings point at. */
function eachOf(
  top: Value,
  found: readonly Finding[],
  repair: (value: Value) => FileRepair | string,
): FileRepair | string {
  const pointers = new Set(found.flatMap(({ at }) => at ?? []));
  const repairs: FileRepair[] = [];
  for (const pointer of pointers) {
    const value = resolve(top, pointer);
    const done = value === null ? null : repair(value);
    if (typeof done === 'string') return `${done} (at ${pointer})`;
    if (done !== null) repairs.push(done);
  }
  return together(repairs);
}
