// Figures of the board, counted from its rows.
import { attentions } from '../pages/desk/rows/attention.ts';
import { countText } from '../pages/desk/rows/board-table.ts';

/** A filtered board does not know how many there are of the others. */
export function showCounts(rows: readonly HTMLElement[], isFiltered: boolean): void {
  setText('#board-count', countText(rows.length));
  if (isFiltered) return;
  const states = rows.map(({ dataset }) => dataset.attention?.split(' ') ?? []);
  for (const each of attentions) {
    const count = states.filter((state) => state.includes(each)).length;
    setText(`[data-count="${each}"]`, String(count));
  }
}

function setText(selector: string, text: string): void {
  for (const element of document.querySelectorAll(selector)) {
    if (element.textContent !== text) element.textContent = text;
  }
}
