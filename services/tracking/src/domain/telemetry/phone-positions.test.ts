/**
 * What phones add to a van without a tracker: the error of the time of arrival over a day of drives,
 * as simulated from a seed.
 */

import { type Chance, chancesOf } from '@svc/kit/testing/chance';
import { describe, expect, it } from 'vitest';
import { at, clinic, tracked } from '../../../test/tracked-job.ts';
import { view } from '../../../test/view.ts';
import type { Sighting } from '../prediction.ts';
import { etaOf } from '../tracking-record.ts';
import { averageSpeedAfter } from './average-speed.ts';
import { forgottenBefore, openStatuses } from './phone-positions.ts';

it('a phone counts from assignment to delivery', () => {
  expect(openStatuses).toEqual(['assigned', 'en_route_pickup', 'collected', 'in_transit']);
});

it.each([
  ['2026-11-02T09:00:00.000Z', '2026-08-04T09:00:00.000Z'],
  ['2026-11-02T09:59:59.999Z', '2026-08-04T09:00:00.000Z'],
])('at %s positions before %s are forgotten', (now, before) => {
  expect(forgottenBefore(new Date(now)).toISOString()).toBe(before);
});

const usualKmh = 40;
const start = at('08:00');
const stepS = 30;
const north = (km: number) => ({ lat: clinic.lat + km / 111.2, lng: clinic.lng });
const moment = (second: number): Date => new Date(start.getTime() + second * 1_000);

interface Drive {
  km: number;
  /** Kilometres on the way and km/h, each 30 s. */
  fixes: { km: number; kmh: number }[];
}

/** Traffic of its own, a speed that wanders, and halts of some minutes. */
function drive({ between, oneIn }: Chance): Drive {
  const km = between(30, 250) / 10;
  const detour = between(110, 160) / 100;
  const traffic = between(18, 65);
  const fixes = [{ km: 0, kmh: 0 }];
  let done = 0;
  let haltSteps = 0;
  while (done < km) {
    haltSteps = haltSteps > 0 ? haltSteps - 1 : oneIn(40) ? between(4, 16) : 0;
    const kmh = haltSteps > 0 ? 0 : traffic * (between(60, 140) / 100);
    done = Math.min(km, done + (kmh * stepS) / 3_600 / detour);
    fixes.push({ km: done, kmh });
  }
  return { km, fixes };
}

/** Errors of the time of arrival in minutes, at each minute of a drive. */
function errorsOf({ km, fixes }: Drive, hasPhone: boolean): number[] {
  const dropoff = { ...view().dropoff, position: north(km) };
  const lastS = (fixes.length - 1) * stepS;
  const course = { status: 'in_transit', collected_at: start, moving_since: start } as const;
  let pace = { kmh: usualKmh, at: start };
  return fixes.flatMap((_, step) => {
    const second = step * stepS;
    const now = moment(second);
    // Evaluated at the watermark, and sent once a minute.
    const settled = fixes[step - 4];
    if (hasPhone && settled) {
      const fix = { position: north(settled.km), at: moment(second - 4 * stepS) };
      pace = averageSpeedAfter(pace, { ...fix, speed_kmh: settled.kmh }, usualKmh);
    }
    const sent = step - (step % 2);
    const sighting: Sighting | null = hasPhone
      ? { position: north(fixes[sent]?.km ?? 0), at: moment(sent * stepS), isPhone: true }
      : null;
    const job = tracked({ ...course, average_speed_kmh: pace.kmh, average_speed_at: pace.at });
    const eta = etaOf(
      view({ status: 'in_transit', dropoff }),
      { tracked: job, sighting, photoUrl: null },
      { now, speedKmh: usualKmh, carrier: { name: '', phone: null, email: null } },
    );
    return [Math.abs(eta.eta_minutes - (lastS - second) / 60)];
  });
}

describe('a day of drives without a tracker', () => {
  it('has a better time of arrival with the positions of phones', () => {
    const drives = chancesOf(1, 200).map(drive);
    const mean = (hasPhone: boolean): number => {
      const errors = drives.flatMap((each) => errorsOf(each, hasPhone));
      return errors.reduce((sum, error) => sum + error, 0) / errors.length;
    };
    const [without, withPhones] = [mean(false), mean(true)];
    process.stdout.write(
      `mean error of the ETA, ${drives.length} drives: ${withPhones.toFixed(1)} min with phones, ${without.toFixed(1)} min without\n`,
    );
    expect(withPhones).toBeLessThan(without);
  });
});
