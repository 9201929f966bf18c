import { type ChangeReport, MAX_TITLE, type ReportItem, type StepView } from '../../model/change-report.ts';
import { redactedQuote, redactedSentence, redactedTorn } from './redacted.ts';
import type { TextFilter } from './redactor.ts';

export function redactedChange(report: ChangeReport, redact: TextFilter): ChangeReport {
  const { items, remarks, stays, stopped, plan } = report;
  for (const { root } of items) redact.learnPath(root);
  return {
    ...report,
    plan: plan && redact(plan),
    items: items.map((each) => redactedItem(each, redact)),
    remarks: remarks.map((each) => redactedSentence(each, redact)),
    stays: stays?.map((each) => ({ ...each, sentence: redactedSentence(each.sentence, redact) })),
    stopped: stopped && {
      ...stopped,
      reason: redactedSentence(stopped.reason, redact),
      hint: stopped.hint && redactedSentence(stopped.hint, redact),
    },
  };
}

function redactedItem(item: ReportItem, redact: TextFilter): ReportItem {
  const { root, project, id, path, title, newId, reason, next, notes, steps } = item;
  return {
    ...item,
    root: redact(root),
    project: project && redact(project),
    id: id && redact(id),
    path: redact(path),
    ...(title === undefined ? {} : { title: redactedTitle(title, redact) }),
    ...(newId === undefined ? {} : { newId: redact(newId) }),
    reason: reason && redactedSentence(reason, redact),
    next: next && redactedSentence(next, redact),
    notes: notes?.map((each) => redactedSentence(each, redact)),
    ...(steps === undefined ? {} : { steps: eachRedacted(steps, redact) }),
  };
}

/** A redacted title. If it was cut, it may end in half of a secret, which no rule finds. */
function redactedTitle(title: string, redact: TextFilter): string {
  return redact([...title].length < MAX_TITLE ? title : title.replace(/\S+$/, '…'));
}

/** Redacted steps; they may be read several times, each time from the disk. */
function eachRedacted(steps: Iterable<StepView>, redact: TextFilter): Iterable<StepView> {
  return {
    *[Symbol.iterator]() {
      for (const step of steps) yield redactedStep(step, redact);
    },
  };
}

function redactedStep(step: StepView, redact: TextFilter): StepView {
  const { path, to, from, edits } = step;
  return {
    ...step,
    path: redact(path),
    ...(to === undefined ? {} : { to: redact(to) }),
    ...(from === undefined ? {} : { from: redact(from) }),
    ...(edits === undefined
      ? {}
      : {
          edits: edits.map(({ removed, inserted, words, ...edit }) => ({
            ...edit,
            removed: redactedQuote(removed, redact),
            ...(words && { words: words.map((each) => redactedTorn(each, redact)) }),
            inserted: redactedQuote(inserted, redact),
          })),
        }),
  };
}
