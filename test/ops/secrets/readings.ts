/** All that a text may be read as, without white space: as it is, without its escapes, and with what is base64 in it decoded. */
export function readings(text: string): string {
  const levels = [text];
  for (let depth = 0; depth < 4; depth++) levels.push(unescapedOnce(levels.at(-1) ?? ''));
  const inside = (text.match(/[A-Za-z\d+/]{24,}={0,2}/g) ?? []).map((run) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
  return [...levels, ...inside].join('|').replace(/[\s\\]+/g, '');
}

function unescapedOnce(text: string): string {
  return text
    .replace(/\\+u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+n/g, '');
}
