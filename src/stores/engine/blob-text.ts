import { isUtf8 } from 'node:buffer';

/** What a resource of a server holds in base64: its text, else its type and size. */
export function blobText(base64: string, type: string | null): string {
  const bytes = Buffer.from(base64, 'base64');
  if (isUtf8(bytes) && !bytes.some(isControl)) return bytes.toString();
  const size = `${bytes.length} bytes`;
  return type === null ? `[${size}]` : `[${type}, ${size}]`;
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b;
}
