import { secretFinder } from '../secrets/find-secrets.ts';
import { replaced } from '../secrets/known-secrets.ts';

/** Covers secrets before a text is cut, because half of a secret is none that a rule knows. */
export interface Mask {
  /** The text with each secret covered; as long as before, so that places in it stay. */
  cover(text: string): string;
  /** A piece of a covered text as it is shown: a word in the place of each secret. */
  uncover(piece: string): string;
}

export async function maskFor(wanted: boolean): Promise<Mask> {
  if (!wanted) return { cover: same, uncover: same };
  const find = await secretFinder();
  const cover = (text: string): string => replaced(text, find(text), ({ start, end }) => COVER.repeat(end - start));
  return { cover, uncover: (piece) => piece.replace(COVERED, '[secret]') };
}

const same = (text: string): string => text;

const COVER = '\ufdd0';
const COVERED = new RegExp(`${COVER}+`, 'g');
