import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { barePicture } from '../../../src/stores/engine/bare-picture.ts';

const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
const said = Buffer.from(`token ${token} now`);

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

function png(...more: Buffer[]): Buffer {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0])));
  return Buffer.concat([signature, chunk('IHDR', Buffer.alloc(13, 1)), ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function jpeg(...more: Buffer[]): Buffer {
  const scan = Buffer.concat([segment(0xda, Buffer.alloc(6)), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...more, scan, Buffer.from([0xff, 0xd9])]);
}

function gif(...more: Buffer[]): Buffer {
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'), ...more, image, Buffer.from([0x3b])]);
}

/** A comment whose blocks part the token. */
function parted(label: number, text: Buffer): Buffer {
  const blocks = [text.subarray(0, 12), text.subarray(12)].flatMap((each) => [Buffer.from([each.length]), each]);
  return Buffer.concat([Buffer.from([0x21, label]), ...blocks, Buffer.from([0])]);
}

function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function webp(...more: Buffer[]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.alloc(10)),
    riff('VP8 ', Buffer.alloc(10)),
    ...more,
  ]);
  return riff('RIFF', body);
}

const utf16 = Buffer.from(said.toString(), 'utf16le');

test.each([
  ['the text of a PNG', png(chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), said]))), png()],
  ['a compressed text', png(chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(said)]))), png()],
  [
    'an international one',
    png(chunk('iTXt', Buffer.concat([Buffer.from('Xx\0\x01\0\0\0'), deflateSync(said)]))),
    png(),
  ],
  ['a private chunk', png(chunk('prVt', said)), png()],
  ['what is behind the end', Buffer.concat([png(), said]), png()],
  ['the comment of a JPEG', jpeg(segment(0xfe, said)), jpeg()],
  ['EXIF', jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), said]))), jpeg()],
  ['EXIF in UTF-16', jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), utf16]))), jpeg()],
  ['what is behind a JPEG', Buffer.concat([jpeg(), said]), jpeg()],
  ['the comment of a GIF', gif(parted(0xfe, said)), gif()],
  ['XMP of a WebP', webp(riff('XMP ', said)), webp()],
])('%s is found, and left out', async (_, picture, bare) => {
  expect(barePicture(picture)?.bytes).toEqual(bare);
  expect(barePicture(bare)).toEqual({ bytes: bare, texts: [] });
  const find = await secretFinder();
  const base64 = picture.toString('base64');
  for (const text of [base64, JSON.stringify({ data: base64 })])
    expect(find(text).map(({ rule }) => rule)).toEqual(['github-pat']);
  let marked = 0;
  find.marks(`{"data":"${base64}"}`, () => marked++);
  expect(marked).toBeGreaterThan(0);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('a GIF of nothing')],
  ['a document', Buffer.from('%PDF-1.7')],
])('%s is no picture', (_, bytes) => {
  expect(barePicture(bytes)?.texts ?? null).toBeNull();
});

test('a picture that is torn anywhere ends there', () => {
  for (const whole of [
    png(chunk('tEXt', said)),
    jpeg(segment(0xfe, said)),
    gif(parted(0xfe, said)),
    webp(riff('EXIF', said)),
  ])
    for (let to = 0; to < whole.length; to++) {
      const bare = barePicture(whole.subarray(0, to));
      expect(bare === null || !bare.bytes.includes(token.slice(0, 12))).toBe(true);
    }
});
