/** The stream of alarms as a client of the API follows it. */
import { opsEvent } from '@svc/contracts';
import type { CourierClient } from '@svc/sdk';

export interface AlarmStream {
  /** Messages so far; those before `ready` are none. */
  received: { id: string; event: string; alarm: string; status: string; escalated: boolean }[];
  /** Cuts the connection; resolves with the id of the last message that arrived. */
  cut(): Promise<string>;
}

export function followAlarms(client: CourierClient, lastEventId?: string): AlarmStream {
  const received: AlarmStream['received'] = [];
  const cutting = new AbortController();
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const read = async () => {
    const options = { signal: cutting.signal, reconnect: false };
    for await (const { id, event, data } of client.watchOpsEvents({ headers }, options)) {
      // The time of reconnection alone is no message.
      if (id === undefined || event === undefined) continue;
      const shown = event === 'ops_event' ? opsEvent.parse(JSON.parse(data)) : undefined;
      received.push({
        id,
        event,
        alarm: shown?.id ?? '',
        status: shown?.status ?? '',
        escalated: typeof shown?.escalated_at === 'string',
      });
    }
  };
  const reading = read();
  return {
    received,
    cut: async () => {
      cutting.abort();
      await reading;
      return received.at(-1)?.id ?? lastEventId ?? '';
    },
  };
}
