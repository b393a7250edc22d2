/** The theme for sunlight: black on white whatever the phone's own theme, remembered here. */
const key = 'theme';
const isSunlight = (): boolean => localStorage.getItem(key) === 'sunlight';

function show(): void {
  document.documentElement.toggleAttribute('data-sunlight', isSunlight());
  document.querySelector('#sunlight')?.setAttribute('aria-pressed', String(isSunlight()));
}

/** The button of the head of the page. */
export function startTheme(): void {
  document.querySelector('#sunlight')?.addEventListener('click', () => {
    localStorage.setItem(key, isSunlight() ? '' : 'sunlight');
    show();
  });
  addEventListener('storage', show);
  show();
}
