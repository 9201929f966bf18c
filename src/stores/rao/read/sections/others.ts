import { quote } from '../../../../codecs/json/quote.ts';
import { isComplete, isString, lexemeOf, textOf } from '../../../../codecs/json/value.ts';
import type { Rds, RdsValue } from '../../../../codecs/rds/read-rds.ts';
import type { Section } from '../../../../model/conversation.ts';
import { baseName } from '../../../path.ts';
import type { Background } from '../../decode/background.ts';
import type { JsonFile } from '../../decode/json-file.ts';
import type { Plots } from '../../decode/plots.ts';

/** A summary that was being made, and what older programs kept of one. */
export function backgroundSection(all: readonly (Background | null)[]): Section | null {
  const files = all.flatMap((each) => each?.file ?? []);
  if (files.length === 0) return null;
  const source = `{${files.map((file) => `${quote(baseName(file.part.path))}:${sourceOf(file)}`).join(',')}}`;
  return { key: 'background_summarization', title: 'summary in the making', value: { source } };
}

/** The names of the plots, by the call that drew them; the images stand in the messages. */
export function plotsSection(plots: readonly Plots[]): Section | null {
  if (plots.length === 0) return null;
  const entries = plots.map(({ file, callId, names }) => {
    const path = `plots/${baseName(file.part.path)}`;
    return `{"file":${quote(path)},"callId":${callId ?? 'null'},"plots":[${names.map(quote).join(',')}]}`;
  });
  return {
    key: 'plots',
    title: 'plots',
    value: { source: `[${entries.join(',')}]` },
    lines: plots.map(({ callId, names }) => `call ${callId ?? 'unknown'}: ${names.join(', ')}`),
  };
}

/** Flags that R keeps; those that are no plain values are null. */
export function varsSection(vars: Rds | null): Section | null {
  if (vars === null) return null;
  const source =
    vars.state === 'read'
      ? `{${[...vars.values].map(([name, value]) => `${quote(name)}:${plain(value)}`).join(',')}}`
      : `{${quote(vars.state)}:${quote(vars.why)}}`;
  return { key: 'conversation_vars', title: 'conversation variables', value: { source } };
}

/** R has no single values: a vector of one is one. */
function plain(value: RdsValue): string {
  if (value === null) return 'null';
  const items = value.map((each) => (typeof each === 'string' ? quote(each) : number(each)));
  return items.length === 1 ? (items[0] ?? 'null') : `[${items.join(',')}]`;
}

function number(value: boolean | number | null): string {
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value);
}

/** A file of Erdos as it is. */
export function fileSection(key: string, title: string, file: JsonFile | null): Section | null {
  return file === null ? null : { key, title, value: { source: sourceOf(file) } };
}

/** The document of a file; null for one that is broken. */
function sourceOf({ root, tape }: JsonFile): string {
  if (root === null || !isComplete(root) || tape.fault !== null) return 'null';
  return isString(root) ? quote(textOf(root)) : lexemeOf(root);
}
