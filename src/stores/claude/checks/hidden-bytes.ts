/** What shows that something was said: a message, what was asked or attached meanwhile, what a command said. */
const SAID = [
  '"message"',
  '"type":"user"',
  '"type":"assistant"',
  '"queued_command"',
  '"file"',
  '"edited_text_file"',
  '"local_command"',
  '"compact_boundary"',
];

/** What shows that a record is the program's own. */
const OWN = ['"attachment"', '"type":"system"'];

/** May bytes that the program does not read hold anything that it would send as said: a record of which too little is left may. */
export function maySay(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return SAID.some((key) => text.includes(key)) || !OWN.some((key) => text.includes(key));
}
