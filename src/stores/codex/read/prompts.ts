import { member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { historyRecords, secondsIn } from '../../engine/prompts/typed-prompts.ts';
import type { TypedPrompt } from '../../kind.ts';
import { fieldText } from './meta.ts';

/** Prompts of the history that the program offers on a terminal. */
export function* codexPrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = fieldText(prompt, 'session_id');
    if (id === null || !wanted(id)) continue;
    const text = fieldText(prompt, 'text') ?? '';
    yield { id, text, folder: null, time: secondsIn(member(prompt, 'ts'), 1), isCommand: text.startsWith('/') };
  }
}
