/**
 * Inline in the page, so that it needs no network: what shows when a module of the app does not
 * arrive, or fails before the first screen. Requests the page until it gets a response, then
 * reloads it.
 */
{
  const retryMs = 5_000;
  const entry = 'script[type="module"]';

  const isAnswered = (): Promise<boolean> =>
    fetch(location.pathname, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );

  const retry = async (): Promise<void> => {
    if (await isAnswered()) location.reload();
  };

  const part = (name: string, text: string): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };

  const show = (): void => {
    const main = document.querySelector('main');
    const status = document.querySelector('#status');
    if (!main || main.childElementCount > 0) return;
    if (status) status.textContent = 'Not opened.';
    const button = part('button', 'Try again');
    button.className = 'next';
    button.addEventListener('click', () => void retry());
    main.append(
      part('h1', 'The app could not be opened'),
      part('p', 'A part of it did not arrive. What is recorded on this device is still there.'),
      part('p', 'It tries again by itself, as long as this page is open.'),
      button,
    );
    addEventListener('online', () => void retry());
    setInterval(() => void retry(), retryMs);
  };

  // Failures of scripts do not bubble. The script is the page's last element but for its body.
  const failed = ({ target }: Event): void => {
    const isOther = target instanceof Element && !target.matches(entry);
    if (isOther) return;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
    else show();
  };
  addEventListener('error', failed, true);
}
