import type { AnswerBlock as Block, ModelAnswer } from '../messages-api.ts';
import type { Scene } from './scene.ts';

const said = (text: string): Block => ({ type: 'text', text });
const call = (id: string, name: string, input: object): Block => ({ type: 'tool_use', id, name, input });
const run = (id: string, command: string): Block => call(id, 'Bash', { command, description: 'run' });
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const told = (words: object): string => `cat >/dev/null; echo '${JSON.stringify(words)}'`;

const BAD: ModelAnswer = { status: 400, message: 'Bad zpbad request' };

export const SCENES: readonly Scene[] = [
  {
    name: 'played-command',
    model: [
      ['zuwell', [said('I look zmlook.'), run('t1', `printf 'zt%s\\n' printed`)]],
      ['ztprinted', [run('t2', `printf 'zt%s\\n' failed >&2; exit 3`)]],
      ['ztfailed', [said('It is zmdone.')]],
      ['zumore', [said('More zmmore.')]],
    ],
    steps: [{ ask: 'How deep is the zuwell?' }, { ask: 'And zumore?' }],
  },
  {
    name: 'played-attached',
    files: {
      'a.txt': 'alpha ztattached\nbeta\n',
      'big.txt': 'one\ntwo ztline\nthree\n',
      'dir/ztlisted.txt': 'x\n',
      'CLAUDE.md': 'Root notes.\n',
      'sub/CLAUDE.md': 'Sub ztmemory.\n',
      'sub/f.txt': 'ztsub\n',
    },
    words: { ztattached: ['system'], ztline: ['system'], ztlisted: ['system'], ztmemory: ['system'] },
    model: [
      ['zuone', [said('First zmone.')]],
      ['zudir', [said('Dir zmdir.')]],
      ['zulines', [said('Lines zmlines.')]],
      ['zusub', [call('t1', 'Read', { file_path: 'WORK/sub/f.txt' })]],
      ['ztsub', [said('Sub zmsub.')]],
    ],
    steps: [
      { ask: 'See @a.txt zuone' },
      { ask: 'Dir @dir/ zudir' },
      { ask: 'Big @big.txt#L2-2 zulines' },
      { ask: 'Read zusub' },
    ],
  },
  {
    name: 'played-hooks',
    words: {
      zpcontext: ['system', 'system'],
      zpnever: ['tool'],
      // Sent in two messages.
      zpstop: ['system', 'system'],
      zpsystem: ['system', 'system'],
    },
    hooks: {
      SessionStart: told({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Know zpstart.' } }),
      UserPromptSubmit: `if grep -q zublocked; then echo '{"decision":"block","reason":"Not zpblocked."}'; else echo '{"systemMessage":"See zpsystem.","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"Know zpcontext."}}'; fi`,
      PreToolUse: `if grep -q zmforbidden; then echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Never zpnever."}}'; fi`,
      PostToolUse: told({ decision: 'block', reason: 'Look zppost.' }),
      Stop: `cat >/dev/null; if [ ! -e stopped ]; then touch stopped; echo '{"decision":"block","reason":"Go on zpstop."}'; fi`,
    },
    model: [
      ['zuhook', [run('t1', 'echo zmforbidden')]],
      ['zpnever', [run('t2', `printf 'zt%s\\n' passed`)]],
      ['ztpassed', [said('Done zmdone.')]],
      ['zpstop', [said('More zmmore.')]],
      ['zulast', [said('Last zmlast.')]],
    ],
    steps: [{ ask: 'Ask zuhook' }, { ask: 'Ask zublocked' }, { ask: 'Ask zulast' }],
  },
  {
    name: 'played-server',
    tools: {
      pick: {
        content: [
          { type: 'text', text: 'Picked ztpicked' },
          { type: 'text', text: 'and ztalso' },
        ],
      },
      fail: { content: [{ type: 'text', text: 'No ztbroken' }], isError: true },
      broken: { error: 'Server zterror' },
      structured: { content: [], structuredContent: { fruit: 'ztstructured' } },
      linked: {
        content: [
          {
            type: 'resource',
            resource: { uri: 'file:///zturi', text: 'Held ztheld', mimeType: 'text/plain' },
          },
          { type: 'resource_link', uri: 'file:///ztlinkuri', name: 'ztlinkname' },
        ],
      },
    },
    model: [
      [
        'zufruit',
        [
          call('m1', 'mcp__orchard__pick', { fruit: 'zmpear' }),
          call('m2', 'mcp__orchard__fail', { n: 'zmbad' }),
          call('m3', 'mcp__orchard__broken', { of: 'zmwrong' }),
          call('m4', 'mcp__orchard__structured', { of: 'zmshape' }),
          call('m5', 'mcp__orchard__linked', { of: 'zmlink' }),
        ],
      ],
      ['ztpicked', [said('All zmpicked.')]],
    ],
    steps: [{ ask: 'Pick zufruit please' }],
  },
  {
    name: 'played-failed-turns',
    words: { zpbad: ['system'] },
    model: [
      ['zuone', [said('One zmone.')]],
      ['zuthree', { blocks: [said('Refused zmrefused')], stop: 'refusal' }],
      ['safety classifier', [said('Else zmelse.')]],
      ['zufour', { blocks: [said('Long zmlong')], stop: 'max_tokens' }],
      ['Output token limit', [said('Rest zmrest.')]],
      ['zufive', [run('t1', `printf 'zt%s\\n' turn`)]],
      ['ztturn', [run('t2', 'true')]],
      // It asks again; what failed is sent with the next question.
      ...Array.from({ length: 12 }, () => ['zutwo', BAD] as const),
    ],
    steps: [
      { ask: 'One zuone' },
      { ask: 'Two zutwo' },
      { ask: 'Three zuthree' },
      { ask: 'Four zufour' },
      { ask: 'Five zufive', args: ['--max-turns', '1'] },
    ],
  },
  {
    name: 'played-subagent',
    files: { '.claude/agents/gardener.md': '---\nname: gardener\ndescription: tends\n---\nTend it.\n' },
    model: [
      ['zugo', [call('a1', 'Agent', { description: 'zmtask', prompt: 'Do zmprompt', subagent_type: 'gardener' })]],
      ['Async agent launched', [said('Launched zmlaunched.')]],
      ['zmprompt', [run('t1', `printf 'zt%s\\n' dug`)]],
      ['ztdug', [said('Agent zmagent.')]],
      ['zmagent', [said('Main zmmain.')]],
    ],
    words: { ztdug: null, zmagent: ['system'], zmtask: ['assistant', 'system'] },
    steps: [{ ask: 'Go zugo' }],
  },
  {
    name: 'played-documents',
    model: [['zudoc', [said('Doc zmdoc.')]]],
    steps: [
      {
        ask: [
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: 'Doc zupaper' },
            title: 'zutitle',
            context: 'zucontext',
          },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          { type: 'text', text: 'See zudoc' },
        ],
      },
    ],
  },
  {
    name: 'played-commands',
    files: { '.claude/commands/greet.md': 'Greet ztgreeting: $ARGUMENTS\n' },
    // What was said before a compaction is sent no more.
    words: { zmhello: 'hidden', ztgreeting: 'hidden', zuargs: 'hidden', zuother: 'hidden' },
    model: [
      ['ztgreeting', [said('Hello zmhello.')]],
      ['zuother', [said('Other zmother.')]],
      ['zukeep', [said('<summary>Sum zpsummary</summary>')]],
      ['zuafter', [said('After zmafter.')]],
    ],
    steps: [
      { ask: '/greet zuargs' },
      { ask: 'Other zuother' },
      { ask: '/compact keep zukeep' },
      { ask: 'Then zuafter' },
    ],
  },
  {
    name: 'played-long-output',
    model: [
      ['zulong', [run('t1', `for i in $(seq 3000); do printf 'line zt%s %s\\n' long $i; done; printf 'zt%s\\n' last`)]],
      ['ztlong', [said('Long zmlong.')]],
    ],
    steps: [{ ask: 'Run zulong' }],
  },
  {
    name: 'played-refused',
    model: [
      ['zurun', [run('t1', 'touch zmdenied.txt')]],
      ['t1', [said('Sorry zmsorry.')]],
      [
        'zuread',
        [call('t2', 'Read', { file_path: 'WORK/zmmissing.txt' }), call('t3', 'NoSuchTool', { of: 'zmunknown' })],
      ],
      ['t3', [said('Gone zmgone.')]],
    ],
    words: { zmdenied: ['assistant', 'tool'] },
    steps: [{ ask: 'Please zurun', args: ['--permission-mode', 'default'] }, { ask: 'Then zuread' }],
  },
  {
    name: 'played-stopped-by-hooks',
    // Not in the command of the hook, which the program repeats.
    files: {
      'hook.sh': [
        '#!/bin/sh',
        'case "$(cat)" in',
        "*zuexit*) echo 'Not zpexit.' >&2; exit 2;;",
        "*zufail*) echo 'Broke zpfailed.' >&2; exit 1;;",
        `*zuend*) echo '{"continue":false,"stopReason":"End zpend."}';;`,
        "*) echo 'Plain zpplain.';;",
        'esac',
      ].join('\n'),
    },
    hooks: {
      UserPromptSubmit: './hook.sh',
      PostToolUse: told({ continue: false, stopReason: 'Stop zpstopped.' }),
      SessionEnd: told({ systemMessage: 'zpover' }),
    },
    model: [
      ['zuone', [run('t1', `printf 'zt%s\\n' ran`)]],
      ['zufail', [said('Well zmwell.')]],
    ],
    words: { zpover: null },
    steps: [{ ask: 'One zuone' }, { ask: 'Two zuexit' }, { ask: 'Three zufail' }, { ask: 'Four zuend' }],
  },
  {
    name: 'played-notebook',
    files: {
      'nb.ipynb': JSON.stringify({
        cells: [
          { cell_type: 'markdown', id: 'a', metadata: {}, source: ['About ztmarkdown'] },
          {
            cell_type: 'code',
            id: 'b',
            metadata: {},
            execution_count: 1,
            source: ['print("ztcell")'],
            outputs: [{ output_type: 'stream', name: 'stdout', text: ['ztprinted'] }],
          },
        ],
        metadata: { language_info: { name: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      }),
      'p.png': `base64:${PNG}`,
    },
    words: { ztmarkdown: ['system', 'tool'], ztcell: ['system', 'tool'], ztprinted: ['system', 'tool'] },
    model: [
      ['zunotebook', [said('Nb zmnb.')]],
      ['zupicture', [said('Pic zmpic.')]],
      ['zuread', [call('t1', 'Read', { file_path: 'WORK/nb.ipynb' }), call('t2', 'Read', { file_path: 'WORK/p.png' })]],
      ['t2', [said('Read zmread.')]],
    ],
    steps: [{ ask: 'See @nb.ipynb zunotebook' }, { ask: 'See @p.png zupicture' }, { ask: 'Now zuread' }],
  },
  {
    name: 'played-edits',
    files: { 'a.txt': 'ztold line\n', 'b.txt': 'x\n' },
    model: [
      ['zuedit', [call('t1', 'Read', { file_path: 'WORK/a.txt' })]],
      ['t1', [call('t2', 'Edit', { file_path: 'WORK/a.txt', old_string: 'ztold', new_string: 'zmnew' })]],
      ['t2', [call('t3', 'Write', { file_path: 'WORK/c.txt', content: 'zmwritten' })]],
      [
        't3',
        [call('t4', 'Grep', { pattern: 'zmnew', output_mode: 'content' }), call('t5', 'Glob', { pattern: '*.txt' })],
      ],
      ['t5', [call('t6', 'TodoWrite', { todos: [{ content: 'zmtodo', status: 'pending', activeForm: 'zmactive' }] })]],
      ['t6', [said('Edited zmedited.')]],
    ],
    words: { zmnew: ['assistant', 'assistant'], ztold: ['tool', 'assistant'] },
    steps: [{ ask: 'Please zuedit' }],
  },
  {
    name: 'played-structured',
    model: [['zushape', [call('t1', 'StructuredOutput', { fruit: 'zmshaped' })]]],
    words: { zmshaped: ['assistant', 'system'] },
    steps: [
      {
        ask: 'Give zushape',
        args: ['--json-schema', JSON.stringify({ type: 'object', properties: { fruit: { type: 'string' } } })],
      },
    ],
  },
  {
    name: 'played-fork',
    model: [
      ['zuone', [said('One zmone.')]],
      ['zutwo', [said('Two zmtwo.')]],
      ['zuthree', [said('Three zmthree.')]],
    ],
    words: { zuone: ['user', 'user'], zmone: ['assistant', 'assistant'] },
    steps: [{ ask: 'One zuone' }, { ask: 'Two zutwo', args: ['--fork-session'] }, { ask: 'Three zuthree' }],
  },
];
