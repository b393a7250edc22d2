// Selects rows of the board: all at once, a range with Shift, and says how many there are.
import { countText, pickForm } from '../pages/desk/rows/board-table.ts';
import { need } from './page.ts';

const selector = `input[form="${pickForm}"]`;

export function followPicks(board: HTMLElement): void {
  const said = document.querySelector('#picked');
  if (!said) return;
  const boxes = () => [...board.querySelectorAll<HTMLInputElement>(selector)];
  const all = document.createElement('input');
  all.type = 'checkbox';
  all.setAttribute('aria-label', 'Select all');
  need('thead th', HTMLElement, board).replaceChildren(all);
  let last: HTMLInputElement | undefined;
  const say = () => {
    const own = boxes();
    const count = own.filter(({ checked }) => checked).length;
    all.checked = count > 0 && count === own.length;
    all.indeterminate = count > 0 && count < own.length;
    said.textContent = count === 0 ? 'Select jobs to assign them.' : `${countText(count)} selected`;
  };
  board.addEventListener('click', ({ target, shiftKey }) => {
    if (target === all) for (const box of boxes()) box.checked = all.checked;
    else if (target instanceof HTMLInputElement && target.matches(selector)) {
      const own = boxes();
      const ends = [own.indexOf(last ?? target), own.indexOf(target)];
      const range = own.slice(Math.min(...ends), Math.max(...ends) + 1);
      if (shiftKey) for (const box of range) box.checked = target.checked;
      last = target;
    } else return;
    say();
  });
  say();
}
