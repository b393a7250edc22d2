/** Follows the changes of alarms by their numbers; a hint saves the wait for the next look. */
import { pollLoop } from '@svc/kit/poll-loop';
import type { FollowerParts } from './follower.ts';

/** In case that a hint is lost, ms. */
const pollMs = 5_000;

/** An alarm as pages show it is read with the page: it holds a form of the person. */
interface AlarmChange {
  id: string;
  state: string;
}

export function followAlarms({ clients, log }: FollowerParts, changed: (alarm: string) => void) {
  let cursor: string | undefined;
  const pass = async (): Promise<boolean> => {
    const page = await clients().webhooks.listOpsChanges({ after: cursor });
    for (const { event } of page.data) {
      const { id, status, escalated_at } = event;
      const change: AlarmChange = { id, state: `${status} ${escalated_at ?? ''}` };
      changed(JSON.stringify(change));
    }
    // Of another database, e.g. before one was restored, the cursor would never be reached.
    cursor = page.last;
    return page.has_more;
  };
  const loop = pollLoop(
    { idleMs: pollMs, pass, failure: 'alarms not read' },
    { name: 'live-alarms', log },
  );
  return {
    wake: loop.wake,
    stop: () => {
      loop.stop().catch((err: unknown) => log.error({ err }, 'alarms follower not stopped'));
    },
  };
}
