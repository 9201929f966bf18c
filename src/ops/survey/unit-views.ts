import type { LazyView, View } from '../../model/conversation.ts';
import type { Document } from '../../stores/kind.ts';
import { stopsProgram, withQuestion } from './judge-unit.ts';
import { plainView } from './locate.ts';

/** Of a large file, only facts from its ends. */
export function quickView(document: Document, view: View & Partial<LazyView>): View {
  return view.slow === true ? plainView(view, false) : judgedView(document, view);
}

/** As `show` has it: the program may refuse a record of a file that it lists. */
export function judgedView(document: Document, view: View): View {
  // First, because the facts of a file come from one pass with its records.
  const isLeft = Array.from(document.findings()).some((each) => each.path === view.path && stopsProgram(each));
  const plain = withQuestion(document, plainView(view, true));
  return isLeft ? { ...plain, readable: false, messages: null } : plain;
}

/** The view found in the healed document, with the times and titles of the unhealed files, as a list shows them. */
export function asListed<T extends { readonly view: View }>(own: Document, found: readonly T[]): T[] {
  return found.map((each) => {
    const view = own.conversations.find(({ path }) => path === each.view.path);
    return view === undefined ? each : { ...each, view: withQuestion(own, plainView(view, false)) };
  });
}
