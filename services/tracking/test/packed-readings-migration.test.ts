/** Migration of readings from a row each to chunks, which are still read. */
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import { serviceTest } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { trackingService } from '../src/service.ts';

const { migrations } = trackingService;
const secret = 'a secret for this test only, 32 chars or more';
const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '0005-packed-readings'),
);
const app = serviceTest(
  { ...trackingService, migrations: before, workers: [] },
  { env: { SVC_SECRET: secret } },
);

const columns = `r.feed_no, r.vehicle_no, r.at, r.seq, r.temperature_mc, r.lat_e6, r.lng_e6,
  r.calibrated_until, r.late`;

it('the migration packs the readings that were stored a row each', async () => {
  await app.sql(
    `select tracking.keep_reading_day(day) from unnest('{2026-11-01,2026-11-02}'::date[]) day`,
  );
  await app.sql(
    `insert into tracking.reading
     select '2026-11-01T22:00:00.123Z'::timestamptz + n * interval '17 s', n * n, n % 3, 7,
            nullif(n % 5, 0) * 1000 - 2500, nullif(-26200000 + n, -26200004), nullif(n % 4, 1),
            nullif(n % 7, 2) * 12.5, nullif('2027-06-30'::date + n, '2027-07-10'), n % 2 = 0
       from generate_series(0, 999) n`,
  );
  const kept = await app.sql(
    `select ${columns}, round(r.speed_kmh * 1000)::integer as speed_mh from tracking.reading r
      order by r.feed_no, r.at, r.seq`,
  );
  expect(kept).toHaveLength(1_000);
  const log = createLogger({ name: 'test', level: 'silent' });
  const { url } = app.running();
  await migrate({ url, service: 'tracking', migrations, login: { secret }, log });
  const decoded = await app.sql(
    `select ${columns}, r.speed_mh
       from tracking.earlier_chunk c cross join lateral tracking.decode_readings(c.readings) r
      order by r.feed_no, r.at, r.seq`,
  );
  expect(decoded).toEqual(kept);
  const runs = await app.sql(
    `select count(*)::int as runs, bool_and(to_at < date_trunc('hour', from_at) + interval '1 hour')
            as within_hours from tracking.earlier_chunk`,
  );
  expect(runs[0]).toEqual({ runs: expect.any(Number), within_hours: true });
  expect(runs[0]?.runs).toBeLessThan(1_000);
});
