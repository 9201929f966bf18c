import type { Rds } from '../../../../codecs/rds/read-rds.ts';
import { about, type Trouble } from '../../../trouble.ts';

/** What is wrong with `conversation_vars.rds`. */
export function* variablesTroubles(vars: Rds): Generator<Trouble> {
  if (vars.state === 'broken') yield about('RA040', 'drops', vars.why);
  else if (vars.state === 'unjudged') yield about('RA041', 'reads', vars.why);
  else if (vars.type !== 'list') yield about('RA040', 'drops', 'holds no list');
}
