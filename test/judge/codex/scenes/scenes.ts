import type { Scene } from './scene.ts';

const said = (text: string, more: object = {}) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
  ...more,
});
const thought = (text: string) => ({
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
  encrypted_content: 'gAAA',
});
const call = (name: string, args: object, id: string, namespace?: string) => ({
  type: 'function_call',
  name,
  arguments: JSON.stringify(args),
  call_id: id,
  ...(namespace === undefined ? {} : { namespace }),
});
const run = (cmd: string, id: string, more: object = {}) => call('exec_command', { cmd, ...more }, id);
const patch = (input: string, id: string) => ({ type: 'custom_tool_call', name: 'apply_patch', input, call_id: id });
const text = (words: string) => ({ type: 'text', text: words, text_elements: [] });
const PLAN = {
  collaborationMode: {
    mode: 'plan',
    settings: { model: 'gpt-5.5', reasoning_effort: null, developer_instructions: 'Plan.' },
  },
};
const PNG = 'base64:iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PNG_URL = PNG.replace('base64:', 'data:image/png;base64,');
const WAV = 'base64:UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const TWICE = ['assistant', 'assistant'] as const;
const THRICE = ['assistant', 'system', 'assistant'] as const;
const REVIEWED: NonNullable<Scene['words']> = {
  zmbody: TWICE,
  zmfile: TWICE,
  zmfinding: TWICE,
  zmoverall: THRICE,
  zmreviewed: THRICE,
  zuinstructions: ['user', 'system', 'user'],
  zutitle: ['user', 'system', 'user'],
};

