/** A field to sign in with a finger, a pen or a mouse. */
import { element } from './dom.ts';
import { imageOf } from './images.ts';

interface PadEvents {
  /** Image of the field at the end of a stroke, also while it is still being encoded. */
  signed(image: ReturnType<typeof imageOf>): void;
  cleared(): void;
}

const width = 640;
const height = 240;

export function signaturePad(former: ArrayBuffer | undefined, events: PadEvents): HTMLElement {
  const canvas = element('canvas', {
    width: String(width),
    height: String(height),
    role: 'img',
    'aria-label': 'Field for the signature',
  });
  const pen = canvas.getContext('2d');
  const blank = () => {
    if (!pen) return;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = '#000';
    pen.lineWidth = 4;
    pen.lineCap = 'round';
  };
  blank();
  if (former) void drawn(former, pen);
  const at = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [((clientX - box.x) * width) / box.width, ((clientY - box.y) * height) / box.height];
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
      events.signed(imageOf(canvas, 'image/png'));
    });
  }
  const clear = () => {
    blank();
    events.cleared();
  };
  const button = element('button', { type: 'button', onclick: clear }, 'Clear the signature');
  return element('div', { class: 'pad' }, canvas, button);
}

async function drawn(bytes: ArrayBuffer, pen: CanvasRenderingContext2D | null): Promise<void> {
  const bitmap = await createImageBitmap(new Blob([bytes]));
  pen?.drawImage(bitmap, 0, 0);
}
