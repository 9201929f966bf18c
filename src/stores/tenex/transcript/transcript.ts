import { elements, isArray, isString, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import type { Decoded } from '../decode/decoded.ts';
import { eventAt } from './event-at.ts';
import { partiesOf } from './parties.ts';
import { saidBy } from './said.ts';
import { saidLater } from './said-later.ts';
import { sectionsOf, wholeSource } from './sections.ts';

/** A conversation as its people and agents had it; of a damaged or an older one what is there. */
export function transcriptOf({ history, members }: Pick<Decoded, 'history' | 'members'>): Transcript {
  const later = members.get('messages');
  const messages = history === null && isArray(later) ? fromMessages(later) : fromHistory(history, members);
  return {
    messages,
    metadata: { source: metadataSource(members.get('metadata')) },
    // TENEX keeps neither.
    memory: { source: '[]' },
    tasks: { source: '{}' },
    sections: sectionsOf(members),
  };
}

/** Null where the file is cut inside it. */
function metadataSource(metadata: Value | undefined): string {
  return metadata === undefined ? '{}' : (wholeSource(metadata) ?? 'null');
}

function fromHistory(history: Value | null, members: Decoded['members']): Message[] {
  if (history === null) return [];
  const parties = partiesOf(history, members);
  return elements(history).map((value, index) => {
    const source = () => (isString(value) ? textOf(value) : lexemeOf(value));
    return { index, at: `/history/${index}`, ...saidBy(eventAt(value), source, parties) };
  });
}

function fromMessages(list: Value): Message[] {
  return elements(list).map((value, index) => ({ index, at: `/messages/${index}`, ...saidLater(value) }));
}
