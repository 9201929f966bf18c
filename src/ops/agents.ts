import type { Subagent, View, WithSubagents } from '../model/conversation.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { ReadContext } from './reading.ts';
import { type ShownConversation, showEach } from './show.ts';
import type { Coverage } from './survey/coverage.ts';
import type { SurveyOptions } from './survey/survey.ts';

/** Conversations with subagents. What cannot be read is added to `coverage`. */
export async function* withSubagents(
  reading: ReadContext,
  options: SurveyOptions & { readonly wanted: (view: View) => boolean },
  coverage: Coverage,
): AsyncGenerator<WithSubagents> {
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].subagents);
  for await (const shown of showEach({ ...reading, sites }, options, coverage)) {
    const ids = shown.subagents();
    if (ids.length > 0 && options.wanted(shown.conversation))
      yield { conversation: shown.conversation, subagents: ids.map((id) => subagentOf(shown, id)) };
  }
}

function subagentOf({ transcript }: ShownConversation, id: string): Subagent {
  let asked: string | null = null;
  let messages = 0;
  for (const { role, type, text } of transcript({ agent: id }).messages) {
    messages++;
    if (asked === null && role === 'user' && type === 'text') asked = text;
  }
  return { id, asked, messages };
}
