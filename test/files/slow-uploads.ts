/** Uploads that take their time. */
import { rename, utimes, writeFile } from 'node:fs/promises';
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

    it.each([
      ['in its last column', 'last', 3],
      ['in another column', 'broken', 40],
    ])('that broke off %s does not book that row, and does once it has gone on', async (...on) => {
      const [, name, missing] = on;
      const [first, second] = [`E-${name}-3`, `E-${name}-4`];
      const whole = manifest(rowOf(first), rowOf(second));
      await given().put('demo', `jhb/inbound/${name}.csv`, whole.slice(0, -missing));
      const err = await given().answer('demo', `jhb/outbound/${name}.csv.err`);
      expect(err).toMatch(new RegExp(`\\n2,${second},,cut_off,"no line end .*\\n$`));
      expect(await given().bookings(second)).toEqual([]);
      // The file was read a second time, two polls later.
      const settled = () => given().settled(`${name}.csv`);
      const { restarts } = await until(settled, { timeoutMs: 60_000, what: 'the answer to stand' });
      expect(restarts).toBe(1);
      await given().onlyBooking(first);
      // The client still holds the file open, wherever it was moved to.
      const [archived] = (await given().list('demo', 'jhb/archive')).filter((entry) =>
        entry.endsWith(`-${name}.csv`),
      );
      await given().put('demo', `jhb/archive/${archived}`, whole);
      const both = async () =>
        (await given().read('demo', `jhb/outbound/${name}.csv.ack`))?.includes(
          `\n2,${second},SVC-`,
        );
      await until(both, { timeoutMs: 60_000, what: 'both rows to be acknowledged' });
      await given().onlyBooking(second);
    });

    it('that is touched and holds the same bytes stays answered', async () => {
      await given().put('demo', 'jhb/inbound/touched.csv', manifest(rowOf('E-9')));
      await given().answer('demo', 'jhb/outbound/touched.csv.ack');
      const settled = () => given().settled('touched.csv');
      const before = await until(settled, { timeoutMs: 60_000, what: 'the answer to stand' });
      const [archived] = (await given().list('demo', 'jhb/archive')).filter((entry) =>
        entry.endsWith('-touched.csv'),
      );
      await utimes(given().path('demo', `jhb/archive/${archived}`), 1, 1);
      const after = await until(
        async () => {
          const now = await settled();
          return now?.stat === before.stat ? undefined : now;
        },
        { timeoutMs: 60_000, what: 'the file to be read again' },
      );
      expect(after).toEqual({ ...before, stat: expect.stringMatching(/ 1$/), restarts: 1 });
    });

    it('that never ends is refused after a hundred readings, and not read again', async () => {
      await given().put('demo', 'jhb/inbound/never-ending.csv', manifest(rowOf('E-10')));
      await given().answer('demo', 'jhb/outbound/never-ending.csv.ack');
      const [archived] = (await given().list('demo', 'jhb/archive')).filter((entry) =>
        entry.endsWith('-never-ending.csv'),
      );
      const { owner } = given().stage;
      await owner.query("update files.file set restarts = 99 where name = 'never-ending.csv'");
      const more = manifest(rowOf('E-10'), rowOf('E-11'));
      await given().put('demo', `jhb/archive/${archived}`, more);
      const waits = async () => (await given().fileNamed('never-ending.csv')).step === 'reading';
      await until(waits, { timeoutMs: 60_000, what: 'the pause before the hundredth reading' });
      await owner.query("update files.file set due_at = now() where name = 'never-ending.csv'");
      const err = await given().answer('demo', 'jhb/outbound/never-ending.csv.err');
      expect(err).toMatch(/,unstable,"?it changed 100 times/);
      expect(await given().bookings('E-11')).toEqual([]);
      await given().put('demo', `jhb/archive/${archived}`, more + rowOf('E-12'));
      await given().put('demo', 'jhb/inbound/after-never-ending.csv', manifest(rowOf('E-13')));
      await given().answer('demo', 'jhb/outbound/after-never-ending.csv.ack');
      expect(await given().settled('never-ending.csv')).toMatchObject({ restarts: 100 });
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
