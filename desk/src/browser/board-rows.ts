// Rows of the board: they stay the same elements, in their order, and change cell by cell.
import { need } from '@svc/web/browser/page-element';
import { placeAmong } from '../pages/desk/rows/board-rows.ts';
import { cellOf, dueCell, temperatureCell } from '../pages/desk/rows/board-table.ts';
import { createSight } from './frame-queue.ts';

export const body = need('#board tbody', HTMLTableSectionElement);
/** Rows by the id of their job. */
export const rows = new Map<string, HTMLTableRowElement>();
export const sight = createSight(({ dataset }) => dataset.job);
/** Temperatures by the id of the vehicle, as the stream sent them. */
export const readings = new Map<string, number | null>();
/** Sort in the address; `-due` shows the last first. */
export const sort = new URLSearchParams(location.search).get('sort') ?? undefined;

export function add(id: string, row: HTMLTableRowElement): void {
  const own = document.importNode(row, true);
  rows.set(id, own);
  sight.observe(own);
  place(own);
}

export function remove(id: string, own: HTMLTableRowElement | undefined): void {
  if (!own) return;
  rows.delete(id);
  sight.unobserve(own);
  own.remove();
}

/** So that focus, selection and scroll position stay. */
export function update(own: HTMLTableRowElement, next: HTMLTableRowElement): void {
  const { rank, due, sort: key } = own.dataset;
  Object.assign(own.dataset, next.dataset);
  for (const [n, cell] of [...next.cells].entries()) {
    const before = own.cells[n];
    if (before && !before.isEqualNode(cell)) before.replaceWith(document.importNode(cell, true));
  }
  const { dataset } = own;
  if (rank === dataset.rank && due === dataset.due && key === dataset.sort) return;
  const focused = document.activeElement;
  own.remove();
  place(own);
  refocus(focused);
}

function place(row: HTMLTableRowElement): void {
  body.insertBefore(row, body.rows[placeAmong(body.rows, row.dataset, sort)] ?? null);
}

/** Moving an element takes the focus from it. */
function refocus(focused: Element | null): void {
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

export const parts = {
  /** The due time of an open job tells how long it has. */
  clock: (row: HTMLTableRowElement): void => {
    const open = { status: 'booked', delivered_at: null, return_job_id: null } as const;
    write(row, cellOf.due, dueCell({ ...open, sla_due: row.dataset.due ?? '' }, new Date()).markup);
  },
  temperature: (row: HTMLTableRowElement): void => {
    const { vehicle = '', min, max, carrying } = row.dataset;
    const range = { min: Number(min), max: Number(max) };
    const at = readings.get(vehicle) ?? null;
    write(row, cellOf.temperature, temperatureCell(range, at, carrying === 'yes').markup);
  },
};

/** Markup last written to each cell: comparing texts is cheaper than reading the page. */
const written = new WeakMap<HTMLTableCellElement, string>();

function write(row: HTMLTableRowElement, n: number, markup: string): void {
  const cell = row.cells[n];
  if (!cell || written.get(cell) === markup) return;
  written.set(cell, markup);
  cell.innerHTML = markup;
}
