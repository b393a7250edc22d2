/** Screens of a device that may not work yet, or no more. */
import type { App, Screen } from './app.ts';
import { dismissEnrolment } from './device.ts';
import { element } from './dom.ts';

const screen = (title: string, ...texts: readonly string[]): Screen => ({
  title,
  parts: texts.map((text) => element('p', {}, text)),
  isLive: true,
});

export const newScreen = (isRefused: boolean): Screen =>
  screen(
    isRefused ? 'This link is not valid' : 'This device is not enrolled',
    isRefused ? 'It was used before, replaced by a newer one, or is older than a day.' : '',
    'Ask the control desk for a link, and open it on this device: it shows a code that the camera reads.',
  );

/** The device keeps its key and its jobs. */
export function refusedLinkScreen(app: App): Screen {
  const dismiss = async () => {
    await dismissEnrolment(app.db);
    await app.stored();
  };
  const button = element('button', { type: 'button', class: 'next', onclick: dismiss }, 'Go on');
  const { title, parts, isLive } = screen(
    'This link is not valid',
    'It was used before, replaced by a newer one, or is older than a day.',
    'Nothing has changed: this device stays enrolled as it was.',
  );
  return { title, parts: [...parts, button], isLive };
}

export const enrollingScreen = (): Screen =>
  screen(
    'Enrolling this device',
    'Its key is made and kept here. This needs a network once, and goes on by itself.',
  );

export const revokedScreen = (waiting: number): Screen =>
  screen(
    'This device was revoked',
    'The control desk has ended its access. It gets no jobs and sends nothing any more.',
    waiting === 0
      ? 'Nothing is waiting on it.'
      : `${waiting} recorded and not sent: kept on this device. Tell the control desk; with a new link they are sent.`,
    'To use this device again, open a new link of the control desk on it.',
  );
