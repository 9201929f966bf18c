/** A line of a manifest as sha256sum writes it: a name with a backslash or a line end is escaped, and its line begins with a backslash. */
export function sumLine(name: string, digest: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/** The name and hash in a line without its line end; null for any other text. */
export function parsedSumLine(line: string): { readonly name: string; readonly digest: string } | null {
  const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(line);
  if (match === null) return null;
  const [, mark, digest = '', written = ''] = match;
  const name = mark === '' ? written : written.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
  return { name, digest };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
