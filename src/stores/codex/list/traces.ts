import { member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { isUuid } from '../../../model/id-word.ts';
import { historyFile, historyRecords, secondsIn } from '../../engine/typed-prompts.ts';
import type { Traces, TypedPrompt } from '../../kind.ts';
import { SESSIONS } from '../layout/layout.ts';
import { fieldText } from '../read/meta.ts';

export const codexTraces: Traces = {
  folders: {},
  promptFiles: historyFile,
  promptsIn: codexPrompts,
  scopeOf: () => '',
  isId: isUuid,
  // The name of a rollout begins with its time, in the program's zone.
  pathOf: () => SESSIONS,
  naming: () => [],
  roles: { itself: ['rollout', 'rollout-zst', 'archived', 'archived-zst', 'document'], agent: [] },
  agentAt: () => null,
};

/** Prompts of the history that the program offers on a terminal. */
export function* codexPrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = fieldText(prompt, 'session_id');
    if (id === null || !wanted(id)) continue;
    const text = fieldText(prompt, 'text') ?? '';
    yield { id, text, folder: null, time: secondsIn(member(prompt, 'ts'), 1), isCommand: text.startsWith('/') };
  }
}
