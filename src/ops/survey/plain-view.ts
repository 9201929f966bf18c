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

/** The members that every view has. */
type Always = { [K in keyof View]-?: undefined extends View[K] ? never : K }[keyof View];

/** What only some kinds have; a member that is left out stays so. */
function onlySome(view: View, whole: boolean): Partial<View> {
  const { createdExactly, phase, agents, hidden, branch, tag, cwd, slow, daysLeft, main } = view;
  const records = whole ? view.records : null;
  // Every one, so that a member that is new cannot be forgotten here.
  const all: Record<Exclude<keyof View, Always>, unknown> = {
    createdExactly,
    phase,
    agents,
    hidden,
    branch,
    tag,
    cwd,
    slow,
    daysLeft,
    main,
    records,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
