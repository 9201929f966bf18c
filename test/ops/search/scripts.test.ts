import { expect, test } from 'vitest';
import { nodeDisk } from '../../../src/io/disk.ts';
import { find } from '../../../src/ops/find.ts';
import { matcherOf, stemsOf, tellingWords, wordsIn } from '../../../src/ops/search/words.ts';
import { everythingAt } from '../../../src/ops/survey/survey-options.ts';
import { claude } from '../../../src/stores/claude/index.ts';
import { tree } from '../../support/real-tree.ts';

const ID = '00000000-0000-4000-8000-000000000001';

const words = (text: string) => Array.from(wordsIn(text), ({ word }) => word);

test('a script without spaces is cut into pairs of letters, each at its place, and other words stay whole', () => {
  expect(words('番茄苗床')).toEqual(['番茄', '茄苗', '苗床', '床']);
  expect(words('重跑gen-itgc后')).toEqual(['重跑', '跑', 'gen', 'itgc', '后']);
  expect(words('データを3つ')).toEqual(['デー', 'ータ', 'タを', 'を', '3', 'つ']);
  expect(words('𠮷野家')).toEqual(['𠮷野', '野家', '家']);
  expect(words('น้ำดี')).toEqual(['น้ำ', 'ำดี', 'ดี']);
  expect(words('hello हिन्दी wörld_2')).toEqual(['hello', 'हिन्दी', 'wörld', '2']);
  expect(Array.from(wordsIn('a 𠮷野'), ({ at }) => at)).toEqual([0, 2, 4]);
});

test('a question in such a script asks for its pairs, and for a letter only where it stands alone', () => {
  expect(stemsOf(tellingWords('番茄苗床'))).toEqual(['番茄', '茄苗', '苗床']);
  expect(stemsOf(tellingWords('番'))).toEqual(['番']);
  expect(stemsOf(tellingWords('the cafe\u0301'))).toEqual(['café']);
  expect(stemsOf(tellingWords('하다'.normalize('NFD')))).toEqual(['하다']);
});

const FOUND = [
  ['番茄', '我的番茄苗床'],
  ['床', '我的番茄苗床'],
  ['茄', '我的番茄苗床'],
  ['回廊 gen-itgc', '重跑gen-itgc后五十条清零'],
  ['회의', '내일 회의는 몇 시야?'],
  ['トマト', '温室のトマトに水をやる'],
  ['ในบ้าน', 'แมวอยู่ในบ้านของฉัน'],
  ['café', 'Le cafe\u0301 est froid'],
  ['ガラス', 'ガラスの温室'.normalize('NFD')],
] as const;

test('the conversation is found by a word in each script, whole or not', async () => {
  for (const [question, text] of FOUND) {
    const record = {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      sessionId: ID,
      message: { role: 'user', content: text },
    };
    const root = tree({ [`projects/-srv-ada/${ID}.jsonl`]: `${JSON.stringify(record)}\n` });
    const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
    const options = { ...everythingAt(1_800_000_000), question, states: ['active' as const], max: 5 };
    const { answers } = await find({ disk: nodeDisk(), kinds: [claude], sites: [site] }, options);
    expect(
      answers.map(({ turn }) => turn.text),
      question,
    ).toEqual([text.normalize('NFC')]);
  }
});

const WHOLE: readonly (readonly [pattern: string, text: string, is: boolean])[] = [
  ['gen', '重跑gen后', true],
  ['gen', '重跑gens后', false],
  ['番茄', '我的番茄苗床', true],
  ['番茄', 'iPhone番茄7', true],
  ['tree', 'trees', false],
  ['tree', 'a tree, there', true],
  ['tree', '_tree', false],
  ['ber', 'über', false],
  ['cafe', 'cafe\u0301', false],
];

test.each(['literal', 'regex'] as const)('as a whole word, by a %s pattern', async (syntax) => {
  for (const [pattern, text, is] of WHOLE) {
    const found = await matcherOf({ patterns: [pattern], syntax, ignoreCase: true, words: true } as never);
    const at = is ? { at: text.indexOf(pattern), length: pattern.length } : null;
    expect(found(text), `${pattern} in ${text}`).toEqual(at);
  }
});
