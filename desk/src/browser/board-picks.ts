// Selects rows of the board: all at once, a range with Shift, and says how many there are.
import { need } from '@svc/web/browser/page-element';
import { pickedMax } from '../pages/desk/rows/assignable-jobs.ts';
import { countText, pickForm } from '../pages/desk/rows/board-table.ts';

const selector = `input[form="${pickForm}"]`;

const tick = (boxes: readonly HTMLInputElement[], checked: boolean): void => {
  for (const box of boxes) Object.assign(box, { checked });
};

/** Returns what tells how many there are, for when rows changed. */
export function followPicks(board: HTMLElement): () => void {
  const boxes = () => [...board.querySelectorAll<HTMLInputElement>(selector)];
  const all = document.createElement('input');
  all.type = 'checkbox';
  all.setAttribute('aria-label', 'Select all');
  need('thead th', HTMLElement, board).replaceChildren(all);
  /** Selects the jobs that can be assigned; all where there are none. */
  const wholes = () => {
    const free = boxes().filter(({ dataset }) => dataset.assignable !== undefined);
    return free.length > 0 ? free : boxes();
  };
  let last: HTMLInputElement | undefined;
  const say = () => {
    const said = document.querySelector<HTMLElement>('#picked');
    if (!said) return;
    const own = boxes();
    const count = own.filter(({ checked }) => checked).length;
    all.checked = count > 0 && count === wholes().length;
    all.indeterminate = count > 0 && count < own.length;
    const most = count > pickedMax ? `, at most ${pickedMax} at once` : '';
    const text =
      count === 0 ? 'Select jobs to assign them.' : `${countText(count)} selected${most}`;
    const ids = own.flatMap(({ checked, value }) => (checked ? [value.replace(/\.\d+$/, '')] : []));
    const labels = document.querySelector<HTMLAnchorElement>('#labels');
    if (labels) Object.assign(labels, { hidden: false, search: `jobs=${ids}` });
    if (said.textContent !== text) said.textContent = text;
    said.parentElement?.toggleAttribute('data-none', count === 0);
  };
  board.addEventListener('click', ({ target, shiftKey }) => {
    if (target === all) tick(all.checked ? wholes() : boxes(), all.checked);
    else if (target instanceof HTMLInputElement && target.matches(selector)) {
      const own = boxes();
      const ends = [own.indexOf(last ?? target), own.indexOf(target)];
      const range = own.slice(Math.min(...ends), Math.max(...ends) + 1);
      if (shiftKey) tick(range, target.checked);
      last = target;
    } else return;
    say();
  });
  say();
  return say;
}
