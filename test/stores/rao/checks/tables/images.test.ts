import { describe, expect, test } from 'vitest';
import type { Code } from '../../../../../src/model/finding.ts';
import { codesIn, LOG } from '../found.ts';

const HEAD = '"timestamp","message_id","file_path","local_path","filename"\n';

function images(path: string, names: readonly string[] = ['rain.png'], id = '1'): readonly Code[] {
  const row = `2025-06-28 09:50:43,"","/home/ada/rain.png","${path}","rain.png"\n`;
  const files = Object.fromEntries(names.map((name) => [`images_attached/${name}`, 'png']));
  return codesIn({ 'conversation_log.json': LOG, 'images.csv': HEAD + row, images_attached: null, ...files }, id);
}

const at = (base: string, number: number) => `${base}/conversations/conversation_${number}/images_attached/rain.png`;

describe('the path of an image', () => {
  test('is sound where the store was written', () => {
    expect(images(at('/base', 1))).toEqual([]);
  });

  test.each([
    at('/home/ada/rstudio-ai', 1),
    'C:\\\\Users\\\\ada\\\\rstudio-ai\\\\conversations\\\\conversation_1\\\\images_attached\\\\rain.png',
  ])('leads elsewhere once the store was moved: %s', (path) => {
    expect(images(path)).toEqual(['RA253']);
  });

  test('leads to the image of another conversation when the folder was copied', () => {
    expect(images(at('/base', 1), ['rain.png'], '2')).toEqual(['RA252']);
  });

  test('leads to nothing when the image is gone, wherever it leads', () => {
    expect(images(at('/base', 1), [])).toEqual(['RA250']);
    expect(images(at('/base', 4), [])).toEqual(['RA250']);
  });
});

test('an image that no row names', () => {
  expect(images(at('/base', 1), ['rain.png', 'rain_1.png'])).toEqual(['RA251']);
});

test('images are not said to lack a row when the table cannot be read', () => {
  const files = {
    'conversation_log.json': LOG,
    'images.csv': `${HEAD}1,2,3,4,5,6,7\n`,
    'images_attached/a.png': 'png',
  };
  expect(codesIn(files)).toEqual(['RA036']);
});
