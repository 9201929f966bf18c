import type { Conversation } from '../model/conversation.ts';
import type { Lost } from '../model/lost.ts';
import { GONE } from '../model/reason.ts';

export const NO_FILE = {
  format: null,
  state: 'active',
  readable: false,
  hidden: null,
  messages: null,
  bytes: 0,
} as const;

/** Why the program does not list a conversation whose file is gone. */
export function whyLost(lost: Lost) {
  const { kind, root, scope, id, path, prompts, since, until, traces } = lost;
  const { message, remedy, hides } = GONE;
  const { text = null } = prompts.find((prompt) => !prompt.text.startsWith('/')) ?? {};
  const times = { timestamp: until, createdAt: since, updatedAt: until };
  const place = { kind, root, project: scope, id, path: path ?? traces[0]?.path ?? root, title: text };
  const reasons = [{ reason: 'lost', message, remedy, hides, findings: [] }];
  const conversation: Conversation = { ...place, ...times, ...NO_FILE, hidden: 'lost' };
  return { conversation, hidden: 'lost', reasons };
}
