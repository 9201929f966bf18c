import type { Finding } from '../../../../model/finding.ts';
import { about, type Trouble } from '../../../trouble.ts';
import type { Facts, FolderFact } from '../../facts.ts';
import { type Numbers, numbersOf } from './numbers.ts';

/** What is wrong with folders and their numbers, in a store that was seen whole. */
export function* folderFindings(facts: Facts): Generator<Finding> {
  const numbers = numbersOf(facts);
  for (const fact of facts.folders)
    if (fact.state === 'active') for (const trouble of numberTroubles(fact)) yield placedAt(fact, trouble);
  yield* topFindings(numbers);
}

function* numberTroubles({ id, number }: FolderFact): Generator<Trouble> {
  if (number === null) yield about('RA322', 'crashes', 'has a number that is too large for R');
  else if (String(number) !== id)
    yield about('RA320', 'drops', `is listed as ${number}, but Rao opens conversation_${number}`);
  else if (number === 0) yield about('RA321', 'reads', 'has the number 0');
}

function* topFindings({ top }: Numbers): Generator<Finding> {
  if (top === null) return;
  if (top.empty === null)
    yield placedAt(
      top,
      about(
        'RA330',
        'crashes',
        'has the highest number and a log that cannot be read: no new conversation can be created',
      ),
    );
  else if (top.empty && (top.messages ?? 0) > 0)
    yield placedAt(
      top,
      about('RA331', 'overwrites', 'has the highest number and counts as empty: the next new conversation wipes it'),
    );
}

function placedAt({ id, path }: FolderFact, trouble: Trouble): Finding {
  return { id, path, ...trouble };
}
