import { isArray, isObject, kindOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { wholeIn } from '../../../engine/faults/torn.ts';
import { atFault, atValue, type FileFinding } from '../../../file-finding.ts';
import { kindName } from '../../../kind-name.ts';
import type { Log, LogMessage } from '../../read/log.ts';
import type { JsonFile } from '../../read/r-json.ts';
import { jsonTroubles, raoFault, savedTroubles } from '../texts.ts';
import { callTroubles } from './calls.ts';
import { type Entries, isNothing, LogEntry } from './entry.ts';
import { MessageLook } from './message-look.ts';
import { answerTroubles, idTroubles, relationTroubles } from './references.ts';
import { raoKeyTroubles, shapeTroubles } from './shapes.ts';

/** See docs/formats/rao.md, "Log"; `entries` is null if all are plain. */
export function* logTroubles(log: Log, entries: Entries | null): Generator<FileFinding> {
  const { file } = log;
  if (file === null) return;
  const fault = raoFault(file);
  if (fault !== null) yield atFault(isTornEarly(log, fault.type) ? 'RA056' : FAULTS[fault.type], fault);
  yield* jsonTroubles(file);
  yield* savedTroubles(file);
  if (fault !== null || file.root === null) return;
  if (log.rootKind !== 'array') yield rootTrouble(log, file.root);
  else if (entries !== null) yield* listTroubles(log, entries, oddOnes(entries.all, file));
}

const FAULTS = {
  empty: 'RA001',
  torn: 'RA002',
  rest: 'RA003',
  grammar: 'RA004',
  comma: 'RA005',
  'bare number': 'RA006',
  'utf-8': 'RA007',
} as const satisfies Record<string, Code>;

/** Without a whole message there is nothing to close the list around. */
function isTornEarly({ file }: Log, fault: keyof typeof FAULTS): boolean {
  const root = file?.root ?? null;
  return fault === 'torn' && (root === null || (isArray(root) && wholeIn(root).length === 0));
}

function rootTrouble({ rootKind }: Log, root: Value): FileFinding {
  if (rootKind === 'null') return atValue('RA014', root, '', 'has null in place of an empty list');
  if (rootKind !== 'object') return atValue('RA009', root, '', `has ${kindName(root)} in place of a list`);
  if (isNothing(root)) return atValue('RA015', root, '', 'has an empty object in place of a list');
  return atValue('RA008', root, '', 'has an object in place of a list');
}

function* listTroubles(log: Log, entries: Entries, odd: Iterable<LogEntry>): Generator<FileFinding> {
  yield* itemTroubles(log.eachMessage());
  yield* idTroubles(entries);
  yield* raoKeyTroubles(odd);
  yield* shapeTroubles(odd);
  yield* callTroubles(odd);
  yield* relationTroubles(entries);
  yield* answerTroubles(entries.all);
}

/** Messages that may have a fault of their own; generated anew for each pass. */
function oddOnes(all: Iterable<LogEntry>, { tape }: JsonFile): Iterable<LogEntry> {
  const look = new MessageLook(tape);
  const [indexes, tokens]: [number[], number[]] = [[], []];
  for (const { index, value } of all) {
    if (look.isPlain(value.at)) continue;
    indexes.push(index);
    tokens.push(value.at);
  }
  return {
    *[Symbol.iterator]() {
      for (const [n, at] of tokens.entries()) yield new LogEntry(indexes[n] as number, { tape, at });
    },
  };
}

/** Items that are not messages. */
function* itemTroubles(items: Iterable<LogMessage>): Generator<FileFinding> {
  for (const { value, index } of items) {
    if (isObject(value)) continue;
    const detail = `has ${kindName(value)} among its messages`;
    if (kindOf(value) === 'null' || isArray(value)) yield atValue('RA102', value, `/${index}`, detail);
    else yield atValue('RA101', value, `/${index}`, detail);
  }
}
