import { expect, test } from 'vitest';
import { isFlocked } from '../../../src/io/disk/store-view.ts';

const LOCKS = [
  '1: POSIX  ADVISORY  WRITE 900 08:01:77 0 EOF',
  '2: FLOCK  ADVISORY  WRITE 901 08:01:1234 0 EOF',
  '2: -> FLOCK  ADVISORY  WRITE 902 08:01:1234 0 EOF',
  '3: FLOCK  ADVISORY  READ  903 103:1f:99 0 EOF',
  '4: FLOCK  ADVISORY  WRITE 904 00:2b:55 0 EOF',
  '',
].join('\n');

/** As the system puts the two numbers of a device together. */
const device = (major: number, minor: number) => (minor & 0xff) + major * 256 + (minor >> 8) * 2 ** 20;

test.each([
  ['on the device that is named', device(8, 1), 1234, true],
  ['with the inode of one on another disk', device(8, 2), 1234, false],
  ['with another inode', device(8, 1), 1235, false],
  ['locked in another way', device(8, 1), 77, false],
  ['on a device with a large number', device(0x103, 0x1f), 99, true],
  ['on a device whose second number is larger by 256', device(0x103, 0x11f), 99, false],
  ['of a file system without a block device', device(0, 0x30), 55, true],
])('a lock is told of a file %s', (_, dev, ino, isLocked) => {
  expect(isFlocked(LOCKS, { dev, ino })).toBe(isLocked);
});
