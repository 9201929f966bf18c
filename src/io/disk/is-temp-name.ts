/** True for the names under which a run of convo builds files or sets them aside. */
export function isTempName(name: string): boolean {
  return TEMP.test(name);
}

const TEMP = /^\..*\.convo-\d{8}T\d{6}Z-[0-9a-f]{4}-/s;
