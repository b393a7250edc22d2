/** The desk on a whole environment, in a browser: each story is told by a module beside this one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWithZint } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { administrator } from './desk-administrator.ts';
import { deskBulk } from './desk-bulk.ts';
import { deviceEnrolment } from './desk-devices.ts';
import { dispatcher } from './desk-dispatcher.ts';
import { deskFrame } from './desk-frame.ts';
import { invitation } from './desk-invitation.ts';
import { deskPortal } from './desk-portal.ts';
import { reception, seenByCamera } from './desk-reception.ts';
import { deskTimeline } from './desk-timeline.ts';
import { type DeskInBrowser, startDesk } from './desk-visitor.ts';
import { writeVideo } from './scan-stage.ts';

const chromium = await requireChromium();
const canScan = chromium !== undefined && inject('hasBarcodeReaders');

/** Arguments of a browser whose camera sees the barcode of a specimen. */
async function cameraIn(dir: string): Promise<string[]> {
  const [picture, video] = [join(dir, 'code.png'), join(dir, 'camera.y4m')];
  const plain = await startChromium(chromium ?? '');
  await writeWithZint(picture, { symbology: 20, data: seenByCamera });
  await writeVideo(video, { browser: plain, pictures: [picture] });
  await plain.close();
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ];
}

describe.skipIf(chromium === undefined)('the desk in a browser', () => {
  // No attempt of a webhook is made again while it stands still.
  const clock = heldClock(new Date());
  let dir: string;
  let shared: DeskInBrowser;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'desk-'));
    const browser = await startChromium(chromium ?? '', canScan ? await cameraIn(dir) : []);
    const desk = await startDesk({ clock, env: { SVC_TELEMETRY_POLL_MS: '20' } });
    shared = { browser, desk, clock, dir };
  });
  afterAll(async () => {
    await shared?.browser.close();
    await shared?.desk.stop();
    await rm(dir, { recursive: true });
  });
  // The provider of the sign-in has the real time.
  beforeEach(() => clock.set(new Date()));
  const given = () => shared;

  describe('a dispatcher, with the keyboard alone,', () => dispatcher(given));
  describe('an administrator, with the keyboard alone,', () => administrator(given));
  describe('a newcomer', () => invitation(given));
  describe('jobs and sites', () => deskPortal(given));
  describe('the frame and its sessions', () => deskFrame(given));
  describe.skipIf(!canScan)('the reception of a laboratory', () => reception(given));
  describe.skipIf(!canScan)('the link that enrols a phone', () => deviceEnrolment(given));
  describe('the board of a morning', () => deskBulk(given));
  describe('the timeline', () => deskTimeline(given));
});
