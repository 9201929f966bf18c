import { lexemeOf } from '../../../codecs/json/value.ts';
import { contentOf, lastValue } from '../read/last-value.ts';
import { UNSENT } from '../read/pairs.ts';
import type { SessionFile } from '../read/session-file.ts';

/** Is a call or a result there twice, so that nothing is lost: any result of one call, and a call before it in its record, alike. */
export function isCopiedHalf(file: SessionFile, i: number): boolean {
  const { tools } = file.records();
  if (file.history().unsent[i] !== UNSENT.repeated) return false;
  if (tools.isCall[i] === 0) return true;
  const message = lastValue(file.scan(tools.n[i] as number)?.record, 'message');
  const blocks = contentOf(message).map(lexemeOf);
  const place = tools.block[i] as number;
  return blocks.indexOf(blocks[place] as string) < place;
}
