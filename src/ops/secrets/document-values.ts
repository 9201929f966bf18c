import { isKeyValue, matchAt } from './assigned-values.ts';
import { isMixed, isRandom } from './memorable.ts';
import { LISTED, type RuleMatch } from './rule-parts.ts';

const KIND = /\bkind["']?[ \t]{0,3}:[ \t]{0,3}["']?Secret(?![\w-])/;
const DATA = /(?<![\w.-])["']?(stringData|data)["']?[ \t]{0,3}:[ \t]{0,3}\{?[ \t]{0,3}(?:\r?\n)?/g;
const ENTRY = new RegExp(
  String.raw`${LISTED}["']?[\w.-]{1,253}["']?:[ \t]{0,3}["']?([^\s"',{}|<>\]]{6,4000})["']?[ \t]{0,3},?[ \t]{0,3}(?:\r?\n|(?=["'}<\]])|$)`,
  'y',
);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Values in the data of a Secret of Kubernetes, whatever their names. */
export function* kubernetesValues(text: string): Generator<RuleMatch> {
  let from = 0;
  for (const document of text.split(/^---/m)) {
    if (KIND.test(document))
      for (const { 0: whole, 1: name, index } of document.matchAll(DATA))
        yield* entriesAt(text, from + index + whole.length, name === 'data');
    from += document.length + '---'.length;
  }
}

function* entriesAt(text: string, start: number, isEncoded: boolean): Generator<RuleMatch> {
  let at = start;
  for (;;) {
    ENTRY.lastIndex = at;
    const [whole, value = ''] = ENTRY.exec(text) ?? [];
    if (whole === undefined) return;
    if (isSecret(isEncoded && BASE64.test(value) ? atob(value).trim() : value))
      yield matchAt(at, whole.lastIndexOf(value), value);
    at += whole.length;
  }
}

function isSecret(value: string): boolean {
  return isKeyValue(value) || isMixed(value) || isRandom(value);
}

const INSERT =
  /\binsert\s{1,9}(?:\w{1,20}\s{1,9})?into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\(([^()]{1,600})\)\s{0,20}values/gi;
const PASSWORD_COLUMN = /^\W*(?:\w*_)?(?:password|passwd|passphrase|pwd|secret|token|api_?key)\W*$/i;
const ROW = new RegExp(
  String.raw`,?[ \t]{0,20}(?:\r?\n${LISTED})?\(((?:[^()']|'(?:[^'\\]|''|\\.)*')*)\)[ \t]{0,20}`,
  'y',
);
const FIELD = /(?:^|,)\s*('(?:[^'\\]|''|\\.)*'|[^,']*)/g;
const TEXT = /^'([^'\s\\]{6,200})'$/;

/** Texts that SQL puts into a column of passwords. */
export function* insertedPasswords(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: names = '', index } of text.matchAll(INSERT)) {
    const columns = names.split(',').map((name) => PASSWORD_COLUMN.test(name));
    for (const { fields, at } of rowsAt(text, index + whole.length))
      for (const [n, { 0: field, 1: inside = '', index: from }] of [...fields.matchAll(FIELD)].entries()) {
        const [, value] = TEXT.exec(inside) ?? [];
        if (columns[n] && value !== undefined) yield matchAt(at + from, field.lastIndexOf(value), value);
      }
  }
}

function* rowsAt(text: string, start: number): Generator<{ readonly fields: string; readonly at: number }> {
  for (let at = start; ; ) {
    ROW.lastIndex = at;
    const [whole, fields] = ROW.exec(text) ?? [];
    if (whole === undefined || fields === undefined) return;
    yield { fields, at: at + whole.indexOf('(') + '('.length };
    at += whole.length;
  }
}
