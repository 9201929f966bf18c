import type { EntryType, Place } from '../../../src/model/part.ts';

/** A made-up store: `<scope>/<id>.note`, `<scope>/index`, `<scope>/old/<id>.note`, `<id>.lock` folders, and `settings`. */
export function place(path: string, type: EntryType): Place {
  const names = path.split('/');
  const [first = '', second = ''] = names;
  if (path === 'settings') return { type: 'shared', scope: null, role: 'settings', load: 'whole' };
  if (names.length === 1)
    return type === 'file' || first === 'tmp' ? { type: 'foreign' } : { type: 'folder', scope: first };
  if (names.length === 2 && second === 'index') return { type: 'shared', scope: first, role: 'index', load: 'whole' };
  if (names.length === 2 && second === 'old') return { type: 'folder' };
  const [, id = '', ending] = /^(.*)\.(note|lock)$/.exec(names.at(-1) ?? '') ?? [];
  if (ending === undefined || names.length > 3) return { type: 'foreign' };
  if (ending === 'lock') return { type: 'part', scope: first, id, role: 'lock', load: 'name' };
  return { type: 'part', scope: first, id, role: names.length === 2 ? 'note' : 'old', load: 'whole' };
}
