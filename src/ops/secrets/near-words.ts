import type { SecretRule } from './rules.ts';

/** A stretch of a text in which a rule may find something, and around it all that its expression asks for. */
export interface TextStretch {
  readonly from: number;
  readonly to: number;
}

/** The most that an expression reads before one of its words, and as a rule behind it; past that a secret is looked for again. */
const REACH = {
  runs: { before: 150, behind: 400 },
  /** Keys of PGP. */
  anything: { before: 150, behind: 20_000 },
} as const satisfies Record<SecretRule['reads'], { before: number; behind: number }>;

/** The stretches around the words of a rule, apart from each other. `lower` is the text in lower case, and as long. */
export function stretchesNear({ id, keywords, reads }: SecretRule, lower: string): TextStretch[] {
  const places = keywords.flatMap((word) => [...placesOf(word, lower, FOLLOWED[id])]);
  const { before, behind } = REACH[reads];
  const merged: { from: number; to: number }[] = [];
  for (const place of places.sort((a, b) => a - b)) {
    const [from, to] = [Math.max(0, place - before), Math.min(lower.length, place + behind)];
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
}

/** In lower case, without a change of its length, which `toLowerCase` makes of some letters. */
export function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The text behind common words where a secret follows: each is part of the expression of its rule. */
const FOLLOWED: Readonly<Record<string, RegExp>> = {
  'generic-api-key': /[ \t\w.-]{0,30}[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|\?=|,)>?[`'"\s=]{0,6}[\w.=+/-]{10}/y,
  jwt: /[a-z0-9]{17,}\.ey/y,
  'twilio-api-key': /[0-9a-f]{32}/y,
  'vault-service-token': /[\w-]{24}/y,
  'sendgrid-api-token': /[a-z0-9=_.-]{66}/y,
};

function* placesOf(word: string, lower: string, followed: RegExp | undefined): Generator<number> {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
    if (followed === undefined) yield at;
    else {
      followed.lastIndex = at + word.length;
      if (followed.test(lower)) yield at;
    }
  }
}
