import { activeTime, type LazyView, type TimedFile, type View } from '../../model/conversation.ts';
import type { DecidingScope, Document } from '../../stores/kind.ts';
import { stopsProgram, withQuestion } from './judge-unit.ts';
import { plainView } from './locate.ts';

const SMALL_FILE_BYTES = 1 << 13;

/** Conversations in these states; `withLarge` reads large files whole. */
export interface WantedViews {
  readonly states: readonly View['state'][];
  readonly withLarge: boolean;
  readonly judgesSmall?: boolean;
  /** Includes views in all states, and files that verbs take along. */
  readonly together?: boolean;
}

export function viewsOf(
  opened: DecidingScope,
  document: Document,
  { states, withLarge, judgesSmall = false, together = false }: WantedViews,
): { readonly views: readonly View[]; readonly otherFiles?: readonly TimedFile[] } {
  const inStates = document.conversations.filter(({ state }) => states.includes(state));
  const views = inStates.map((view) =>
    withLarge ? judgedView(document, view) : quickView(document, view, judgesSmall),
  );
  return together ? { views, otherFiles: otherFilesOf(opened, document, inStates) } : { views };
}

function otherFilesOf({ takenAlong }: DecidingScope, document: Document, views: readonly View[]): TimedFile[] {
  const others = document.conversations.filter((view) => !views.includes(view));
  const files: readonly TimedFile[] = [...others, ...(takenAlong?.(document) ?? [])];
  return files.map((file) => ({ state: file.state, activeAt: activeTime(file) }));
}

/** The view of a document; of a large file, only facts from its ends. `judgesSmall`: a small file is judged in any kind. */
function quickView(document: Document, view: View & Partial<LazyView>, judgesSmall: boolean): View {
  if (view.slow !== true) return judgedView(document, view);
  if (!judgesSmall || view.bytes > SMALL_FILE_BYTES) return plainView(view, false);
  const { slow: _, ...judged } = judgedView(document, view);
  return judged;
}

/** The view as `show` has it: the program may refuse a record of a file that it lists. */
export function judgedView(document: Document, view: View): View {
  // First, because the facts of a file come from one pass with its records.
  const isStopped = document.findings().some((each) => each.path === view.path && stopsProgram(each));
  const plain = withQuestion(document, plainView(view, true));
  return isStopped ? { ...plain, readable: false, messages: null } : plain;
}

/** Views of the healed document, with the times and titles of the unhealed files. */
export function withOwnViews<T extends { readonly view: View }>(own: Document, found: readonly T[]): T[] {
  return found.map((each) => {
    const view = own.conversations.find(({ path }) => path === each.view.path);
    return view === undefined ? each : { ...each, view: withQuestion(own, plainView(view, false)) };
  });
}