/** Each in both formats. */
const BOTH: readonly Scene[] = [
  {
    name: 'command',
    model: [
      ['zuwell', [thought('Look zmthought'), run(`printf 'zt%s\\n' printed`, 'c1')]],
      ['ztprinted', [run(`printf 'zt%s\\n' failed; exit 3`, 'c2')]],
      ['ztfailed', [said('It is zmdone.')]],
    ],
    steps: [{ ask: 'How deep is the zuwell?' }],
  },
  {
    name: 'mcp',
    words: { zmuri: ['assistant', 'tool'] },
    tools: {
      pick: {
        content: [
          { type: 'text', text: 'Picked ztpicked' },
          { type: 'text', text: 'and ztalso' },
        ],
        structuredContent: { fruit: 'ztstructured' },
      },
      fail: { content: [{ type: 'text', text: 'No ztbroken' }], isError: true },
      broken: { error: 'Server zterror' },
      picture: {
        content: [
          { type: 'image', data: PNG.replace('base64:', ''), mimeType: 'image/png' },
          { type: 'text', text: 'See ztpicture' },
        ],
      },
      linked: {
        content: [
          {
            type: 'resource',
            resource: { uri: 'file:///ztresourceuri', text: 'Held ztresource', mimeType: 'text/plain' },
          },
          { type: 'resource_link', uri: 'file:///ztlinkuri', name: 'ztlinkname' },
        ],
      },
      resource: 'Read ztread',
    },
    model: [
      [
        'zufruit',
        [call('pick', { fruit: 'zmpear' }, 'm1', 'mcp__orchard'), call('fail', { n: 'zmbad' }, 'm2', 'mcp__orchard')],
      ],
      [
        'ztbroken',
        [
          call('picture', { of: 'zmtree' }, 'm3', 'mcp__orchard'),
          call('broken', { of: 'zmwrong' }, 'm4', 'mcp__orchard'),
        ],
      ],
      ['zterror', [call('linked', { of: 'zmlink' }, 'm5', 'mcp__orchard')]],
      ['ztlinkuri', [call('read_mcp_resource', { server: 'orchard', uri: 'file:///zmuri' }, 'm6')]],
      ['ztread', [said('All zmpicked.')]],
    ],
    steps: [{ ask: 'Pick zufruit please' }],
  },
  {
    name: 'elicitation',
    words: { zpcolour: null, zpsize: null, zptitle: null, zured: ['tool'] },
    start: { approvalPolicy: 'on-request' },
    tools: {
      ask: {
        elicit: {
          message: 'Which zpcolour?',
          requestedSchema: { type: 'object', properties: { colour: { type: 'string', title: 'zptitle' } } },
        },
      },
      again: {
        elicit: {
          message: 'Which zpsize?',
          requestedSchema: { type: 'object', properties: { size: { type: 'string' } } },
        },
      },
    },
    model: [
      ['zubegin', [call('ask', { n: 'zmfirst' }, 'e1', 'mcp__orchard')]],
      ['zured', [call('again', { n: 'zmsecond' }, 'e2', 'mcp__orchard')]],
      ['decline', [said('Fine zmfine.')]],
    ],
    replies: {
      'mcpServer/elicitation/request': [
        { action: 'accept', content: null, _meta: null },
        { action: 'accept', content: { colour: 'zured' }, _meta: null },
        { action: 'accept', content: null, _meta: null },
        { action: 'decline', content: null, _meta: null },
      ],
    },
    steps: [{ ask: 'Do zubegin' }],
  },
  {
    name: 'client-tools',
    words: { zpcontext: 'hidden', zppage: 'hidden' },
    start: {
      dynamicTools: [
        {
          type: 'function',
          name: 'fetch_ticket',
          description: 'x',
          inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
        },
        {
          type: 'namespace',
          name: 'shed',
          description: 'x',
          tools: [
            { type: 'function', name: 'open', description: 'x', inputSchema: { type: 'object', properties: {} } },
          ],
        },
      ],
    },
    replies: {
      'item/tool/call': [
        { contentItems: [{ type: 'inputText', text: 'Body ztdynamic.' }], success: true },
        { contentItems: [{ type: 'inputText', text: 'Locked ztlocked.' }], success: false },
      ],
    },
    model: [
      ['zudyn', [call('fetch_ticket', { id: 'zmticket' }, 'd1')]],
      ['ztdynamic', [call('open', { key: 'zmkey' }, 'd2', 'shed')]],
      ['ztlocked', [said('Ticket zmseen.')]],
      ['zttoolout', [said('Reacted zmreacted.')]],
      ['zulast', [said('Then zmlast.')]],
    ],
    steps: [
      { ask: 'Use zudyn' },
      { ask: [], with: { toolOutput: { name: 'orchard_event', namespace: 'orchard', output: 'Event zttoolout.' } } },
      {
        ask: 'And zulast',
        with: { additionalContext: { page: { value: 'Page zpcontext', kind: 'untrusted', name: 'zppage' } } },
      },
    ],
  },
  {
    name: 'questions',
    words: { zmoptb: ['assistant', 'user'], zmopte: ['assistant', 'user'] },
    replies: {
      'item/tool/requestUserInput': [
        { byQuestion: [['zmoptb', 'user_note: zunote of mine'], ['zuown words']] },
        { byQuestion: [['zmopte']] },
      ],
    },
    model: [
      [
        'zuask',
        [
          call(
            'request_user_input',
            {
              questions: [
                {
                  id: 'fruit',
                  header: 'zmheader',
                  question: 'Which zmqfruit?',
                  options: [
                    { label: 'zmopta', description: 'The zmdesca' },
                    { label: 'zmoptb', description: 'The zmdescb' },
                  ],
                },
                {
                  id: 'tree',
                  header: 'Tree',
                  question: 'Which zmqtree?',
                  options: [
                    { label: 'zmoptc', description: 'c' },
                    { label: 'zmoptd', description: 'd' },
                  ],
                },
              ],
            },
            'q1',
          ),
        ],
      ],
      [
        'zunote',
        [
          call(
            'request_user_input',
            {
              questions: [
                {
                  id: 'bed',
                  header: 'Bed',
                  question: 'Which zmqbed?',
                  options: [
                    { label: 'zmopte', description: 'e' },
                    { label: 'zmoptf', description: 'f' },
                  ],
                },
              ],
            },
            'q2',
          ),
        ],
      ],
      ['zmopte', [said('You chose zmchose.\n<proposed_plan>\n# Plan\n- Dig zmplan\n</proposed_plan>')]],
      ['zugo', [said('Going zmgoing.')]],
    ],
    steps: [
      { ask: 'Please zuask me', with: PLAN },
      {
        ask: 'Now zugo',
        with: { collaborationMode: { ...PLAN.collaborationMode, mode: 'default' } },
      },
    ],
  },
  {
    name: 'typed-commands',
    model: [
      ['zuone', [said('First zmone.')]],
      ['zutwo', [run(`sleep 2; printf 'zt%s\\n' slow`, 's1', { yield_time_ms: 5000 })]],
      ['ztslow', [said('Slow zmslow.')]],
    ],
    steps: [
      { ask: 'One zuone' },
      { call: 'thread/shellCommand', params: { command: `printf '<zt%s>\\n' shell; : zushell` }, turns: 1 },
      { call: 'thread/shellCommand', params: { command: `printf 'zt%s\\n' wrong; : zuwrong; exit 4` }, turns: 1 },
      { ask: 'Two zutwo', isLeft: true },
      { pause: 1000 },
      { call: 'thread/shellCommand', params: { command: `printf 'zt%s\\n' inside; : zuinside` }, turns: 1 },
    ],
  },
  {
    name: 'goal',
    words: { zuname: null },
    model: [
      ['zuhello', [said('Hello zmhello.')]],
      ['zugoal', [said('Working zmworking.'), call('update_goal', { status: 'complete' }, 'g1')]],
      ['complete', [said('Reached zmreached.')]],
    ],
    steps: [
      { ask: 'Say zuhello' },
      { call: 'thread/name/set', params: { name: 'A zuname' } },
      {
        call: 'thread/goal/set',
        params: { objective: 'Reach zugoal now', status: 'active', origin: 'user' },
        turns: 1,
      },
      { call: 'thread/goal/clear' },
    ],
  },
  {
    name: 'failed-turns',
    words: { zmagain: null },
    model: [
      ['zuok', [said('Ok zmok.')]],
      [
        'zufirst',
        {
          status: 400,
          error: { message: 'Bad zpbad request', type: 'invalid_request_error', param: 'zpparam', code: 'zpcode' },
        },
      ],
      ['zusecond', { status: 400, error: { message: 'No zpkey', type: 'invalid_request_error' } }],
      [
        'zuthird',
        { status: 400, error: { message: 'x', type: 'invalid_request_error', code: 'context_length_exceeded' } },
      ],
      ['compaction_trigger', { status: 400, error: { message: 'No zpcompaction', type: 'invalid_request_error' } }],
      ['zulast', [said('Again zmagain.')]],
    ],
    steps: [
      { ask: 'Is zuok' },
      { ask: 'Ask zufirst' },
      { ask: 'Ask zusecond' },
      { ask: 'Ask zuthird' },
      { ask: 'Ask zulast' },
    ],
  },
  {
    name: 'interrupted',
    model: [
      ['zubegin', [run(`printf 'zt%s\\n' before; sleep 30; printf 'zt%s\\n' never`, 'i1', { yield_time_ms: 30000 })]],
      ['zugo', [said('After zmafter.')]],
      ['zusteer', [run(`sleep 2; printf 'zt%s\\n' steered`, 'i2', { yield_time_ms: 5000 })]],
      ['zunow', [said('Steered zmsteered.')]],
    ],
    steps: [
      { ask: 'Run zubegin', isLeft: true },
      { pause: 1500 },
      { call: 'turn/interrupt', params: { turnId: 'TURN 0' }, turns: 1 },
      { ask: 'Then zugo on' },
      { ask: 'Now zusteer', isLeft: true },
      { pause: 700 },
      { call: 'turn/steer', params: { input: [text('Rather zunow')], expectedTurnId: 'TURN 2' }, turns: 1 },
    ],
  },
  {
    name: 'refused',
    words: { zmadded: ['tool'], zmnew: ['assistant', 'tool'] },
    start: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
    replies: {
      'item/commandExecution/requestApproval': [
        { decision: 'accept' },
        { decision: 'decline' },
        { decision: 'cancel' },
      ],
      'item/fileChange/requestApproval': [{ decision: 'decline' }],
    },
    model: [
      [
        'zuapprove',
        [
          run(`touch granted.txt; printf 'zt%s\\n' granted`, 'r1', {
            justification: 'May I zmjust?',
            sandbox_permissions: 'require_escalated',
          }),
        ],
      ],
      ['ztgranted', [run('touch zmdeclined.txt', 'r2')]],
      ['rejected', [patch('*** Begin Patch\n*** Add File: zmnew.txt\n+zmadded line\n*** End Patch\n', 'r3')]],
      ['patch', [said('Not zmnot.')]],
      ['zucancel', [run('touch zmcancelled.txt', 'r4')]],
      ['zulast', [said('Ok zmok.')]],
    ],
    steps: [{ ask: 'Now zuapprove' }, { ask: 'And zucancel' }, { ask: 'Then zulast' }],
  },
  {
    name: 'patches',
    words: {
      zmadded: ['tool'],
      zmfig: ['tool'],
      zmmissing: ['assistant', 'tool'],
      zmmoved: ['tool'],
      zmplum: ['tool'],
    },
    files: { 'pear.txt': 'plum\n', 'fig.txt': 'fig\n', 'old.txt': 'ztdeleted\n' },
    model: [
      [
        'zupatch',
        [
          patch(
            '*** Begin Patch\n*** Add File: new.txt\n+zmadded line\n*** Update File: pear.txt\n@@\n-plum\n+zmplum\n*** Update File: fig.txt\n*** Move to: zmmoved.txt\n@@\n-fig\n+zmfig\n*** Delete File: old.txt\n*** End Patch\n',
            'p1',
          ),
        ],
      ],
      ['Success', [patch('*** Begin Patch\n*** Update File: zmmissing.txt\n@@\n-no\n+zmlost\n*** End Patch\n', 'p2')]],
      ['zmmissing', [said('Patched zmpatched.')]],
    ],
    steps: [{ ask: 'Please zupatch' }],
  },
  {
    name: 'pictures',
    files: {
      'a.png': PNG,
      'a.wav': WAV,
      'skills/zuskill/SKILL.md': '---\nname: zuskill\ndescription: x\n---\nUse it.\n',
    },
    model: [
      ['zusee', [call('view_image', { path: 'WORK/a.png' }, 'v1')]],
      ['input_image', [said('Seen zmseen.')]],
      ['zupart', [said('Both zmboth.')]],
      ['zumore', [said('More zmmore.')]],
      ['zuhear', [said('Heard zmheard.')]],
      ['input_image', [said('Alone zmalone.')]],
    ],
    steps: [
      { ask: [text('Look zusee'), { type: 'localImage', path: 'WORK/a.png' }] },
      { ask: [text('First zupart'), text('Second zuother')] },
      {
        ask: [
          text('Ask $zuskill zumore'),
          { type: 'skill', name: 'zuskill', path: 'WORK/skills/zuskill/SKILL.md' },
          { type: 'mention', name: 'zumention', path: 'app://zuapp' },
          { type: 'image', url: PNG_URL },
        ],
      },
      { ask: [{ type: 'localAudio', path: 'WORK/a.wav' }, text('Hear zuhear')] },
      { ask: [{ type: 'localImage', path: 'WORK/a.png' }] },
    ],
  },
  {
    name: 'hooks',
    words: {
      zmforbidden: ['assistant', 'tool'],
      zpblocked: null,
      zpcontext: 'hidden',
      zpnever: ['tool'],
      zpposttool: 'hidden',
      zpstart: 'hidden',
      zublocked: null,
    },
    hooks: {
      Stop: `if [ ! -e stopped ]; then touch stopped; echo '{"decision":"block","reason":"Go on zpstophook."}'; fi`,
      UserPromptSubmit: `if grep -q zublocked; then echo '{"decision":"block","reason":"Not zpblocked."}'; else echo '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"Know zpcontext."}}'; fi`,
      PreToolUse: `if grep -q zmforbidden; then echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Never zpnever."}}'; fi`,
      PostToolUse: `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Tool zpposttool."}}'`,
      SessionStart: `echo 'Begun zpstart.'`,
    },
    model: [
      ['zuhook', [run(`printf 'zt%s\\n' allowed`, 'h1'), run('echo zmforbidden', 'h2')]],
      ['ztallowed', [said('Done zmdone.')]],
      ['zpstophook', [said('On zmon.')]],
    ],
    steps: [{ ask: 'Try zuhook' }, { ask: 'And zublocked' }],
  },
  {
    name: 'searches',
    words: { zmcite: 'hidden' },
    model: [
      [
        'zubegin',
        [
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'search', query: 'zmquerya', queries: ['zmquerya', 'zmqueryb'] },
          },
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'open_page', url: 'https://zmpage.example' },
          },
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'find_in_page', url: 'https://zmfind.example', pattern: 'zmpattern' },
          },
          said(
            'Said zmsaid.\n<oai-mem-citation>\n<citation_entries>\nMEMORY.md:1-2|note=[zmcite]\n</citation_entries>\n</oai-mem-citation>',
          ),
        ],
      ],
    ],
    steps: [{ ask: 'Please zubegin' }],
  },
  {
    name: 'compacted',
    model: [
      ['zufirst', [said('First zmfirst.')]],
      ['compaction_trigger', [{ type: 'compaction', encrypted_content: 'gAAA' }]],
      ['zusecond', [said('Second zmsecond.')]],
      ['zuthird', [said('Third zmthird.')]],
    ],
    steps: [
      { ask: 'Q zufirst' },
      { call: 'thread/compact/start', turns: 1 },
      { ask: 'Q zusecond' },
      { ask: 'Q zuthird' },
    ],
  },
  {
    name: 'reviews',
    // In the thread, which says it as it ends a review too, and in that of the reviewer.
    words: REVIEWED,
    files: { 'pear.txt': 'plum\n' },
    model: [
      [
        'zuinstructions',
        [
          said(
            JSON.stringify({
              findings: [
                {
                  title: 'A zmfinding',
                  body: 'The zmbody',
                  confidence_score: 0.9,
                  priority: 1,
                  code_location: { absolute_file_path: 'WORK/zmfile.txt', line_range: { start: 1, end: 2 } },
                },
              ],
              overall_correctness: 'patch is incorrect',
              overall_explanation: 'All zmoverall.',
              overall_confidence_score: 0.8,
            }),
          ),
        ],
      ],
      ['zutitle', [said('No json but zmreviewed.')]],
      ['zuthen', [said('Then zmthen.')]],
      ['zulast', [said('Last zmlast.')]],
    ],
    steps: [
      { ask: 'And zuthen' },
      {
        call: 'review/start',
        params: { target: { type: 'custom', instructions: 'Look at zuinstructions' } },
        turns: 1,
      },
      {
        call: 'review/start',
        params: { target: { type: 'commit', sha: 'abcdef1', title: 'zutitle of commit' } },
        turns: 1,
      },
      { ask: 'And zulast' },
    ],
  },
  {
    name: 'agents',
    words: { zmdug: ['assistant', 'tool'], zmquery: 'hidden', zmtask: ['user', 'assistant'] },
    model: [
      [
        'zuspawn',
        [{ type: 'tool_search_call', call_id: 'a0', execution: 'client', arguments: { query: 'spawn agent zmquery' } }],
      ],
      [
        'tool_search_output',
        [call('spawn_agent', { message: 'Dig zmtask', agent_type: 'worker' }, 'a1', 'multi_agent_v1')],
      ],
      ['zmtask', [said('Dug zmdug.')]],
      ['agent_id', [call('wait_agent', { targets: ['FOUND'] }, 'a2', 'multi_agent_v1')]],
      ['zmdug', [said('All zmall.')]],
    ],
    steps: [{ ask: 'Please zuspawn', turns: 2 }],
  },
  {
    name: 'terminal',
    words: { zmtyped: ['assistant', 'tool'] },
    model: [
      ['zuinput', [run('read line; echo "got $line"', 't1', { tty: true, yield_time_ms: 300 })]],
      ['session ID', [call('write_stdin', { session_id: 'FOUND', chars: 'zmtyped\n' }, 't2')]],
      ['got', [said('Got zmgot.')]],
    ],
    steps: [{ ask: 'Give zuinput' }],
  },
  {
    name: 'killed',
    model: [
      ['zurun', [said('Wait zmwait.'), run(`printf 'zt%s\\n' printed; sleep 60`, 'k1', { yield_time_ms: 30000 })]],
    ],
    steps: [{ ask: 'Now zurun it', isLeft: true }, { pause: 2500 }, { kill: true }],
  },
  {
    name: 'code-mode',
    features: ['code_mode'],
    words: { zmnested: ['assistant', 'assistant'], ztnested: ['tool', 'tool'] },
    model: [
      [
        'zubegin',
        [
          {
            type: 'custom_tool_call',
            name: 'exec',
            call_id: 'x1',
            input: `const r = await tools.exec_command({ cmd: "printf 'zt%s' nested; : zmnested" }); text('zt' + 'out ' + r.output); notify('zt' + 'notified');`,
          },
        ],
      ],
      ['ztout', [said('Done zmdone.')]],
    ],
    steps: [{ ask: 'Do zubegin' }],
  },
  {
    name: 'auto-review',
    // In the thread of the reviewer, and in the output that refuses the call.
    words: { zprationale: ['assistant', 'tool'] },
    start: { approvalPolicy: 'on-request', approvalsReviewer: 'auto_review', sandbox: 'workspace-write' },
    model: [
      [
        'zubegin',
        [
          run('touch /etc/zmtouched', 'g1', {
            justification: 'May I zmjust?',
            sandbox_permissions: 'require_escalated',
          }),
        ],
      ],
      [
        'planned action|APPROVAL REQUEST',
        [
          said(
            JSON.stringify({
              risk_level: 'high',
              user_authorization: 'low',
              outcome: 'deny',
              rationale: 'Because zprationale.',
            }),
          ),
        ],
      ],
      ['zprationale', [said('Done zmdone.')]],
    ],
    steps: [{ ask: 'Do zubegin' }],
  },
  {
    name: 'terminal-killed',
    model: [
      [
        'zurun',
        [run(`printf 'zt%s\\n' begun; sleep 1; printf 'zt%s\\n' later; sleep 60`, 'l1', { yield_time_ms: 300 })],
      ],
      ['session ID', [call('write_stdin', { session_id: 'FOUND', chars: '', yield_time_ms: 5000 }, 'l2')]],
      ['ztlater', [run('sleep 60', 'l3', { yield_time_ms: 30000 })]],
    ],
    steps: [{ ask: 'Now zurun it', isLeft: true }, { pause: 8000 }, { kill: true }],
  },
  {
    name: 'injected',
    words: { zpinjected: 'hidden' },
    model: [['zuafter', [said('After zmafter.')]]],
    steps: [
      {
        call: 'thread/inject_items',
        params: {
          items: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Injected zpinjected' }] }],
        },
      },
      { ask: 'Then zuafter' },
    ],
  },
  {
    name: 'queued',
    model: [
      ['zubegin', [run(`sleep 1; printf 'zt%s\\n' slow`, 'w1', { yield_time_ms: 5000 })]],
      ['ztslow', [said('Slow zmslow.')]],
      ['zuqueued', [said('Queued zmqueued.')]],
    ],
    steps: [
      { ask: 'Do zubegin', isLeft: true },
      { pause: 300 },
      { call: 'thread/queue/add', params: { input: [text('Later zuqueued')], clientUserMessageId: 'm1' }, turns: 2 },
    ],
  },
];

