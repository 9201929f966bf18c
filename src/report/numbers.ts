/** `1 file`, `12,340 files`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** With thousands separators. */
export function numberText(count: number): string {
  return Math.abs(count) < 1000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `812 bytes`, `4.1 KB`; a KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

export function archivedText(archived: number, way: string): string {
  return `convo: ${countText(archived, 'archived conversation is', 'archived conversations are')} left out: ${way}`;
}
