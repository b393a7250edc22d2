// The selected job beside the board. Its id is the fragment of the address: a reload keeps it.
import { need } from '@svc/web/browser/page-element';
import { readPage } from './page.ts';

/** Keys move over many rows; changes of a job come in groups. */
const gatherMs = 120;
const mapMs = 60_000;
const retryMs = 5_000;

/** The panel stands beside the list; up to 90rem `dispatch.css` hides it until it has a job. */
const wide = matchMedia('(width >= 80rem)');

export interface BoardPanel {
  select(row: HTMLElement): void;
  /** After a change of the job. */
  changed(id: string): void;
  /** The row of the selected job. */
  row(): HTMLElement | undefined;
}

const hint = 'Select a job to see it here.';

/** The picture of a page's map, with what its marks mean. */
function mapIn(page: Document): (string | Node)[] {
  const map = document.createElement('div');
  map.className = 'map';
  map.append(need('.picture', HTMLElement, page));
  const link = document.createElement('a');
  link.className = 'button';
  link.href = '/desk/map';
  link.textContent = 'Open the map';
  return [hint, map, need('.legend', HTMLElement, page), link];
}

/** Shows where vehicles and jobs are while there is room for it. */
function keepMap(panel: HTMLElement, hasRoom: () => boolean): void {
  const failed = () => {};
  const show = (page: Document) => hasRoom() && panel.replaceChildren(...mapIn(page));
  const read = () => {
    if (hasRoom() && !document.hidden) void readPage({ show, failed }, '/desk/map/panel');
  };
  panel.replaceChildren(hint);
  // Told at once, and when a wider window makes room.
  new ResizeObserver(() => panel.querySelector('.map') ?? read()).observe(panel);
  setInterval(read, mapMs);
}

export function createPanel(rowOf: (id: string) => HTMLElement | undefined): BoardPanel {
  const panel = need('#panel', HTMLElement);
  let selected = decodeURIComponent(location.hash.slice(1));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isShown = () => getComputedStyle(panel).display !== 'none';

  function show(page: Document): void {
    const next = need('#job-panel', HTMLElement, page);
    for (const form of next.querySelectorAll('form')) {
      form.action = form.getAttribute('action') + location.search;
    }
    panel.replaceChildren(document.importNode(next, true));
  }
  function read(afterMs = gatherMs): void {
    clearTimeout(timer);
    if (selected === '' || !wide.matches) return;
    timer = setTimeout(async () => {
      const id = selected;
      await readPage(
        {
          show: (page) => id === selected && show(page),
          failed: () => {
            if (id !== selected) return;
            panel.replaceChildren('This job could not be read. It is tried again.');
            read(retryMs);
          },
        },
        `/desk/jobs/${encodeURIComponent(id)}/panel`,
      );
    }, afterMs);
  }
  function mark(row: HTMLElement | undefined): void {
    document.querySelector('#board [aria-current]')?.removeAttribute('aria-current');
    row?.setAttribute('aria-current', 'true');
  }
  panel.hidden = false;
  keepMap(panel, () => selected === '' && isShown());
  mark(rowOf(selected));
  read();
  return {
    select: (row) => {
      selected = row.dataset.job ?? '';
      history.replaceState(null, '', `#${encodeURIComponent(selected)}`);
      mark(row);
      read();
    },
    changed: (id) => {
      if (id === selected) read();
    },
    row: () => rowOf(selected),
  };
}
