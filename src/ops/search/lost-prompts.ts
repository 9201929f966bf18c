import { orNull } from '../../io/disk/error-code.ts';
import { storeView } from '../../io/disk/store-view.ts';
import { addAll } from '../../model/collections.ts';
import { type Conversation, NOTHING_BESIDE } from '../../model/conversation.ts';
import type { LostConversation } from '../../model/lost.ts';
import type { ByteFilter } from '../../stores/engine/search/byte-filter.ts';
import type { Document, Site } from '../../stores/kind.ts';
import { lostConversation, lostConversations, promptFilesOf, tracesOf } from '../lost.ts';
import type { ReadContext } from '../reading.ts';
import type { SurveyOptions } from '../survey/survey-options.ts';

interface LostPrompts {
  readonly conversation: Conversation;
  readonly document: Document;
}

interface LostFilter {
  readonly filter: ByteFilter | null;
  readonly wants?: ((lost: LostConversation) => boolean) | undefined;
}

/** Prompts of conversations whose files are gone. Reads only histories of prompts that `filter` accepts. */
export async function lostPrompts(
  reading: ReadContext,
  options: SurveyOptions,
  { filter, wants = () => true }: LostFilter,
): Promise<LostPrompts[]> {
  const gone: LostConversation[] = [];
  // Otherwise each shard would report all of them.
  for (const site of options.select.filter === null ? reading.sites : []) {
    const traces = await tracesOf(reading, site);
    if (traces === null) continue;
    const files = promptFilesOf(reading, site, traces).map(({ path }) => path);
    const pastes = traces.pasteFiles?.(storeView(reading.disk, site.root).namesAt) ?? [];
    if (![...files, ...pastes].some((path) => mayHold(reading, site, path, filter))) continue;
    addAll(gone, await lostConversations(reading, { site, traces, unreadablePaths: [] }, options));
  }
  // A stub is a session of its own, which shows the prompts.
  const those = gone.filter((each) => each.prompts.length > 0 && each.stub === undefined && wants(each));
  return those.map(promptsOf);
}

/** True if the history may match, and for one that cannot be read, which has its own finding. */
function mayHold({ disk }: ReadContext, { root }: Site, path: string, filter: ByteFilter | null): boolean {
  const isIn = orNull(() => {
    const source = storeView(disk, root).sourceAt(path);
    if (source === null) return false;
    // Reading a byte shows whether it can be read.
    source.slice(0, 1);
    return filter?.({ path, bytes: null, source, size: source.size }) ?? true;
  });
  return isIn ?? false;
}

function promptsOf(each: LostConversation): LostPrompts {
  const conversation = lostConversation(each);
  const messages = each.prompts.map(({ text, time }, index) => {
    const when = time === null ? {} : { time };
    return { index, at: '', role: 'user', type: 'text', text, ...when, hidden: false } as const;
  });
  const bytes = messages.reduce((all, { text }) => all + text.length, 0);
  const document: Document = {
    id: each.id,
    conversations: [{ ...conversation, bytes }],
    facts: () => null,
    findings: () => [],
    transcript: () => ({ messages, ...NOTHING_BESIDE }),
  };
  return { conversation, document };
}
