import { faultOf } from './fault.ts';
import type { TenexPass } from './pass.ts';

/** Takes away what follows a whole document. */
export const rest: TenexPass = (document) => {
  const { bytes, tape } = document;
  const code = faultOf(document)?.code;
  if (code !== 'TX007' && code !== 'TX008' && code !== 'TX009') return null;
  const remove = bytes.length - tape.end;
  const second = code === 'TX009' ? ': a second document, and only the first one is kept' : '';
  return {
    codes: [code],
    edits: [{ at: tape.end, remove, insert: new Uint8Array() }],
    notes: [`leaves out ${remove} ${remove === 1 ? 'byte' : 'bytes'} after the document${second}`],
  };
};
