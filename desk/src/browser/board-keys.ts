// Single keys of the board; a person can turn them off (WCAG 2.2, 2.1.4).
import { need } from '@svc/web/browser/page-element';
import { boardKeys } from '../pages/desk/rows/board-keys.ts';
import { pickForm } from '../pages/desk/rows/board-table.ts';
import type { BoardPanel } from './board-panel.ts';

const stored = 'board-keys';

const isBoardKey = (key: string): key is keyof typeof boardKeys => Object.hasOwn(boardKeys, key);

/** Keys act on the selected row. */
export function followKeys({ row, select }: BoardPanel): void {
  const help = need('#board-keys', HTMLElement);
  const isOn = need('#board-keys-on', HTMLInputElement);
  need('[popovertarget=board-keys]', HTMLElement).hidden = false;
  isOn.checked = localStorage.getItem(stored) !== 'off';
  isOn.addEventListener('change', () => localStorage.setItem(stored, isOn.checked ? 'on' : 'off'));

  const move = (step: 1 | -1) => {
    const own = row();
    const sibling = step === 1 ? 'nextElementSibling' : 'previousElementSibling';
    const next = own ? own[sibling] : document.querySelector('#board tbody tr');
    if (!(next instanceof HTMLElement)) return;
    next.querySelector<HTMLElement>('th a')?.focus();
    next.scrollIntoView({ block: 'nearest' });
    select(next);
  };
  const first = (...selectors: string[]) =>
    selectors
      .map((each) => document.querySelector<HTMLElement>(each))
      .find((each) => each?.checkVisibility());
  const acts: Readonly<Record<keyof typeof boardKeys, () => void>> = {
    j: () => move(1),
    k: () => move(-1),
    x: () => row()?.querySelector<HTMLElement>(`input[form="${pickForm}"]`)?.click(),
    a: () =>
      first(
        '.bulk:not([data-none]) select',
        '#job-panel li form button',
        '#job-panel form select',
      )?.focus(),
    u: () => first('#board-notice form button')?.click(),
    '/': () => first('.search input')?.focus(),
    '?': () => help.togglePopover(),
  };
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isTyped =
      target instanceof HTMLElement &&
      target.matches('input:not([type=checkbox]), select, textarea');
    if (!isBoardKey(key) || isTyped || ctrlKey || metaKey || altKey || !isOn.checked) return;
    event.preventDefault();
    acts[key]();
  });
}

/** What is chosen by pointer filters at once; keys pass over many choices on their way to one. */
export function followFilter(form: HTMLFormElement): void {
  let isPointed = false;
  form.addEventListener('pointerdown', () => {
    isPointed = true;
  });
  form.addEventListener('keydown', () => {
    isPointed = false;
  });
  form.addEventListener('change', () => isPointed && form.requestSubmit());
}
