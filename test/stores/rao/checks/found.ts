import type { Code, Finding } from '../../../../src/model/finding.ts';
import { type Files, openFiles } from '../open-folder.ts';

/** All findings of one conversation in a base of its own. */
export function findingsIn(files: Files, id = '1'): readonly Finding[] {
  return [...openFiles(files, id).findings()];
}

/** Their codes, in the order in which they are found. */
export function codesIn(files: Files, id = '1'): readonly Code[] {
  return findingsIn(files, id).map(({ code }) => code);
}

/** The codes of a log of these messages, each as JSON. */
export function codesOf(...messages: readonly string[]): readonly Code[] {
  return codesIn({ 'conversation_log.json': `[${messages.join(',')}]` });
}

export const QUESTION = '{"id":1,"role":"user","content":"How much rain?","original_query":true}';
export const ANSWER = '{"id":2,"role":"assistant","content":"Little.","related_to":1}';

/** A log with nothing to say of. */
export const LOG = `[${QUESTION},${ANSWER}]\n`;

/** A call as a message. */
export function callOf(id: number, more: { name?: string; args?: string; callId?: string } = {}): string {
  const { name = 'read_file', args = '"{\\"filename\\":\\"rain.csv\\"}"', callId = `call_${id}` } = more;
  return `{"id":${id},"role":"assistant","function_call":{"name":"${name}","arguments":${args},"call_id":"${callId}","msg_id":${id}},"related_to":1}`;
}

/** An output as a message. */
export function outputOf(id: number, callId: string, text = 'ok'): string {
  return `{"id":${id},"type":"function_call_output","call_id":"${callId}","output":"${text}","related_to":1}`;
}
