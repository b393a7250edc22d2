/** Where a phone is, while it has an open job: at the desk and for the sender, in no chain or event. */
import { describe, expect, it } from 'vitest';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { chainOf } from './courier-stand.ts';
import { expectGood } from './handset.ts';

/** A minute of the phone takes three seconds: its intervals, and the clock that measures them. Notes when requests begin. */
const times = 20;
const fastMinutes = `{
  const [interval, now] = [setInterval, performance.now.bind(performance)];
  globalThis.ticks = 0;
  globalThis.setInterval = (tick, ms) =>
    interval(() => { globalThis.ticks += 1; tick(); }, ms / ${times});
  performance.now = () => now() * ${times};
  globalThis.begunMs = [];
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key === 'positions-sent') globalThis.begunMs.push(Number(value));
    setItem.call(this, key, value);
  };
}`;

const place = (latitude: number) => ({ latitude, longitude: 28.051_23, accuracy: 12 });
const shown = ({ latitude, longitude }: ReturnType<typeof place>) => ({
  lat: latitude,
  lng: longitude,
});
/** Within a few hundred metres. */
const [first, second, third] = [place(-26.153_71), place(-26.155_93), place(-26.157_17)];

describe.skipIf(chromium === undefined)('the position of a phone', () => {
  const app = appUnderTest();

  it('is sent once a minute while a job is open, until the courier stops it', async () => {
    const driver = await app.stand.newDriver();
    const job = await driver.job({ requirements: noProof });
    const context = { geolocation: first, permissions: ['geolocation'] };
    const handset = await app.newHandset(driver, { context });
    const page = handset.page();
    await page.getByRole('link', { name: job.ref }).waitFor();
    const sentMs: number[] = [];
    handset.context.on('request', (request) => {
      if (request.url().endsWith('/v1/courier/positions')) sentMs.push(performance.now());
    });
    await handset.context.addInitScript(fastMinutes);
    await handset.reload();

    const { desk, sender, stage } = app.stand;
    const seen = async () => {
      const { data } = await desk.tracking.listVehiclePositions({});
      return data.find(({ id }) => id === driver.vehicle.id)?.last_position;
    };
    await expect.poll(seen).toEqual(shown(first));
    const collected = { seal, parcels_scanned: 1, box_temperature_c: 4 };
    await desk.jobs.reachMilestone({ id: job.id, type: 'collect', ...collected });
    await handset.context.setGeolocation(second);
    await expect.poll(seen).toEqual(shown(second));
    const tracked = () => sender.tracking.track({ ref: job.ref });
    await expect.poll(tracked).toMatchObject({
      eta_basis: 'position',
      vehicle: { last_position: shown(second) },
    });
    await handset.context.setGeolocation(third);
    await expect.poll(seen).toEqual(shown(third));
    // By the phone's own clock, as each request begins: a token and a signature delay what is seen here.
    // The page before may have reported the first place.
    await expect.poll(() => page.evaluate<number>('begunMs.length')).toBeGreaterThan(2);
    const { length: sentCount } = sentMs;
    const begunMs = await page.evaluate<number[]>('begunMs');
    const gapsMs = begunMs.slice(1).map((atMs, n) => atMs - (begunMs[n] ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(60_000);
    expect(sentCount).toBeLessThanOrEqual(begunMs.length + 1);

    await page.locator('header a[href="#device"]').click();
    await page.getByText('Position: shared while a job is open.').waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Stop sharing on this phone' }).click();
    await page.getByText('Position: not shared.').waitFor();
    await handset.reload();
    const count = sentMs.length;
    await expect.poll(() => page.evaluate<number>('ticks')).toBeGreaterThan(8);
    expect(sentMs).toHaveLength(count);
    await page.getByRole('button', { name: 'Share the position' }).click();
    // Chromium has a new fix only when the emulated place changes.
    await handset.context.setGeolocation(first);
    await expect.poll(seen).toEqual(shown(first));

    const latitudes = [first, second, third].map(({ latitude }) => String(-latitude));
    const places = latitudes.flatMap((digits) => [digits, digits.replace('.', '')]);
    const holdsPlace = (text: string) => places.some((digits) => text.includes(digits));
    expect(holdsPlace(JSON.stringify(await chainOf(app.stand, job.id)))).toBe(false);
    for (const service of ['jobs', 'tracking', 'custody', 'webhooks', 'accounts']) {
      const { rows } = await stage.owner.query<{ event: string }>(
        `select outbox::text as event from ${service}.outbox outbox`,
      );
      expect(rows.filter(({ event }) => holdsPlace(event))).toEqual([]);
    }
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });
});
