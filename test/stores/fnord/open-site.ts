import { fnord } from '../../../src/stores/fnord/index.ts';
import type { Site } from '../../../src/stores/kind.ts';
import { type Asked, asked, beginNow } from '../asked.ts';
import { type Disk, filePart, type Opened, openSite as open } from '../open-site.ts';

export { type Disk, filePart } from '../open-site.ts';

/** A site of fnord, read whole. */
export function openSite(path: string, disk: Disk = {}): Opened {
  return open(fnord, path, disk);
}

/** One conversation file by itself, as `id.json` of a bare folder. */
export function openBytes(bytes: Uint8Array, id = 'one'): Asked {
  const site: Site = { kind: 'fnord', root: '/store', shape: 'folder', scope: 'lantern', file: null };
  const session = beginNow('fnord', { name: 'lantern', site, shared: [], now: 1_800_000_000, signatures: false });
  return asked(session, session.open({ id, parts: [filePart(`${id}.json`, bytes)] }), 'fnord');
}
