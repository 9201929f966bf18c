import type { ReadDisk } from '../../src/io/disk.ts';

/** What a user can see of a store: each path with its content, mode and, if asked for, time. The journal is left out. */
export function treeOf(disk: ReadDisk, root: string, withTimes: boolean): Record<string, string> {
  const out: Record<string, string> = {};
  const walk = (below: string) => {
    for (const { name } of disk.list(below === '' ? root : `${root}/${below}`)) {
      if (name === null || name === '.convo') continue;
      const path = below === '' ? name : `${below}/${name}`;
      const stat = disk.lstat(`${root}/${path}`);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.type === 'folder') {
        out[path] = `folder ${mode}`;
        walk(path);
      } else {
        const time = withTimes ? ` ${Math.round(Math.round(stat.mtimeMs * 1000) / 1000)}` : '';
        out[path] = `${mode}${time} ${textOf(disk.read(`${root}/${path}`))}`;
      }
    }
  };
  walk('');
  return out;
}

const known = new WeakMap<Uint8Array, string>();

/** A model disk hands out the same bytes until they are replaced, and trees of it are compared thousands of times. */
function textOf(bytes: Uint8Array): string {
  const text = known.get(bytes) ?? Buffer.from(bytes).toString();
  known.set(bytes, text);
  return text;
}
