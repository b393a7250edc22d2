// Goes to a page of the menu, or to what the search finds: a combobox in a dialog (ARIA practices).
import { parsePage } from './page.ts';

/** Debounce of a search while it is typed, ms. */
const typedMs = 200;
const shownMax = 12;

export interface Palette {
  open(): void;
}

interface Way {
  label: string;
  /** Kind of thing. */
  about: string;
  href: string;
}

const wayOf = ({ textContent, href }: HTMLAnchorElement, about: string): Way => ({
  label: textContent.trim(),
  ...{ about, href },
});

const pageWays = (): Way[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('#pages ul a')].map((link) =>
    wayOf(link, 'Page'),
  );

/** Address of the search page for a text; undefined without a search in the frame, or under two characters. */
function addressOf(text: string): string | undefined {
  const form = document.querySelector<HTMLFormElement>('form.search');
  const name = form?.querySelector('input')?.name;
  if (!form || name === undefined || text.length < 2) return undefined;
  return `${form.action}?${new URLSearchParams([[name, text]])}`;
}

async function foundWays(address: string): Promise<Way[]> {
  const answer = await fetch(address, { redirect: 'error' });
  const page = parsePage(await answer.text());
  return [...page.querySelectorAll<HTMLAnchorElement>('#found li a')].map((link) =>
    wayOf(link, link.closest('section')?.querySelector('h2')?.textContent ?? ''),
  );
}

export function createPalette(): Palette {
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', 'Go to');
  const input = document.createElement('input');
  Object.assign(input, { type: 'search', maxLength: 64, autocomplete: 'off', role: 'combobox' });
  Object.assign(input, { ariaLabel: 'Page, job, driver or site', ariaExpanded: 'true' });
  input.setAttribute('aria-controls', 'ways');
  const ways = document.createElement('ul');
  Object.assign(ways, { id: 'ways', role: 'listbox', ariaLabel: 'Ways' });
  dialog.append(input, ways);
  document.body.append(dialog);
  const list = createList(input, ways);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function type(): void {
    clearTimeout(timer);
    const text = input.value.trim();
    const own = pageWays().filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    list.show(own);
    const address = addressOf(text);
    if (address === undefined) return;
    timer = setTimeout(async () => {
      const found = await foundWays(address).catch(() => []);
      if (input.value.trim() !== text) return;
      list.show([...own, ...found, { label: `Search for “${text}”`, about: '', href: address }]);
    }, typedMs);
  }
  input.addEventListener('input', type);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return {
    open: () => {
      input.value = '';
      type();
      dialog.showModal();
    },
  };
}

/** The arrows choose, Enter goes there. */
function createList(input: HTMLInputElement, list: HTMLElement) {
  let chosen = 0;
  const chosenItem = () => list.querySelector<HTMLElement>('[aria-selected=true]');
  function choose(n: number): void {
    const items = [...list.children];
    chosen = items.length === 0 ? 0 : (n + items.length) % items.length;
    for (const [each, item] of items.entries()) {
      item.setAttribute('aria-selected', String(each === chosen));
    }
    items[chosen]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[chosen]?.id ?? '');
  }
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'ArrowDown') choose(chosen + 1);
    else if (key === 'ArrowUp') choose(chosen - 1);
    else if (key === 'Enter') chosenItem()?.click();
    else return;
    event.preventDefault();
  });
  return {
    show: (ways: readonly Way[]) => {
      list.replaceChildren(...ways.slice(0, shownMax).map(itemOf));
      choose(0);
    },
  };
}

function itemOf({ label, about, href }: Way, n: number): HTMLElement {
  const item = document.createElement('li');
  Object.assign(item, { id: `way-${n}`, role: 'option', textContent: label });
  const kind = document.createElement('span');
  Object.assign(kind, { className: 'soft', textContent: about });
  item.append(' ', kind);
  item.addEventListener('click', () => location.assign(href));
  return item;
}
