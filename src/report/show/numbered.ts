import { isHiddenThought, type Message } from '../../model/conversation.ts';
import { entriesText, numberText } from '../text.ts';

/** Texts, calls and results, which have a number each. */
export interface NumberedCounts {
  readonly count: number;
  /** Number of these that are not sent. */
  readonly hidden: number;
  /** Number of hidden ones that are thinking, which a view shows in full. */
  readonly thoughts: number;
  /** Number of all that were sent but are on no screen. */
  readonly offScreen: number;
}

export class NumberedTally implements NumberedCounts {
  count = 0;
  hidden = 0;
  thoughts = 0;
  offScreen = 0;

  add(message: Message): void {
    const { hidden, offScreen = false } = message;
    this.count++;
    if (isHiddenThought(message)) this.thoughts++;
    if (hidden) this.hidden++;
    else if (offScreen) this.offScreen++;
  }
}

/** Counts up to `max` and the next one. */
export function countNumbered(messages: Iterable<Message>, max: number): NumberedCounts {
  const tally = new NumberedTally();
  for (const each of messages) {
    tally.add(each);
    if (tally.count > max) break;
  }
  return tally;
}

/** Text of the counts, including hidden ones, which heads and lists do not count. */
export function numberedText({ count, hidden, offScreen }: NumberedCounts): string {
  const among = [
    ...(hidden === 0 ? [] : [`${numberText(hidden)} of them hidden`]),
    ...(offScreen === 0 ? [] : [`${numberText(offScreen)} on no screen`]),
  ];
  return [entriesText(count), ...among].join(', ');
}

export function unseenText({ hidden, offScreen }: NumberedCounts): string {
  if (offScreen === 0) return hidden === 0 ? '' : entriesText(hidden, 'hidden ');
  const onNoScreen = `${hidden === 0 ? entriesText(offScreen) : numberText(offScreen)} on no screen`;
  return hidden === 0 ? onNoScreen : `${entriesText(hidden, 'hidden ')} and ${onNoScreen}`;
}
