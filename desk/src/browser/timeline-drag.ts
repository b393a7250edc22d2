// Drags a job of the timeline onto a driver's row: fills and sends the form below, and shows the answer.
import { need } from '@svc/web/browser/page-element';
import { sendInPlace } from './in-place.ts';
import { announce } from './page.ts';

const startPx = 6;
/** So near to the top or bottom of the rows a drag scrolls, the faster the nearer. */
const edgePx = 80;
/** First place of the line of now on a narrow screen, behind the names. */
const nowPx = 240;
const scrolled = ['.lanes', '.waiting ul'];
const news = need('#timeline-news', HTMLElement);

interface Drag {
  block: HTMLElement | SVGElement;
  x: number;
  y: number;
  ghost: HTMLElement | undefined;
  /** The latest move of the pointer; undefined until it has gone far enough to be a drag. */
  at: PointerEvent | undefined;
}

class DeskTimeline extends HTMLElement {
  #drag: Drag | undefined;
  /** The block of the last drag, until a pointer goes down again. */
  #dragged: Element | undefined;

  connectedCallback(): void {
    this.addEventListener('pointerdown', this.#begin);
    this.addEventListener('dragstart', (event) => event.preventDefault());
    this.addEventListener('click', this.#swallow, true);
    sendInPlace(this, this.#show);
    const way = (this.querySelector('.now')?.getBoundingClientRect().left ?? 0) - nowPx;
    this.querySelector('.lanes')?.scrollBy({ left: way, behavior: 'instant' });
  }

  /** The page that answers a form, scrolled as this one is; false where it is another page. */
  #show = (page: Document): boolean => {
    const next = page.querySelector('desk-timeline');
    if (!next) return false;
    const places = scrolled.map((selector) => {
      const { scrollLeft = 0, scrollTop = 0 } = this.querySelector(selector) ?? {};
      return () => this.querySelector(selector)?.scrollTo(scrollLeft, scrollTop);
    });
    const hadFocus = this.contains(document.activeElement);
    this.replaceChildren(...next.childNodes);
    for (const place of places) place();
    document.querySelector('main > .alert')?.remove();
    this.before(...page.querySelectorAll('main > .alert'));
    announce(news, this.querySelector('.notice p')?.textContent ?? '');
    if (hadFocus) this.querySelector<HTMLElement>('.notice button')?.focus();
    return true;
  };

  /** Touch scrolls; touch screens have the form. */
  #begin = (event: PointerEvent): void => {
    this.#dragged = undefined;
    const block = closest(event.target, '[data-choice]');
    if (!block || event.button !== 0 || event.pointerType === 'touch') return;
    this.#drag = { block, x: event.clientX, y: event.clientY, ghost: undefined, at: undefined };
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#drop);
    addEventListener('pointercancel', this.#end);
    addEventListener('keydown', this.#cancel);
  };

  #move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag) return;
    const way = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost && way < startPx) return;
    if (!drag.ghost) {
      drag.ghost = this.#ghostOf(drag.block);
      requestAnimationFrame(this.#scroll);
    }
    drag.at = event;
    drag.ghost.style.left = `${event.clientX + 8}px`;
    drag.ghost.style.top = `${event.clientY + 8}px`;
    this.#mark(rowAt(event));
  };

  /** The rows of many drivers scroll; on a narrow screen the page does, too. */
  #scroll = (): void => {
    const at = this.#drag?.at;
    if (!at) return;
    const lanes = need('.lanes', HTMLElement, this);
    const { top, bottom } = lanes.getBoundingClientRect();
    const below = Math.max(0, at.clientY - (Math.min(bottom, innerHeight) - edgePx));
    const above = Math.min(0, at.clientY - (Math.max(top, 0) + edgePx));
    const way = { top: (below + above) / 4, behavior: 'instant' } as const;
    lanes.scrollBy(way);
    if (bottom > innerHeight || top < 0) scrollBy(way);
    this.#mark(rowAt(at));
    requestAnimationFrame(this.#scroll);
  };

  #ghostOf(block: Element): HTMLElement {
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.textContent = (block.querySelector('strong, text') ?? block).textContent;
    this.append(ghost);
    return ghost;
  }

  #mark(row: Element | undefined): void {
    for (const marked of this.querySelectorAll('.onto')) marked.classList.remove('onto');
    row?.classList.add('onto');
  }

  #drop = (event: PointerEvent): void => {
    const drag = this.#drag;
    const row = drag?.ghost && rowAt(event);
    this.#end();
    if (!drag?.ghost) return;
    this.#dragged = drag.block;
    if (row && !row.contains(drag.block))
      this.#assign(drag.block.dataset.choice ?? '', row.dataset);
  };

  #assign(choice: string, { driver = '', vehicle = '', name = '' }: DOMStringMap): void {
    const form = this.querySelector<HTMLFormElement>('form[action*="/assign"]');
    if (!form) return;
    const field = (of: string) => need(`[name="${of}"]`, HTMLSelectElement, form);
    field('job').value = choice;
    field('driver_id').value = driver;
    field('vehicle_id').value = vehicle;
    if (field('vehicle_id').value !== '') {
      form.requestSubmit();
      return;
    }
    announce(news, `${name} has no vehicle yet: choose one.`);
    field('vehicle_id').focus();
  }

  /** A link that was dragged is not followed where it is dropped on itself; keys (`detail` 0) follow it. */
  #swallow = (event: MouseEvent): void => {
    const block = closest(event.target, '[data-choice]');
    if (!block || block !== this.#dragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #cancel = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.#end();
  };

  #end = (): void => {
    removeEventListener('pointermove', this.#move);
    removeEventListener('pointerup', this.#drop);
    removeEventListener('pointercancel', this.#end);
    removeEventListener('keydown', this.#cancel);
    this.#drag?.ghost?.remove();
    this.#drag = undefined;
    this.#mark(undefined);
  };
}

function closest(
  target: EventTarget | null,
  selector: string,
): HTMLElement | SVGElement | undefined {
  const found = target instanceof Element ? target.closest(selector) : undefined;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : undefined;
}

const rowAt = ({ clientX, clientY }: PointerEvent): HTMLElement | SVGElement | undefined =>
  closest(document.elementFromPoint(clientX, clientY), '[data-driver]');

customElements.define('desk-timeline', DeskTimeline);
