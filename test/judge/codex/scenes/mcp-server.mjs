import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server of tools that answers by a script: the file that is its argument has a result for each tool, or what it asks the user. */
const tools = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let asked = 0;

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'orchard', version: '1' },
  }),
  'tools/list': () => ({
    tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
  }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: tools.resource }] }),
  'tools/call': ({ name }) => {
    const { elicit, error, ...result } = tools[name];
    if (error !== undefined) throw new Error(error);
    return elicit === undefined ? result : ask(elicit);
  },
};

function ask(params) {
  const id = `asked-${++asked}`;
  send({ id, method: 'elicitation/create', params });
  return new Promise((resolve) => {
    waiting.set(id, (answer) => resolve({ content: [{ type: 'text', text: `Answered ${JSON.stringify(answer)}` }] }));
  });
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? error);
  if (id === undefined) return;
  try {
    send({ id, result: (await ANSWERS[method]?.(params)) ?? {} });
  } catch ({ message }) {
    send({ id, error: { code: -32000, message } });
  }
});
