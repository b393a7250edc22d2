/** Uploads that take their time. */
import { rename, writeFile } from 'node:fs/promises';
import { until } from '@svc/devnet';
import { describe, expect, it } from 'vitest';
import { type Given, manifest, rowOf } from './channel.ts';

export function slowUploads(given: Given): void {
  describe('a slow upload', () => {
    it('is left alone while it goes on and until it is renamed', async () => {
      const part = given().path('demo', 'jhb/inbound/slow.csv.part');
      await writeFile(part, manifest(rowOf('E-1')));
      await given().put('demo', 'jhb/inbound/after-slow.csv', manifest(rowOf('E-2')));
      await given().answer('demo', 'jhb/outbound/after-slow.csv.ack');
      expect(await given().bookings('E-1')).toEqual([]);
      await rename(part, given().path('demo', 'jhb/inbound/slow.csv'));
      expect(await given().answer('demo', 'jhb/outbound/slow.csv.ack')).toContain('1,E-1,SVC-');
    });

    it('that is replaced again and again is booked as it was at last, and nothing twice', async () => {
      const versions = Array.from({ length: 40 }, (_, n) => `G-${n}`);
      for (const order of versions) {
        const rows = [rowOf(order), rowOf('G-all'), ...(order === 'G-39' ? [rowOf('G-end')] : [])];
        await given().put('demo', 'jhb/inbound/replaced.csv', manifest(...rows));
        await new Promise((turn) => setImmediate(turn));
      }
      const booked = async () => (await given().bookings('G-end')).length > 0;
      await until(booked, { timeoutMs: 60_000, what: 'the last version to be booked' });
      await given().onlyBooking('G-39');
      await given().onlyBooking('G-all');
      for (const order of versions) {
        expect((await given().bookings(order)).length).toBeLessThan(2);
      }
    });

    it('that broke off books nothing, and all once it has gone on', async () => {
      const whole = manifest(rowOf('E-3'), rowOf('E-4'));
      await given().put('demo', 'jhb/inbound/broken.csv', whole.slice(0, -40));
      const err = await given().answer('demo', 'jhb/outbound/broken.csv.err');
      expect(err).toContain('\n0,,,malformed,the last row is cut off\n');
      expect(await given().bookings('E-3')).toEqual([]);
      // The client still holds the file open, wherever it was moved to.
      const [archived] = (await given().list('demo', 'jhb/archive')).filter((name) =>
        name.endsWith('broken.csv'),
      );
      await given().put('demo', `jhb/archive/${archived}`, whole);
      expect(await given().answer('demo', 'jhb/outbound/broken.csv.ack')).toMatch(
        /\n1,E-3,SVC-.*\n2,E-4,SVC-/,
      );
      await given().onlyBooking('E-4');
    });

    it('that stood still between two rows books the rest when it goes on', async () => {
      const whole = manifest(rowOf('E-5'), rowOf('E-6'));
      await given().put('demo', 'jhb/inbound/halves.csv', manifest(rowOf('E-5')));
      await given().answer('demo', 'jhb/outbound/halves.csv.ack');
      const [archived] = (await given().list('demo', 'jhb/archive')).filter((name) =>
        name.endsWith('halves.csv'),
      );
      await given().put('demo', `jhb/archive/${archived}`, whole);
      const both = async () =>
        /\n1,E-5,.*\n2,E-6,/.test(
          (await given().read('demo', 'jhb/outbound/halves.csv.ack')) ?? '',
        );
      await until(both, { timeoutMs: 60_000, what: 'both rows to be acknowledged' });
      expect(await given().read('demo', 'jhb/outbound/halves.csv.err')).toBeUndefined();
      await given().onlyBooking('E-5');
      await given().onlyBooking('E-6');
    });
  });
}
