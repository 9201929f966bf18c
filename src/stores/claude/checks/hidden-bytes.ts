/** What shows that something was said: a message, what was asked or attached meanwhile, what a command said. */
const SAID = [
  '"message"',
  '"type":"user"',
  '"type":"assistant"',
  '"queued_command"',
  '"file"',
  '"edited_text_file"',
  '"local_command"',
];

/** How a record begins that is the program's own. What only ends like one may have begun as another. */
const OWN =
  /^[^{]*\{"parentUuid":(?:null|"[^"]*"),(?:"logicalParentUuid":"[^"]*",)?"isSidechain":false,(?:"attachment":\{|"type":"system",)/;
/** Bytes in which a record says what it is. */
const HEAD = 4096;

/** May bytes that the program does not read hold anything that it would send as said: a record of which too little is left may. */
export function maySay(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return SAID.some((key) => text.includes(key)) || !OWN.test(text.toString('latin1', 0, HEAD));
}
