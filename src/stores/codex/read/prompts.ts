import type { Source } from '../../../codecs/lines/source.ts';
import { historyRecords, secondsIn } from '../../engine/prompts/typed-prompts.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';

/** Prompts in the history, which the program offers on a terminal. */
export function* codexPrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = textAt(prompt, 'session_id');
    if (id === null || !wanted(id)) continue;
    const text = textAt(prompt, 'text') ?? '';
    yield { id, text, folder: null, time: secondsIn(lastValue(prompt, 'ts'), 1), isCommand: text.startsWith('/') };
  }
}
