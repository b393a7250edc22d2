// The camera of the reception: what it reads goes into the field, as if it were typed.
import { matchingCode } from '@svc/text/codes/scanned-code';
import { need } from '@svc/web/browser/page-element';
import { hasCamera, openScanner } from '@svc/web/scan/scanner';

type OpenedScanner = Awaited<ReturnType<typeof openScanner>>;
type ReadCode = Parameters<Parameters<typeof openScanner>[0]['onCode']>[0]['code'];

const unsupported = 'This browser cannot scan. Type the barcode, or use a hand scanner.';
const refusals = new Map<unknown, string>([
  ['no_camera', 'This device has no camera.'],
  ['denied', 'The camera may not be used: allow it in the settings of the browser.'],
  ['busy', 'Another program uses the camera.'],
]);

const reasonOf = (error: unknown): unknown =>
  error instanceof Error && 'reason' in error ? error.reason : undefined;

/** The page is complete without it. */
class ScanCamera extends HTMLElement {
  #scanner: OpenedScanner | undefined;

  connectedCallback(): void {
    if (!hasCamera()) return;
    this.hidden = false;
    this.#button().addEventListener('click', () => this.#toggle());
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  #button(): HTMLElement {
    return need('button', HTMLElement, this);
  }

  #say(text: string): void {
    need('[role=status]', HTMLElement, this).textContent = text;
  }

  #show(isOpen: boolean): void {
    this.#button().setAttribute('aria-pressed', String(isOpen));
    need('video', HTMLVideoElement, this).hidden = !isOpen;
  }

  #stop(): void {
    this.#scanner?.stop();
    this.#scanner = undefined;
    this.#show(false);
  }

  async #toggle(): Promise<void> {
    if (this.#scanner) return this.#stop();
    this.#show(true);
    this.#say('The camera opens.');
    try {
      const video = need('video', HTMLVideoElement, this);
      this.#scanner = await openScanner({ video, onCode: ({ code }) => this.#take(code) });
      this.#say('Hold a barcode before the camera.');
    } catch (error) {
      this.#show(false);
      this.#say(refusals.get(reasonOf(error)) ?? unsupported);
    }
  }

  #take(code: ReadCode): void {
    if (code.kind === 'wrong') {
      this.#say(`Not taken: ${code.fault}`);
      return;
    }
    const rows = document.querySelectorAll<HTMLElement>(
      `#${this.getAttribute('list')} tr[data-barcode]`,
    );
    const listed = [...rows].flatMap(({ dataset }) => dataset.barcode ?? []);
    const known = matchingCode(code.value, listed);
    const field = need(`#${this.getAttribute('for')}`, HTMLInputElement);
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
