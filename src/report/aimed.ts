/** Commands that look at stores. */
const AT_STORES =
  /`convo (?=(?:archive|delete|fork|heal|list|migrate|redo|restore|resume|runs|seal|show|undo|verify|why)\b)(?!\S+ --help)/g;

/** A sentence whose commands look at the stores of this command line: `again` is its beginning, up to the verb. */
export function aimed(text: string, again: string): string {
  return text.replace(AT_STORES, () => `\`${again} `);
}

/** The same for a command by itself: the page of a code is the same for all stores. */
export function aimedCommand(command: string, again: string): string {
  return command.replace(/^convo (?!explain )/, () => `${again} `);
}
