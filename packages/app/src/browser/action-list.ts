/** Recorded actions: those that wait, and those that were refused, with the ways on. */
import { type ActionHold, isReport, isTransfer, type RecordedAction } from '../domain/action.ts';
import type { App } from './app.ts';
import { element } from './dom.ts';
import { discardAction } from './records.ts';
import { actionLabels, clockTime, holdReasons, refusalHints } from './words.ts';

export function actionList(app: App, actions: readonly RecordedAction[]): Node[] {
  if (actions.length === 0) return [];
  return [
    element('h2', {}, 'Recorded here, not sent yet'),
    element('ul', { class: 'queue' }, ...actions.map((action) => item(app, action))),
  ];
}

function item(app: App, action: RecordedAction): HTMLElement {
  const { type, at, ref, refusal, hold } = action;
  const head = element('strong', {}, `${actionLabels(type).done}, ${clockTime(at)}`);
  if (!refusal && hold) return heldItem(head, ref, hold);
  if (!refusal) return element('li', {}, head, ` ${ref}: waiting`);
  const hint = refusalHints[refusal.code];
  const why = refusal.detail === '' ? refusal.code : refusal.detail;
  return element(
    'li',
    { class: 'refused' },
    head,
    element('p', {}, `${ref}: refused. ${why}`),
    hint === undefined ? undefined : element('p', {}, hint),
    isReport(type)
      ? undefined
      : element('p', { class: 'soft' }, 'Later steps of this job wait until you decide.'),
    element('a', { href: correctionOf(action), class: 'wide' }, 'Correct and send again'),
    discard(app, action),
  );
}

/** A transfer is corrected for all of its jobs, from the other phone's code on. */
const correctionOf = ({ id, job_id, type }: RecordedAction): string =>
  isTransfer(type) ? `#${type}` : `#correct=${id}&job=${job_id}`;

const heldItem = (
  head: HTMLElement,
  ref: string,
  { code, detail, until }: ActionHold,
): HTMLElement =>
  element(
    'li',
    { class: 'refused' },
    head,
    element('p', {}, `${ref}: waits until ${clockTime(until)}. ${holdReasons[code] ?? detail}`),
    element('p', {}, 'Then it is sent by itself. Later steps of this job wait, other jobs go on.'),
  );

function discard(app: App, { id, type }: RecordedAction): HTMLElement {
  const confirm = async () => {
    await discardAction(app.db, id);
    await app.stored();
  };
  return element(
    'details',
    { id: `discard-${id}` },
    element('summary', {}, 'Discard'),
    element('p', {}, 'It is deleted from this device and not sent. There is no way back.'),
    element(
      'button',
      { type: 'button', class: 'other', onclick: confirm, id: `discarded-${id}` },
      `Discard: ${actionLabels(type).done}`,
    ),
  );
}
