/** A field to sign in with a finger, a pen or a mouse, over the whole screen. */
import { closeButton, openDialog } from './dialog.ts';
import { element } from './dom.ts';
import { imageOf } from './images.ts';

interface Signing {
  label: string;
  /** What is signed for. */
  about: string;
  /** The image of an earlier opening. */
  former: ArrayBuffer | undefined;
  /** Image of the field at the end of a stroke, also while it is still being encoded. */
  signed(image: ReturnType<typeof imageOf>): void;
  cleared(): void;
}

/** Pixels; the height follows the screen. */
const width = 640;

/** A button that opens the field, and the signature as it is kept. */
export function signaturePad({ label, about, former, signed, cleared }: Signing): HTMLElement {
  const preview = element('canvas', { hidden: true, role: 'img', 'aria-label': 'Signature' });
  const button = element('button', { type: 'button', class: 'other' }, 'Sign');
  const show = (from: CanvasImageSource & { width: number; height: number }) => {
    [preview.width, preview.height] = [from.width, from.height];
    preview.getContext('2d')?.drawImage(from, 0, 0);
    preview.hidden = false;
    button.textContent = 'Change the signature';
  };
  if (former) void createImageBitmap(new Blob([former])).then(show);
  button.addEventListener('click', () => {
    const canvas = element('canvas', { role: 'img', 'aria-label': 'Field for the signature' });
    const clear = element('button', { type: 'button' }, 'Clear the signature');
    const buttons = element('div', { class: 'pair' }, clear, closeButton('Done'));
    openDialog(label, element('p', { class: 'soft' }, about), canvas, buttons);
    const pen = penOf(canvas);
    if (!preview.hidden) drawInside(pen, preview);
    followStrokes(canvas, pen, () => {
      show(canvas);
      signed(imageOf(canvas, 'image/png'));
    });
    clear.addEventListener('click', () => {
      blank(pen);
      preview.hidden = true;
      button.textContent = 'Sign';
      cleared();
    });
  });
  return element('div', { class: 'pad' }, preview, button);
}

type Pen = CanvasRenderingContext2D | null;

/** The pen of a canvas as tall as its place on the screen. */
function penOf(canvas: HTMLCanvasElement): Pen {
  const box = canvas.getBoundingClientRect();
  [canvas.width, canvas.height] = [width, Math.round((width * box.height) / box.width)];
  const pen = canvas.getContext('2d');
  blank(pen);
  return pen;
}

function blank(pen: Pen): void {
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  Object.assign(pen, { strokeStyle: '#000', lineWidth: 4, lineCap: 'round' });
}

/** An earlier signature, also one of a screen that was held otherwise. */
function drawInside(pen: Pen, image: HTMLCanvasElement): void {
  if (!pen) return;
  const scale = Math.min(1, pen.canvas.height / image.height);
  pen.drawImage(image, 0, 0, image.width * scale, image.height * scale);
}

function followStrokes(canvas: HTMLCanvasElement, pen: Pen, ended: () => void): void {
  const at = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return [(clientX - box.x) * scale, (clientY - box.y) * scale];
  };
  let isDown = false;
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    isDown = true;
    pen?.beginPath();
    pen?.moveTo(...at(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDown) return;
    pen?.lineTo(...at(event));
    pen?.stroke();
  });
  // A cancelled stroke shows, too.
  for (const end of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(end, () => {
      if (!isDown) return;
      isDown = false;
      ended();
    });
  }
}
