import { lexemeOf, members, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { historyRecords, secondsIn } from '../../engine/prompts/typed-prompts.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';

/** Prompts of the history that the program offers on a terminal; old lines of it name no session. */
export function* claudePrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = textAt(prompt, 'sessionId');
    if (id === null || !wanted(id)) continue;
    const text = withPasted(textAt(prompt, 'display') ?? '', prompt);
    const time = secondsIn(lastValue(prompt, 'timestamp'), 1000);
    yield { id, text, folder: textAt(prompt, 'project'), time, isCommand: text.startsWith('/') };
  }
}

/** The program shows long pasted texts as `[Pasted text #1 +11 lines]`. */
const PASTED = /\[Pasted text #(\d+)[^\]]*\]/g;

function withPasted(display: string, prompt: Value): string {
  if (!display.includes('[Pasted text #')) return display;
  const contents = new Map(
    members(lastValue(prompt, 'pastedContents')).flatMap(({ value }) => {
      const id = lastValue(value, 'id');
      const content = textAt(value, 'content');
      return id === null || content === null ? [] : [[lexemeOf(id), content]];
    }),
  );
  return display.replace(PASTED, (shown, id: string) => contents.get(id) ?? shown);
}
