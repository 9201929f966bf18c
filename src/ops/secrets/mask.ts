import type { View } from '../../model/conversation.ts';
import { once } from '../../model/once.ts';
import type { Part } from '../../model/part.ts';
import type { KnownSecret } from '../../model/secret.ts';
import type { Document } from '../../stores/kind.ts';
import { secretFinder } from './find-secrets.ts';
import { replaced } from './known-secrets.ts';
import { dropIds, learnFiles, learnMessages } from './learn-unit.ts';
import { redactedArguments } from './redacted.ts';
import { learnLines } from './redacted-lines.ts';
import { type Redactor, redactorWith } from './redactor.ts';

/**
 * Covers secrets before a text is cut, since no rule finds half of a secret. A covered text keeps its length, so that places are valid.
 * `uncover` replaces each secret of a piece by a word.
 */
export interface Mask {
  cover(text: string): string;
  /** The arguments of a call as JSON with each secret covered, since keys reveal some. */
  coverArguments(source: string): string;
  /** A torn text, covered like the one without halves of words. */
  coverTorn(text: string, withoutHalves: () => string): string;
  uncover(piece: string): string;
  /** Secrets that were learnt from the conversation; none before a text is covered. */
  learnt(): readonly KnownSecret[];
}

/** Makes the mask of one conversation: a secret found anywhere in it counts wherever else it is. */
export type MaskOf = (document: Document, view: View, parts: readonly Part[]) => Mask;

export async function masks(wanted: boolean): Promise<MaskOf> {
  if (!wanted) return () => NO_MASK;
  const byRules = await secretFinder();
  const redactors = new WeakMap<Document, Redactor>();
  const redactorFor = (document: Document, parts: readonly Part[]): Redactor => {
    const known = redactors.get(document);
    if (known !== undefined) return known;
    const redact = redactorWith(byRules);
    redactors.set(document, redact);
    learnFiles(document, parts, (file) => learnLines(file, redact));
    return redact;
  };
  return (document, view, parts) => {
    let isLearnt = false;
    const knowing = once(() => {
      isLearnt = true;
      const redact = redactorFor(document, parts);
      learnMessages(document, view, redact);
      dropIds(document, view, redact.known);
      return { redact, find: byRules.knowing(redact.known) };
    });
    const cover = (text: string): string =>
      replaced(text, knowing().redact.secretsIn(text), ({ start, end }) => COVER.repeat(end - start));
    const mayChange = (text: string): boolean => knowing().find.mayHold(text);
    return {
      cover,
      coverArguments: (source) =>
        redactedArguments(
          source,
          Object.assign((text: string) => cover(text), { mayChange }),
        ),
      coverTorn: (_, withoutHalves) => cover(withoutHalves()),
      uncover: (piece) => piece.replace(COVERED, '[secret]'),
      learnt: () => (isLearnt ? [...knowing().redact.known.values()] : []),
    };
  };
}

const same = (text: string): string => text;
const NO_MASK: Mask = { cover: same, coverArguments: same, coverTorn: same, uncover: same, learnt: () => [] };

const COVER = '\ufdd0';
const COVERED = new RegExp(`${COVER}+`, 'g');
