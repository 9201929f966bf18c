import { scan } from '../../../src/codecs/json/scan.ts';
import { root, type Value } from '../../../src/codecs/json/value.ts';

export function readValue(text: string): Value {
  const value = root(scan(Buffer.from(text)));
  if (value === null) throw new Error('nothing was begun');
  return value;
}
