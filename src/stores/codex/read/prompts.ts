import type { Source } from '../../../codecs/lines/source.ts';
import { historyRecords, secondsIn } from '../../engine/prompts/typed-prompts.ts';
import { lastValue } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';
import { fieldText } from './meta.ts';

/** Prompts in the history, which the program offers on a terminal. */
export function* codexPrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = fieldText(prompt, 'session_id');
    if (id === null || !wanted(id)) continue;
    const text = fieldText(prompt, 'text') ?? '';
    yield { id, text, folder: null, time: secondsIn(lastValue(prompt, 'ts'), 1), isCommand: text.startsWith('/') };
  }
}
