// Drags a block of the timeline onto a driver's row: fills the form below and sends it.
const startPx = 6;
const news = document.getElementById('timeline-news');

class DeskTimeline extends HTMLElement {
  #drag;

  connectedCallback() {
    this.addEventListener('pointerdown', this.#begin);
    this.addEventListener('dragstart', (event) => event.preventDefault());
    this.addEventListener('click', this.#swallow, true);
  }

  /** Touch scrolls; touch screens have the form. */
  #begin = (event) => {
    const block = event.target.closest('[data-choice]');
    if (!block || event.button !== 0 || event.pointerType === 'touch') return;
    this.#drag = { block, x: event.clientX, y: event.clientY, ghost: undefined };
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#drop);
    addEventListener('pointercancel', this.#end);
    addEventListener('keydown', this.#cancel);
  };

  #move = (event) => {
    const drag = this.#drag;
    const way = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost && way < startPx) return;
    drag.ghost ??= this.#ghostOf(drag.block);
    drag.ghost.style.left = `${event.clientX + 8}px`;
    drag.ghost.style.top = `${event.clientY + 8}px`;
    this.#mark(rowAt(event));
  };

  #ghostOf(block) {
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.textContent = block.textContent;
    this.append(ghost);
    return ghost;
  }

  #mark(row) {
    for (const marked of this.querySelectorAll('.onto')) marked.classList.remove('onto');
    row?.classList.add('onto');
  }

  #drop = (event) => {
    const { block, ghost } = this.#drag;
    const row = ghost && rowAt(event);
    this.#end();
    if (!ghost) return;
    this.wasDragged = true;
    setTimeout(() => {
      this.wasDragged = false;
    });
    if (row) this.#assign(block, row);
  };

  #assign({ dataset: { choice } }, { dataset: { driver, vehicle, name } }) {
    const form = this.querySelector('form[action*="/assign"]');
    if (!form) return;
    const { job, driver_id, vehicle_id } = form.elements;
    job.value = choice;
    driver_id.value = driver;
    vehicle_id.value = vehicle;
    if (vehicle_id.value !== '') {
      form.requestSubmit();
      return;
    }
    news.textContent = `${name} has no vehicle yet: choose one.`;
    vehicle_id.focus();
  }

  /** A link that was dragged is not followed. */
  #swallow = (event) => {
    if (!this.wasDragged) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #cancel = ({ key }) => {
    if (key === 'Escape') this.#end();
  };

  #end = () => {
    removeEventListener('pointermove', this.#move);
    removeEventListener('pointerup', this.#drop);
    removeEventListener('pointercancel', this.#end);
    removeEventListener('keydown', this.#cancel);
    this.#drag?.ghost?.remove();
    this.#drag = undefined;
    this.#mark(undefined);
  };
}

const rowAt = ({ clientX, clientY }) =>
  document.elementFromPoint(clientX, clientY)?.closest('[data-driver]');

customElements.define('desk-timeline', DeskTimeline);
// The day begins in the night: what is now is shown first.
const region = document.querySelector('.lanes');
const line = region?.querySelector('.now');
if (line)
  region.scrollLeft +=
    line.getBoundingClientRect().left - region.getBoundingClientRect().left - 300;
