import { findingCount, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { SEVERITIES } from '../../model/rules/row.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { countText, printable } from '../text.ts';
import { type MakeReporter, reportPath } from './reporter.ts';

/** Most annotations per severity. GitHub shows ten a step and fifty a job, and logs the rest. */
const MAX_ANNOTATIONS = 50;

const LEVEL = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Reports annotations, fifty per severity; the rest is counted. */
export const github: MakeReporter = (context) => {
  const annotated = { error: 0, warning: 0, info: 0 };
  const omitted = { error: 0, warning: 0, info: 0 };
  return {
    open: () => '',
    finding: (finding) => {
      const { severity } = finding;
      if (annotated[severity] === MAX_ANNOTATIONS) {
        omitted[severity] += findingCount(finding);
        return '';
      }
      annotated[severity]++;
      return annotationOf(finding, reportPath(finding, context));
    },
    close: () => {
      const more = SEVERITIES.flatMap((severity) =>
        omitted[severity] === 0 ? [] : countText(omitted[severity], severity),
      );
      return more.length === 0 ? '' : `::notice title=convo verify::${more.join(', ')} more are not shown here\n`;
    },
  };
};

function annotationOf(finding: PlacedFinding, path: string): string {
  const { severity, code, line, column, id } = finding;
  const place = line === null ? '' : `,line=${line}${column === null ? '' : `,col=${column}`}`;
  const title = `${code} ${ruleOf(code).title}`;
  const text = `${id === null ? '' : `${printable(id)}: `}${sentenceOf(finding)}`;
  return annotation({ level: LEVEL[severity], path, place, title, text });
}

/** An annotation, escaped so that no value ends a property or line. */
export function annotation(content: {
  readonly level: 'error' | 'warning' | 'notice';
  readonly path: string;
  /** Place as `,line=3,col=4`, or empty. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
}): string {
  const { level, path, place, title, text } = content;
  const file = path === '' ? '' : `file=${property(printable(path))}${place},`;
  return `::${level} ${file}title=${property(title)}::${data(printable(text))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
