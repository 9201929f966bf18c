import { spanOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import { about, type Trouble } from '../../trouble.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { TenexDocument } from '../document.ts';
import { namesItself } from '../layout/layout.ts';
import type { Opened } from '../opened.ts';
import { isOfLater } from '../read/later.ts';
import { textMember } from '../read/members.ts';
import { isCopy } from './copies.ts';
import { judge } from './document/judge.ts';
import { short } from './some.ts';

/** What is wrong with one conversation file, with a link in its place, and with the id that it calls itself. */
export function* fileFindings(opened: Opened, document: TenexDocument): Generator<Finding> {
  const { id, scope } = document;
  const { path, type } = opened.part;
  if (type === 'link') yield { id, path, ...about('TX408', 'reads', 'is a link: what is written goes where it leads') };
  const decoded = opened.decoded();
  if (decoded === null) return;
  for (const trouble of judge(decoded, { id, now: scope.now, signatures: scope.signatures }).troubles)
    yield { id, path, ...(trouble.code === 'TX113' && isOfLater(opened, scope, document.index) ? OF_LATER : trouble) };
  for (const trouble of idTroubles(decoded, document)) yield { id, path, ...trouble };
}

const OF_LATER = about('TX114', 'reads', 'is in the keeping of a later TENEX, and judged as JSON only');

/** TENEX saves under the id within, not under that of the file. */
function* idTroubles(decoded: Decoded, document: TenexDocument): Generator<Trouble> {
  const value = decoded.members.get('id');
  const inner = textMember(decoded, 'id');
  if (value === undefined || inner === null || inner === document.id || !decoded.whole) return;
  // What it does not load it does not save.
  if (isCopy(decoded, document)) return;
  const { id, index, scope } = document;
  if (!namesItself(scope.site, id)) return;
  const taken = index.places(inner).length > 0 || scope.units?.has(inner) === true;
  yield {
    code: taken ? 'TX206' : 'TX205',
    at: '/id',
    offset: spanOf(value).start,
    owner: taken ? 'overwrites' : 'reads',
    detail: taken
      ? `calls itself ${short(inner)}, which is another conversation: its next save overwrites that one`
      : `calls itself ${short(inner)}: its next save writes a file of that name`,
  };
}
