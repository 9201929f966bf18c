import { PassThrough } from 'node:stream';
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { OUTPUT_SCHEMAS, type ToolName, type ToolOutput } from '../../../src/cli/mcp/schemas.ts';
import { call } from '../call.ts';

/** A client of a server that runs in this process, on streams in the place of pipes, until the test ends. */
export async function connectedTo(
  argv: readonly string[],
  where: { readonly home: string; readonly cwd: string },
  vars: Readonly<Record<string, string>> = {},
) {
  const input = new PassThrough();
  const transport: Transport = {
    start: async () => {},
    send: async (message: JSONRPCMessage) => void input.write(`${JSON.stringify(message)}\n`),
    close: async () => void input.end(),
  };
  let held = '';
  const write = (chunk: string | Uint8Array, done: () => void) => {
    held += Buffer.from(chunk).toString();
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) transport.onmessage?.(JSON.parse(line));
    done();
  };
  const stdin = Object.assign(input, { isTTY: false });
  const ended = call(['mcp', ...argv], { ...where, vars, over: { stdin, stdout: { write, on: () => {} } } });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const ask = async <Name extends ToolName>(
    name: Name,
    given: Record<string, unknown> = {},
    meta?: Record<string, unknown>,
  ) => {
    const answer = await client.callTool({ name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) });
    const [first] = answer.content;
    const text = first?.type === 'text' ? first.text : '';
    const value = (): ToolOutput<Name> => OUTPUT_SCHEMAS[name].parse(answer.structuredContent) as ToolOutput<Name>;
    return { isError: answer.isError, text, value };
  };
  return { client, ask, ended };
}
