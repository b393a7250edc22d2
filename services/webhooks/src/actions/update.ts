import { command } from '../define.ts';
import { toResource, wantedTypes, withStatus } from '../domain/endpoint.ts';
import { freshLane } from '../domain/lane.ts';
import { requireAllowedUrl } from '../registration.ts';
import { getEndpoint, saveEndpoint } from '../store/endpoints.ts';
import { lockLane, saveLanes, wakeLane } from '../store/lanes.ts';
import { wakeDeliverers } from '../wake.ts';

export const update = command('update', {
  gather: async ({ url }, { config }) => {
    if (url !== undefined) await requireAllowedUrl(url, config);
  },
  handle: async ({ id, url, events, status }, { db, tenant, now }) => {
    const lane = await lockLane(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    const next = {
      ...withStatus(found, status ?? found.status, now),
      url: url ?? found.url,
      events: events ? wantedTypes(events) : found.events,
    };
    await saveEndpoint(db, tenant, next);
    if (next.status !== found.status) {
      // Enabled, it starts without its past; disabled, what waits is given up.
      if (next.status === 'active') {
        await saveLanes(db, [freshLane(tenant, id, lane.accepted_version)]);
      }
      await wakeLane(db, tenant, { id, now });
      wakeDeliverers();
    }
    return toResource(next);
  },
});
