import { every } from '../define.ts';
import { failingMaxMs } from '../domain/lane.ts';
import { disableEndpoint } from '../store/endpoints.ts';
import { lockFailing } from '../store/lanes.ts';
import { wakeDeliverers } from '../wake.ts';

/** Endpoints that nothing is tried on any more would otherwise stay active for ever. */
export const disableFailing = every('disable-failing', '*/15 * * * *', async ({ db, now, log }) => {
  const lanes = await lockFailing(db, new Date(now.getTime() - failingMaxMs));
  for (const lane of lanes) {
    if (await disableEndpoint(db, lane, now)) {
      log.warn({ endpoint_id: lane.endpoint_id }, 'endpoint disabled');
    }
  }
  wakeDeliverers();
});
