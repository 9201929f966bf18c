import { isArray, isObject, kindOf } from '../../../../codecs/json/value.ts';
import { kindName } from '../../../kind-name.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { LogMessage } from '../../decode/log-message.ts';

/** Items of the log that are no messages. */
export function* itemTroubles(items: readonly LogMessage[]): Generator<Trouble> {
  for (const { value, index } of items) {
    if (isObject(value)) continue;
    const detail = `has ${kindName(value)} among its messages`;
    if (kindOf(value) === 'null' || isArray(value)) yield atValue('RA102', value, `/${index}`, 'rewrites', detail);
    else yield atValue('RA101', value, `/${index}`, 'refuses', detail);
  }
}
