import { namesOf } from '../../stores/rao/reader.ts';
import type { KindLab } from './kind-lab.ts';

/** The index that a kind shares among conversations, and a save of it by its owner that has nothing to do with a run. */
export interface OwnerSave {
  /** Absolute, in the lab. */
  readonly path: string;
  /** The index as it is once the owner has saved it again. */
  save(text: string): string;
  /** Is what the owner changed still in it? */
  holds(text: string): boolean;
  /** What it says, apart from an order that means nothing to the owner. */
  says(text: string): string;
}

/** How the owner of a lab's store saves its index. */
export function ownerSave({ site, root }: KindLab): OwnerSave {
  const path = `${root}/${site.kind === 'tenex' ? 'conversations/metadata.json' : 'conversation_names.csv'}`;
  if (site.kind === 'tenex') return { path, save: saveTenex, holds: holdsTenex, says: (text) => text };
  const says = (text: string) => text.split('\n').sort().join('\n');
  return { path, save: saveRao, holds: (text) => text.includes(NEW_ROW), says };
}

interface Index {
  readonly conversations: Record<string, unknown>[];
}

/** No lab moves, deletes or copies it. */
const FIGS = '908b929ed38f008eb572f1694e268521fecba8b8eeaef9b7ac5091248f48e71b';
const NEW_ENTRY = {
  id: 'f'.repeat(64),
  title: 'Said a moment ago',
  createdAt: 1_790_000_000,
  updatedAt: 1_790_000_000.25,
  phase: 'chat',
  eventCount: 1,
  agentCount: 1,
  archived: false,
};

function saveTenex(text: string): string {
  const { conversations }: Index = JSON.parse(text);
  for (const entry of conversations) if (entry['id'] === FIGS) entry['title'] = 'Said again';
  return JSON.stringify({ conversations: [...conversations, NEW_ENTRY] }, null, 2);
}

function holdsTenex(text: string): boolean {
  const { conversations }: Index = JSON.parse(text);
  const titleOf = (id: string) => conversations.find((entry) => entry['id'] === id)?.['title'];
  return titleOf(NEW_ENTRY.id) === NEW_ENTRY.title && titleOf(FIGS) === 'Said again';
}

const NEW_ROW = '20,"New conversation"\n';

/** As `write.csv` writes a table that was read, with a row more. */
function saveRao(text: string): string {
  const rows = (namesOf(Buffer.from(text)) ?? []).map(({ id, name }) => `${id},"${name.replaceAll('"', '""')}"\n`);
  return `"conversation_id","name"\n${rows.join('')}${NEW_ROW}`;
}