const PAGINATED: readonly Scene[] = [
  {
    name: 'rewind',
    model: [
      ['zuone', [said('A zmone.')]],
      ['zutwo', [said('A zmtwo.')]],
      ['zuthree', [run(`printf 'zt%s\\n' gone`, 'b1')]],
      ['ztgone', [said('A zmthree.')]],
      ['zufour', [said('A zmfour.')]],
      ['zufive', [said('A zmfive.')]],
      ['zusix', [said('A zmsix.')]],
    ],
    steps: [
      { ask: 'Q zuone' },
      { ask: 'Q zutwo' },
      { ask: 'Q zuthree' },
      { call: 'thread/revert', params: { beforeTurnId: 'TURN 2' } },
      { ask: 'Q zufour' },
      { call: 'thread/revert', params: { beforeTurnId: 'TURN 1' } },
      { ask: 'Q zufive' },
      { call: 'thread/fork' },
      { ask: 'Q zusix' },
    ],
  },
  {
    name: 'agents-v2',
    words: { zmdug: ['assistant', 'system'] },
    features: ['multi_agent_v2'],
    model: [
      ['zuspawn', [call('spawn_agent', { task_name: 'worker', message: 'Dig zmtask' }, 'a1', 'collaboration')]],
      ['zmtask', [said('Dug zmdug.')]],
      ['task_name', [call('wait_agent', {}, 'a2', 'collaboration')]],
      ['zmdug', [said('All zmall.')]],
    ],
    steps: [{ ask: 'Please zuspawn', turns: 2 }],
  },
  {
    name: 'asynchronous',
    features: ['send_message_to_user_async', 'sleep_tool'],
    model: [
      ['zuasync', [call('send_message_to_user_async', { message: 'Blocker zmblocker found.' }, 'n1')]],
      [
        'accepted',
        [
          call(
            'request_user_input_async',
            { questions: [{ title: 'Which zmtitle?', options: ['zmopta', 'zmoptb'] }] },
            'n2',
          ),
        ],
      ],
      ['n2', [call('sleep', { duration_ms: 1500 }, 'n3', 'clock')]],
      ['n3', [said('Woke zmwoke.')]],
    ],
    steps: [{ ask: 'Ask zuasync' }],
  },
];

/** What differs in a legacy thread. */
const LEGACY_WORDS: Readonly<Record<string, Scene['words']>> = {
  'code-mode': { zmnested: ['assistant'] },
  pictures: { zuapp: null, zumention: null },
  refused: { zmadded: ['assistant'], zmnew: ['assistant'] },
  patches: { zmadded: ['assistant'], zmfig: ['assistant'], zmmoved: ['assistant', 'tool'], zmplum: ['assistant'] },
  // The program asks twice.
  reviews: { zuinstructions: ['user', 'system', 'user', 'user'], zutitle: ['user', 'system', 'user', 'user'] },
};

export const SCENES: readonly Scene[] = [
  ...BOTH,
  ...BOTH.map((scene) => ({
    ...scene,
    name: `${scene.name}-legacy`,
    isLegacy: true,
    words: { ...scene.words, ...LEGACY_WORDS[scene.name] },
  })),
  ...PAGINATED,
];
