// The camera of the reception: what it reads goes into the field, as if it were typed.
import { matchingCode } from '@svc/scan/scanned-code';
import { hasCamera, openScanner } from '@svc/scan/scanner';

const refusals = {
  no_camera: 'This device has no camera.',
  denied: 'The camera may not be used: allow it in the settings of the browser.',
  busy: 'Another program uses the camera.',
  unsupported: 'This browser cannot scan. Type the barcode, or use a hand scanner.',
};

/** The page is complete without it. */
class ScanCamera extends HTMLElement {
  #scanner;

  connectedCallback() {
    if (!hasCamera()) return;
    this.hidden = false;
    this.querySelector('button').addEventListener('click', () => this.#toggle());
  }

  disconnectedCallback() {
    this.#stop();
  }

  #say(text) {
    this.querySelector('[role=status]').textContent = text;
  }

  #show(isOpen) {
    this.querySelector('button').setAttribute('aria-pressed', String(isOpen));
    this.querySelector('video').hidden = !isOpen;
  }

  #stop() {
    this.#scanner?.stop();
    this.#scanner = undefined;
    this.#show(false);
  }

  async #toggle() {
    if (this.#scanner) return this.#stop();
    this.#show(true);
    this.#say('The camera opens.');
    try {
      const video = this.querySelector('video');
      this.#scanner = await openScanner({ video, onCode: ({ code }) => this.#take(code) });
      this.#say('Hold a barcode before the camera.');
    } catch (error) {
      this.#show(false);
      this.#say(refusals[error.reason] ?? refusals.unsupported);
    }
  }

  #take(code) {
    if (code.kind === 'wrong') {
      this.#say(`Not taken: ${code.fault}`);
      return;
    }
    const rows = [...document.querySelectorAll(`#${this.getAttribute('list')} tr[data-barcode]`)];
    const listed = rows.map(({ dataset }) => dataset.barcode);
    const known = matchingCode(code.value, listed);
    const field = document.getElementById(this.getAttribute('for'));
    field.value = known ?? code.value;
    field.focus();
    this.#say(
      known === undefined
        ? `${code.value} is on no manifest. It can be rejected as that.`
        : `${known} was read. The enter key saves.`,
    );
  }
}
customElements.define('scan-camera', ScanCamera);
