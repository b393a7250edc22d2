/** Shares the phone's position while a job of its run is open; the courier may stop it here. */
import { reportClaims } from '../domain/device-claims.ts';
import { startPositionReporter } from '../domain/position-reporter.ts';
import { type Database, readOffset, workingDevice } from './database.ts';
import { accessToken, forgetToken } from './device.ts';
import { currentFix } from './place.ts';
import { timedFetch } from './request.ts';
import { readStops } from './run-stops.ts';
import { signedRequest } from './signature.ts';

const key = 'positions';
const stopped = 'stopped';
const sentKey = 'positions-sent';

export const isSharing = (): boolean => localStorage.getItem(key) !== stopped;
export const setSharing = (isOn: boolean): void => localStorage.setItem(key, isOn ? '' : stopped);

/** With what is recorded and not sent taken into account. */
const hasOpenJob = async (db: Database): Promise<boolean> =>
  (await readStops(db)).some(({ act }) => act !== 'wait');

export const sharePositions = (db: Database): void =>
  startPositionReporter({
    isShared: async () => isSharing() && (await hasOpenJob(db)),
    sent: {
      get: () => Number(localStorage.getItem(sentKey)),
      set: (ms) => localStorage.setItem(sentKey, String(ms)),
    },
    fix: async () => (document.hidden ? undefined : currentFix(await readOffset(db))),
    send: async (positions) => {
      const device = await workingDevice(db);
      if (!device) return false;
      const authorization = `Bearer ${await accessToken(db)}`;
      const id = crypto.randomUUID();
      const at = positions.at(-1)?.at ?? '';
      const report = { id, at, device_at: new Date().toISOString() };
      const signed = await signedRequest({ positions }, (by) => reportClaims(report, by), device);
      const headers = {
        ...{ authorization, 'content-type': 'application/json', 'idempotency-key': id },
        ...{ 'device-signature': signed.signature, 'device-salt': signed.salt },
      };
      const init = { method: 'POST', body: signed.body, headers };
      const { status } = (await timedFetch(db, '/v1/courier/positions', init)).response;
      if (status === 401) forgetToken();
      // Another 4xx is final, such as that no job is open.
      return status >= 500 || [401, 408, 425, 429].includes(status);
    },
  });
