import { type Json, jsonText } from './json-text.ts';

/** A document of the JSON contract in pieces, its long list one item a line, so that no item is held. */
export interface JsonStream {
  open(): string;
  item(value: Json): string;
  /** The end of the list, and the members that come after it. */
  close(rest: { readonly [key: string]: Json }): string;
}

/** The document of a command whose long list is called `list`. */
export function jsonStream(command: string, list: string): JsonStream {
  let first = true;
  return {
    open: () => `{"schema":1,"command":${jsonText(command)},${jsonText(list)}:[`,
    item: (value) => {
      const lead = first ? '\n' : ',\n';
      first = false;
      return lead + jsonText(value);
    },
    close: (rest) => `${first ? '' : '\n'}],${jsonText(rest).slice(1)}\n`,
  };
}
