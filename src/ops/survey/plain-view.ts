import type { View } from '../../model/conversation.ts';

/** A view with everything worked out that can be without reading all of a large file, unless `whole`. */
export function plainView(view: View, whole: boolean): View {
  const { id, path, format, state, timestamp, createdAt, updatedAt, title, bytes } = view;
  const isRead = whole || view.slow !== true;
  const readable = isRead ? view.readable : true;
  const messages = isRead ? view.messages : null;
  const known = { id, path, format, state, readable, timestamp, createdAt, updatedAt, title, messages, bytes };
  return { ...known, ...onlySome(view, whole) };
}

/** What only some kinds have; a member that is left out stays so. */
function onlySome(view: View, whole: boolean): Partial<View> {
  const { createdExactly, phase, agents, hidden, branch, tag, cwd, slow, main } = view;
  const records = whole ? view.records : null;
  const all = { createdExactly, phase, agents, hidden, branch, tag, cwd, slow, main, records };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
