import { Refusal } from '@svc/kit/refusal';
import { command } from '../define.ts';
import { replayableSince } from '../domain/retention.ts';
import { lockQueue } from '../store/endpoint-queues.ts';
import { getEndpoint } from '../store/endpoints.ts';
import { countSpan, hasUnfinishedReplay, listByIds } from '../store/replays.ts';
import { queueReplayEvents, queueReplaySpan } from '../workflows/queue-replay.ts';

/** Before the first event that was ever stored. */
const beforeAll = '-1';

export const replay = command('replay', {
  handle: async ({ id, event_ids, since }, { db, tenant, now, wake }) => {
    await lockQueue(db, tenant, id);
    const endpoint = await getEndpoint(db, tenant, id);
    if (await hasUnfinishedReplay(db, tenant, id)) {
      throw new Refusal(
        'replay_in_progress',
        'An earlier replay of this endpoint has events left to send. Wait until it has ended.',
      );
    }
    wake('deliver');
    if (event_ids !== undefined) {
      const wanted = { ids: event_ids, endpointId: id, since: replayableSince(now) };
      const events = await listByIds(db, tenant, wanted);
      await queueReplayEvents(db, tenant, { endpointId: id, events, now });
      return { object: 'replay' as const, replayed: events.length };
    }
    const from = replayableSince(now, since === undefined ? undefined : new Date(since));
    const span = { endpoint, after: { created_at: from, seq: beforeAll }, until: now };
    const replayed = await countSpan(db, tenant, span);
    await queueReplaySpan(db, tenant, { ...span, now });
    return { object: 'replay' as const, replayed };
  },
});
