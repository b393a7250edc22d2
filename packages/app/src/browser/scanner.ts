/**
 * Scans codes by camera, over the whole screen. The decoder is loaded when it opens: most steps need no code.
 */
import { closeButton, openDialog } from './dialog.ts';
import { element } from './dom.ts';
import { buzz } from './taps.ts';

interface Scanning {
  /** Label of the field that the code is for. */
  label: string;
  /** More than one code: the dialog stays open until the courier is done. */
  isSeries: boolean;
  take(code: string): void;
}

const refusals: Readonly<Record<string, string>> = {
  no_camera: 'This device has no camera. Type the code.',
  denied: 'The camera may not be used. Allow it in the settings of the browser, or type the code.',
  busy: 'Another app uses the camera. Close that, or type the code.',
  unsupported: 'This browser cannot read codes. Type the code.',
};
const notLoaded = 'The reader could not be loaded. Type the code, or open the app again.';

export async function scanCodes({ label, isSeries, take }: Scanning): Promise<void> {
  const state = element('p', { role: 'status' }, 'The camera opens.');
  const video = element('video', { muted: true, playsinline: true });
  const button = closeButton(isSeries ? 'Done' : 'Cancel');
  const { dialog, closed } = openDialog(`Scan: ${label}`, video, state, button);
  try {
    const { openScanner } = await import('@svc/web/scan/scanner');
    const scanner = await openScanner({
      video,
      onCode: ({ code }) => {
        if (code.kind === 'wrong') {
          state.textContent = `Not taken: ${code.fault}`;
          return;
        }
        take(code.value);
        state.textContent = `${code.value} was read.`;
        buzz('read');
        if (!isSeries) dialog.close();
      },
    });
    state.textContent = 'Hold the code before the camera.';
    await closed;
    scanner.stop();
  } catch (error) {
    video.hidden = true;
    const { reason } = Object(error);
    state.textContent = typeof reason === 'string' ? (refusals[reason] ?? notLoaded) : notLoaded;
    await closed;
  }
}
