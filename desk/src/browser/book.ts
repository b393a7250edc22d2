// The price beside a booking follows its entries: the page is sent them, as its button Price does, and
// shows what it is answered.
import { need } from '@svc/web/browser/page-element';
import { postForm } from './in-place.ts';
import { announce } from './page.ts';

const pauseMs = 400;
const timeoutMs = 10_000;

const offer = need('#offer', HTMLElement);
const said = need('[role=status]', HTMLElement);
const button = need('button[formaction]', HTMLButtonElement);
const names = new Set(offer.dataset.of?.split(' '));
let latest: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What was asked before is not shown any more, whenever it is answered. */
function renew(): AbortController {
  latest?.abort();
  clearTimeout(timer);
  latest = new AbortController();
  return latest;
}

async function ask(form: HTMLFormElement): Promise<void> {
  const mine = renew();
  if (!form.checkValidity()) return;
  const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { page } = await postForm(form, {
      ...{ address: button.formAction, redirect: 'manual', signal },
    });
    if (latest === mine) show(page);
  } catch {
    if (latest === mine) say('No price at the moment: press Price.');
  }
}

function show(page: Document): void {
  const fault = page.querySelector('.fault') ?? page.querySelector('[role=alert]');
  offer.replaceChildren(...(page.querySelector('#offer')?.childNodes ?? []));
  offer.removeAttribute('aria-busy');
  if (fault) say(fault.textContent ?? '');
  else announce(said, offer.querySelector('.figure')?.textContent ?? '');
}

function say(text: string): void {
  button.hidden = false;
  offer.removeAttribute('aria-busy');
  const line = document.createElement('p');
  line.className = 'fault';
  line.textContent = text;
  offer.append(line);
  announce(said, text);
}

/** A site is being typed until it is one of the list, or its field is left. */
const isTyped = (target: Element): boolean =>
  target instanceof HTMLInputElement &&
  target.list !== null &&
  ![...target.list.children].some((each) => each.getAttribute('value') === target.value);

function follow(form: HTMLFormElement): void {
  const changed = ({ target, type }: Event) => {
    if (!(target instanceof Element) || !names.has(target.getAttribute('name') ?? '')) return;
    renew();
    offer.setAttribute('aria-busy', 'true');
    if (type === 'input' && isTyped(target)) return;
    timer = setTimeout(() => ask(form), pauseMs);
  };
  for (const type of ['input', 'change']) form.addEventListener(type, changed);
  if (offer.querySelector('.figure')) void ask(form);
}
button.hidden = true;
if (button.form) follow(button.form);
