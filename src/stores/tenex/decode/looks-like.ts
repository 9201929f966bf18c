/** Do the first bytes of a file look like a conversation of any era: by keys that only TENEX writes together. */
export function looksLikeConversation(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (!/^\s*\{/.test(text.replace(/^\xef\xbb\xbf/, ''))) return false;
  if (!hasKey(text, 'history')) return LATER.some((key) => hasKey(text, key));
  // Others keep a list of messages; here they are those of an agent's context.
  return !hasKey(text, 'messages') || hasKey(text, 'agentContexts');
}

const LATER = ['activeRal', 'nextRalNumber', 'agentTodos'];

function hasKey(text: string, key: string): boolean {
  return new RegExp(`"${key}"\\s*:`).test(text);
}
