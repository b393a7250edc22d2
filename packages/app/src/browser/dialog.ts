/** A dialog over the whole screen; leaving the screen behind it closes it. */
import { element } from './dom.ts';

interface Opened {
  dialog: HTMLDialogElement;
  /** Resolves when it is closed, by its buttons, the key Escape or the phone's way back. */
  closed: Promise<void>;
}

export function openDialog(title: string, ...parts: readonly (Node | undefined)[]): Opened {
  const heading = element('h2', { id: 'dialog-title' }, title);
  const dialog = element('dialog', { 'aria-labelledby': 'dialog-title' }, heading, ...parts);
  document.body.append(dialog);
  dialog.showModal();
  const close = () => dialog.close();
  addEventListener('hashchange', close, { once: true });
  const closed = new Promise<void>((done) => {
    const end = () => {
      removeEventListener('hashchange', close);
      dialog.remove();
      done();
    };
    dialog.addEventListener('close', end, { once: true });
  });
  return { dialog, closed };
}

/** A button that closes the dialog around it. */
export function closeButton(text: string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'next' }, text);
  button.addEventListener('click', () => button.closest('dialog')?.close());
  return button;
}
