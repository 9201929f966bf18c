import type { HomeReport } from '../../model/home-report.ts';
import { dueText, storesIn } from '../home/sums.ts';
import { bytesText, countText, numberText } from '../numbers.ts';
import { totalOf } from '../stats-by.ts';
import { timeText } from '../time.ts';
import { HOME_STYLE } from './assets.ts';
import { commandHtml, escapeHtml } from './escape.ts';
import { pageEnd, pageHead } from './frame.ts';
import { type HomeSection, homeSections } from './home-sections.ts';

/** Self-contained overview page. `commandPrefix`: command line up to the verb. */
export function* homePage(report: HomeReport, commandPrefix: string): Generator<string> {
  const sections = homeSections(report, commandPrefix).filter(({ html }) => html !== '');
  const { conversations } = totalOf(report.stores);
  const stores = storesIn(report);
  const title = `${countText(conversations, 'conversation')} in ${countText(stores.length, 'store')}`;
  yield pageHead(title, [HOME_STYLE]);
  yield '<a class="skip" href="#report">to the report</a>\n<nav aria-label="contents">\n<ol class="plain">\n';
  for (const { id, name } of sections) yield `<li><a href="#${id}">${escapeHtml(name)}</a></li>\n`;
  yield `</ol>\n</nav>\n<div>\n<header>\n<h1>${title}</h1>\n`;
  yield `<p class="facts">as of ${timeText(report.now)} UTC; ${commandHtml(`${commandPrefix} report --html`)}</p>\n`;
  yield `${figures(report)}</header>\n<main id="report">\n`;
  yield* sections.map(sectionHtml);
  yield `</main>\n</div>\n${pageEnd()}`;
}

function sectionHtml({ id, name, html }: HomeSection): string {
  return `<section id="${id}" data-find><h2>${escapeHtml(name)}</h2>\n${html}</section>\n`;
}

function figures({ stores, summary, due }: HomeReport): string {
  const { conversations, messages, bytes, unreadable } = totalOf(stores);
  const { errors, warnings, unjudged } = summary;
  const all = [
    ['conversations', numberText(conversations), ''],
    ['messages', numberText(messages), ''],
    ['size', bytesText(bytes), ''],
    ['errors', numberText(errors), errors > 0 ? 'bad' : 'good'],
    ['warnings', numberText(warnings), warnings > 0 ? 'warn' : 'good'],
    ...(unreadable > 0 ? [['unreadable', numberText(unreadable), 'bad']] : []),
    ...(unjudged > 0 ? [['not judged', numberText(unjudged), 'bad']] : []),
    ...(due.length > 0 ? [['deleted soon', numberText(due.length), 'warn']] : []),
  ] as const;
  const items = all.map(([name, value, look]) => {
    const mark = look === '' ? '' : ` class="${look}"`;
    return `<div><dt>${name}</dt><dd${mark}>${escapeHtml(String(value))}</dd></div>`;
  });
  const said = due.length === 0 ? '' : `<p class="finding warning">${dueText(due)}</p>\n`;
  return `<dl class="figures">${items.join('')}</dl>\n${said}`;
}
