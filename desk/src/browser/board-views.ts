// Named views of the board, kept by this browser: addresses with filter, order and columns.
import { need } from '@svc/web/browser/page-element';
import { html } from '@svc/web/html';

const stored = 'board-views';
const doneNames = ['assigned', 'held', 'sent', 'starting_after'];

export function followViews(): void {
  const box = need('#board-views', HTMLElement);
  const list = need('ul', HTMLElement, box);
  const name = need('input', HTMLInputElement, box);
  box.hidden = false;
  const views = new Map<string, string>(JSON.parse(localStorage.getItem(stored) ?? '[]'));
  const show = (): void => {
    list.innerHTML = html`${[...views].map(
      ([name, search]) => html`<li><a href="/desk${search}">${name}</a>
<button type="button" class="plain" value="${name}" aria-label="Remove ${name}">Remove</button></li>`,
    )}`.markup;
  };
  const keep = (): void => {
    localStorage.setItem(stored, JSON.stringify([...views]));
    show();
  };
  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement && views.delete(target.value)) keep();
  });
  need('form', HTMLFormElement, box).addEventListener('submit', (event) => {
    event.preventDefault();
    const search = new URLSearchParams(location.search);
    for (const each of doneNames) search.delete(each);
    views.set(name.value.trim(), search.size === 0 ? '' : `?${search}`);
    keep();
  });
  show();
}
