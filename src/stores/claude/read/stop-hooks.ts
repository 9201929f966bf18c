import type { Value } from '../../../codecs/json/value.ts';
import { textAt } from '../../engine/text-at.ts';
import { asideIn } from './asides.ts';
import type { SaidInBlock } from './blocks.ts';
import { lastValue } from './last-value.ts';

/** Pairs the records of hooks at the end of a turn, in their order, with the summary behind them, which repeats their words. */
export class StopHooks {
  #said: string[] = [];

  /** Takes in what another record says. */
  note(record: Value, said: readonly SaidInBlock[]): void {
    const isOfHook = STOPS.has(textAt(lastValue(record, 'attachment'), 'hookEvent') ?? '');
    for (const { text } of said) if (text !== null && (isOfHook || text.startsWith(FEEDBACK))) this.#said.push(text);
  }

  /** The words of a summary that no record before it has; null for any other record. */
  summaryIn(record: Value): readonly SaidInBlock[] | null {
    if (textAt(record, 'subtype') !== SUMMARY) return null;
    const said = this.#said;
    this.#said = [];
    return asideIn(record, (words) => said.some((each) => each.includes(words)));
  }
}

const SUMMARY = 'stop_hook_summary';
const STOPS: ReadonlySet<string> = new Set(['Stop', 'SubagentStop']);
const FEEDBACK = 'Stop hook feedback:';
