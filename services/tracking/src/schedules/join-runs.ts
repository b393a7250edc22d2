import { every } from '../define.ts';
import { hourStart } from '../domain/telemetry/runs.ts';
import { joinRuns, lastOfNext, lockJoined, saveJoined } from '../store/joining.ts';

const hourMs = 3_600_000;
/** So few that a turn is short also where each tells many times a second. */
const vehiclesMax = 20;

/** The runs of the hour that is over; those of readings that come still later stay as they are. */
export const joinRunsOfHours = every('join-runs', '21 * * * *', async ({ db, now }) => {
  const joined = await lockJoined(db);
  if (joined.hour.getTime() >= hourStart(now).getTime()) return undefined;
  const last = await lastOfNext(db, joined, vehiclesMax);
  if (last === undefined) {
    await saveJoined(db, { hour: new Date(joined.hour.getTime() + hourMs), vehicle_no: 0 });
  } else {
    await joinRuns(db, joined, last);
    await saveJoined(db, { ...joined, vehicle_no: last });
  }
  return 'again';
});
