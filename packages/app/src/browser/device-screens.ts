/** Screens of a device that may not work yet, or no more. */
import { queueCount } from '../domain/queue.ts';
import type { App, Screen } from './app.ts';
import type { EnrolledDevice } from './database.ts';
import { confirmEnrolment, dismissEnrolment } from './device.ts';
import { element } from './dom.ts';

const screen = (title: string, ...texts: readonly string[]): Screen => ({
  title,
  parts: texts.filter((text) => text !== '').map((text) => element('p', {}, text)),
  isLive: true,
});

export const newScreen = (isRefused: boolean): Screen =>
  screen(
    isRefused ? 'This link is not valid' : 'This device is not enrolled',
    isRefused ? 'It was used before, replaced by a newer one, or is older than a day.' : '',
    'Ask the control desk for a link, and open it on this device: it shows a code that the camera reads.',
  );

function button({ db, stored }: App, text: string, decide: typeof dismissEnrolment): HTMLElement {
  const onclick = async () => {
    await decide(db);
    await stored();
  };
  const name = decide === dismissEnrolment ? 'dismiss' : 'confirm';
  const look = text === keepText ? 'other' : 'next';
  return element('button', { type: 'button', class: look, onclick, id: name }, text);
}

const keepText = 'Keep this device as it is';

/**
 * Screen for an enrolment link on a device that works: the old registration stays until the courier
 * has confirmed.
 */
export async function replaceScreen(
  app: App,
  { name, client_id }: EnrolledDevice,
): Promise<Screen> {
  const { waiting, refused } = queueCount(await app.db.getAll('action'));
  const { title, parts, isLive } = screen(
    'Enrol this device anew?',
    `It is enrolled as “${name}”, number ${client_id}, and works.`,
    waiting === 0
      ? 'Nothing is waiting on it.'
      : `${waiting} recorded and not sent: sent first, by the device as it is now.`,
    refused === 0 ? '' : `${refused} refused: kept here until you decide.`,
    'With the new link it becomes another device, of the driver whom the link was made for. The jobs of that driver come, and those of now go.',
  );
  const buttons = element(
    'div',
    { class: 'steps' },
    button(app, keepText, dismissEnrolment),
    button(app, 'Enrol it anew', confirmEnrolment),
  );
  return { title, parts: [...parts, buttons], isLive };
}

/** The device keeps its key and its jobs. */
export function refusedLinkScreen(app: App): Screen {
  const { title, parts, isLive } = screen(
    'This link is not valid',
    'It was used before, replaced by a newer one, or is older than a day.',
    'Nothing has changed: this device stays enrolled as it was.',
  );
  return { title, parts: [...parts, button(app, 'Go on', dismissEnrolment)], isLive };
}

export const enrollingScreen = (): Screen =>
  screen(
    'Enrolling this device',
    'Its key is made and kept here. This needs a network once, and goes on by itself.',
  );

export const revokedScreen = (waiting: number): Screen =>
  screen(
    'This device was revoked',
    'The control desk has ended its access. It gets no jobs and sends nothing any more. The run was deleted from it, and forms that were open.',
    waiting === 0
      ? 'Nothing is waiting on it.'
      : `${waiting} recorded and not sent: kept on this device, with signatures and photos, for there is no other record of them. Tell the control desk; with a new link they are sent.`,
    'To use this device again, open a new link of the control desk on it.',
  );
