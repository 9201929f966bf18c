/** The scripts a generated conversation is written in. */
export type Script = 'mixed' | 'cjk' | 'ascii';

const WORDS = {
  english:
    'the of to and a in is it you that he was for on are with as his they be at one have this from or had by'.split(
      ' ',
    ),
  european: 'für über größer naïve façade élève señor año œuvre žádný příliš łódź đã ärgerlich être là où ça été'.split(
    ' ',
  ),
  cjk: '会話 保存 形式 確認 修正 失敗 成功 这个 文件 格式 错误 修复 検証 情報 記録 可能 必要 変更 处理 数据'.split(' '),
  emoji: '🎉 🚀 ✅ 🤖 👍🏽 ⚠️ 🐛 ✨'.split(' '),
} as const;

const CODE = [
  'const found = members.filter((each) => each.name === "tool");\n',
  '  def read(path) do\n    path |> File.read!() |> Jason.decode!()\n  end\n',
  'if (a < b && c >= d) {\n\treturn a + `: \\"`;\n}\n',
  '{"command": "rg", "args": ["-n", "\\\\bneedle\\\\b", "lib/"]}\n',
  '    assert %{"role" => "user"} = Enum.at(messages, 0)\n',
];

/**
 * One conversation of about `size` bytes as chat programs store it: prose, code, tool calls with arguments in a
 * string. Mixed ones hold text beyond ASCII in 97 of 100 files. The same numbers give the same bytes.
 */
export function chat(seed: number, size: number, script: Script): Buffer {
  const random = randomFrom(seed);
  const plain = script === 'ascii' || (script === 'mixed' && seed % 100 < 3);
  const messages: unknown[] = [];
  for (let length = 0; length < size; ) {
    const batch = turn(random, plain ? 'ascii' : script, messages.length);
    messages.push(...batch);
    length += Buffer.byteLength(JSON.stringify(batch));
  }
  const head = {
    version: 1,
    timestamp: 1_700_000_000 + seed,
    metadata: { project: 'demo', tags: ['a', 'b'], depth: 2 },
  };
  return Buffer.from(JSON.stringify({ ...head, messages, memory: [], tasks: {} }));
}

type Random = (below: number) => number;

/** A linear congruential generator (Numerical Recipes' numbers). */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function turn(random: Random, script: Script, index: number): unknown[] {
  const id = `call_${random(2 ** 31).toString(36)}`;
  const call = { file: `lib/part_${random(99)}.ex`, start: random(400), pattern: 'a "quoted" \\d+\n' };
  return [
    { role: 'user', content: prose(random, script, 20 + random(80)) },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: JSON.stringify(call) } }],
    },
    { role: 'tool', name: 'read', tool_call_id: id, content: code(random, 5 + random(25)) },
    {
      role: 'assistant',
      content: prose(random, script, 60 + random(300)),
      usage: { tokens: random(9000), cost: 0.25, cached: index > 4 },
    },
  ];
}

function prose(random: Random, script: Script, words: number): string {
  let text = '';
  for (let i = 0; i < words; i++) {
    text += word(random, script);
    text += random(17) === 0 ? '.\n\n' : random(40) === 0 ? ' "so" ' : ' ';
  }
  return text;
}

function word(random: Random, script: Script): string {
  const dice = random(100);
  if (script === 'ascii') return pick(random, WORDS.english);
  if (script === 'cjk') return pick(random, dice < 90 ? WORDS.cjk : WORDS.english);
  if (dice < 60) return pick(random, WORDS.english);
  return pick(random, dice < 85 ? WORDS.european : dice < 95 ? WORDS.cjk : WORDS.emoji);
}

function code(random: Random, lines: number): string {
  let text = '';
  for (let i = 0; i < lines; i++) text += pick(random, CODE);
  return text;
}

function pick(random: Random, from: readonly string[]): string {
  return from[random(from.length)] ?? '';
}
