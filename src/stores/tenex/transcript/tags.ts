import type { Tag } from '../../../model/conversation.ts';
import type { NostrEvent } from '../decode/events/event.ts';

/** What a person may not want to pass on: whole prompts and answers of a model (docs/formats/tenex.md, "Tags"). */
const SENSITIVE = new Set(['llm-system-prompt', 'llm-user-prompt', 'llm-raw-response']);

/** The tags of an event, whatever they hold; sensitive ones hidden. */
export function tagsOf({ tags }: Pick<NostrEvent, 'tags'>): Tag[] {
  if (!Array.isArray(tags)) return [];
  return tags.filter(Array.isArray).map((tag: readonly unknown[]) => {
    const values = tag.map(textFor);
    return { values, hidden: SENSITIVE.has(values[0] ?? '') };
  });
}

/** The first value of the first tag of a name; null when there is none. */
export function tagValue(tags: readonly Tag[], name: string): string | null {
  const found = tags.find(({ values }) => values[0] === name);
  return found === undefined ? null : (found.values[1] ?? '');
}

/** A text as it is, anything else as JSON. */
export function textFor(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested deeper than the stack holds.
    return '';
  }
}
