/** Rows that a block shows before it is scrolled, and characters of one on a narrow screen: both fewer than there are. */
const [ROWS, WIDTH] = [24, 28];

/** The beginning of a block that shows a text as it is, of a class; one that may have to be scrolled can be reached with keys. */
export function preTag(text: string, name = ''): string {
  const mayScroll = text.length > ROWS * WIDTH || text.split('\n').length + text.length / WIDTH > ROWS;
  return `<pre${name === '' ? '' : ` class="${name}"`}${mayScroll ? ' tabindex="0"' : ''}>`;
}
