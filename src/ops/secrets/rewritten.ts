/** A text as it reads, and where each place of it is in the text that it was made of. */
export interface ReadableView {
  readonly text: string;
  at(place: number): number;
}

/** Maps a match's groups to its meaning. */
export type Meaning = (groups: readonly (string | undefined)[]) => string;

/** A text with something else in the place of each match; null for one without any. */
export function rewritten(text: string, pattern: RegExp, meant: Meaning): ReadableView | null {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(from, match.index), meant(match));
    from = match.index + match[0].length;
  }
  if (from === 0) return null;
  pieces.push(text.slice(from));
  // Places are asked for where something was found alone, and take longer.
  let starts: readonly Begins[] | null = null;
  return {
    text: pieces.join(''),
    at: (place) => {
      starts ??= beginsIn(text, pattern, meant);
      return placeIn(starts, place);
    },
  };
}

export function identityView(text: string): ReadableView {
  return { text, at: (place) => place };
}

export function viewThrough(outer: ReadableView, inner: ReadableView): ReadableView {
  return { text: inner.text, at: (place) => outer.at(inner.at(place)) };
}

/** Offsets in the view and in the text. */
interface Begins {
  readonly to: number;
  readonly from: number;
}

function beginsIn(text: string, pattern: RegExp, meant: Meaning): readonly Begins[] {
  const starts: Begins[] = [{ to: 0, from: 0 }];
  let [from, to] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const { length } = meant(match);
    to += match.index - from;
    if (length > 0) starts.push({ to, from: match.index });
    to += length;
    from = match.index + match[0].length;
    starts.push({ to, from });
  }
  return starts;
}

function placeIn(starts: readonly Begins[], place: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const half = (low + high) >> 1;
    if ((starts[half]?.to ?? 0) <= place) low = half;
    else high = half;
  }
  const { to, from } = starts[low] ?? { to: 0, from: 0 };
  return from + place - to;
}
