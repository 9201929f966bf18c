import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';

type Call = keyof ReadDisk;

/** The real disk, on which `fail` may answer the error code for a call. */
export function failingDisk(fail: (call: Call, path: string) => string | null): ReadDisk {
  const disk = nodeDisk();
  const guarded =
    <A extends readonly [string, ...unknown[]], T>(call: Call, act: (...args: A) => T) =>
    (...args: A): T => {
      const code = fail(call, args[0]);
      if (code === null) return act(...args);
      throw Object.assign(new Error(`${code}: injected, ${call} '${args[0]}'`), { code });
    };
  return {
    list: guarded('list', disk.list),
    lstat: guarded('lstat', disk.lstat),
    stat: guarded('stat', disk.stat),
    readlink: guarded('readlink', disk.readlink),
    realpath: guarded('realpath', disk.realpath),
    read: guarded('read', disk.read),
  };
}
