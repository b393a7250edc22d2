import { command } from '../define.ts';
import { replayableSince } from '../domain/retention.ts';
import { replayEvents, replaySpan } from '../replaying.ts';
import { getEndpoint } from '../store/endpoints.ts';
import { countSpan, listByIds } from '../store/replays.ts';

/** Before the first event that was ever stored. */
const beforeAll = '-1';

export const replay = command('replay', {
  handle: async ({ id, event_ids, since }, { db, tenant, now }) => {
    const endpoint = await getEndpoint(db, tenant, id);
    if (event_ids !== undefined) {
      const wanted = { ids: event_ids, endpointId: id, since: replayableSince(now) };
      const events = await listByIds(db, tenant, wanted);
      await replayEvents(db, tenant, { endpointId: id, events, now });
      return { object: 'replay' as const, replayed: events.length };
    }
    const from = replayableSince(now, since === undefined ? undefined : new Date(since));
    const span = { endpoint, after: { created_at: from, seq: beforeAll }, until: now };
    const replayed = await countSpan(db, tenant, span);
    await replaySpan(db, tenant, { ...span, now });
    return { object: 'replay' as const, replayed };
  },
});
