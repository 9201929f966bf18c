import { createHash } from 'node:crypto';
import type { Source } from '../../codecs/lines/source.ts';
import type { Digest } from '../../model/plan.ts';
import { windowsOf } from './file-source.ts';

/** Bytes of the prefix with this digest, if only whole lines follow; null otherwise. */
export function grownFrom(source: Source, digest: Digest): number | null {
  const hash = createHash('sha256');
  const isIt = () => hash.copy().digest('hex') === digest;
  let at = 0;
  for (const bytes of windowsOf(source)) {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      // An unterminated last line got its line feed before the append.
      for (const to of [end, end + 1]) {
        hash.update(bytes.subarray(from, to));
        from = to;
        if (isIt()) return at + to;
      }
    }
    hash.update(bytes.subarray(from));
    at += bytes.length;
  }
  return isIt() ? at : null;
}

const LINE_END = 0x0a;
