const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\u2212-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Is a text a time as the program takes it (RFC 3339): an item of a paginated thread without one is not shown. */
export function isInstant(text: string): boolean {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return false;
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
