import { pointersOf } from '../../../../codecs/json/pointers.ts';
import { KIND, type Tape, TOKEN } from '../../../../codecs/json/tape.ts';
import { isInteger, lexemeOf, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import { short } from '../some.ts';

/** Numbers that are others once JavaScript has read them; `loads` says whether TENEX reads the document at all. */
export function* numberTroubles(tape: Tape, loads: boolean): Generator<Trouble> {
  const found = longNumbers(tape).filter(isChanged);
  const pointers = pointersOf(found);
  for (const value of found) {
    const at = pointers.get(value.at) ?? '';
    const lexeme = short(lexemeOf(value));
    if (Number.isFinite(Number(lexemeOf(value))))
      yield atValue(
        'TX016',
        value,
        at,
        'rewrites',
        `has the number ${lexeme}, which becomes ${Number(lexemeOf(value))}`,
      );
    else if (loads && NEEDED.test(at))
      yield atValue(
        'TX015',
        value,
        at,
        'rewrites',
        `has the number ${lexeme} where the next load needs one: it becomes null`,
      );
    else yield atValue('TX014', value, at, 'rewrites', `has the number ${lexeme}, which becomes null`);
  }
}

/** Where TENEX takes nothing but a number: it writes null there, and then refuses what it wrote. */
const NEEDED = new RegExp(
  `^/(?:${[
    'phaseStartedAt',
    'agentStates/[^/]+/lastProcessedMessageIndex',
    'phaseTransitions/\\d+/timestamp',
    'orchestratorTurns/\\d+/(?:completions/\\d+/)?timestamp',
    'executionTime/(?:totalSeconds|currentSessionStart|lastUpdated)',
  ].join('|')})$`,
);

/** Digits that no double loses, and the fewest characters of a number beyond all doubles. */
const SAFE_DIGITS = 15;
const SHORTEST_OVERFLOW = 4;

function longNumbers(tape: Tape): Value[] {
  const found: Value[] = [];
  const shortest = tape.overflow < 0 ? SAFE_DIGITS + 1 : SHORTEST_OVERFLOW + 1;
  for (let at = 0; at < tape.count; at++) {
    const word = at * TOKEN;
    const length = (tape.words[word + 2] ?? 0) - (tape.words[word + 1] ?? 0);
    if (length >= shortest - 1 && ((tape.words[word] ?? 0) & 7) === KIND.number) found.push({ tape, at });
  }
  return found;
}

function isChanged(value: Value): boolean {
  const lexeme = lexemeOf(value);
  const number = Number(lexeme);
  if (!Number.isFinite(number)) return true;
  return isInteger(value) && lexeme.length > SAFE_DIGITS && BigInt(number) !== BigInt(lexeme);
}
