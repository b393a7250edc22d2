// The frame of every page: counts beside its links, and the palette, which goes anywhere by keys.
// Imports no package: the import map of a page is that of its own script.
import { createPalette, type Palette } from './palette.ts';

const countsMs = 20_000;

async function showCounts(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch('/desk/counts', { redirect: 'error' });
  if (!answer.ok) return;
  const counts = Object.entries<number>(await answer.json());
  for (const [name, count] of counts) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-nav-count="${name}"]`)) {
      const of = document.createElement('span');
      Object.assign(of, { className: 'unseen', textContent: ` ${badge.dataset.of}` });
      badge.hidden = count === 0;
      badge.replaceChildren(count > 999 ? '999+' : String(count), of);
    }
  }
}

/** Once more in a while; what fails is tried then. */
async function followCounts(): Promise<void> {
  await showCounts().catch(() => undefined);
  setTimeout(followCounts, countsMs);
}

if (document.querySelector('[data-nav-count]')) void followCounts();
let palette: Palette | undefined;
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  palette ??= createPalette();
  palette.open();
});
