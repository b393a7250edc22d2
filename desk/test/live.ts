/** Live pages: the jobs and vehicles that they follow, and a client of their stream. */
import { jobs, type LiveJob, liveJobsTopic } from '@svc/contracts';
import { liveJob, vehiclePosition } from './desk-answers.ts';
import { pageOf } from './examples.ts';
import type { Services } from './services.ts';

/** `change` stores jobs and hints at them, as a commit does. */
export function answerLive(services: Services, first: readonly LiveJob[] = [liveJob]) {
  const stored = new Map(first.map((job) => [job.id, job]));
  services.answers.set('jobs.listLive', ({ input }) => {
    const { ids } = jobs.actions.listLive.input.parse(input);
    const all = [...stored.values()];
    return { ok: pageOf(ids ? all.filter(({ id }) => ids.includes(id)) : all) };
  });
  services.answer('tracking.listVehiclePositions', pageOf([vehiclePosition]));
  services.answer('webhooks.listOpsChanges', { data: [], last: '0', has_more: false });
  return {
    change: (...changed: LiveJob[]) => {
      for (const job of changed) stored.set(job.id, job);
      services.broadcast(liveJobsTopic, { ids: changed.map(({ id }) => id) });
    },
  };
}

interface Message {
  event: string;
  id: string | undefined;
  data: unknown;
}

async function* messagesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => line.split(/: (.*)/s));
      const { event, id, data = 'null' } = Object.fromEntries(lines);
      if (event) yield { event, id, data: JSON.parse(data) };
    }
  }
}

/** `next` is undefined when the stream has ended. */
export async function openStream(origin: string, search: string, token?: string) {
  const aborting = new AbortController();
  const headers = new Headers(token ? { cookie: `__Host-session=${token}` } : {});
  const { signal } = aborting;
  const response = await fetch(`${origin}/desk/live?${search}`, { headers, signal });
  const stream = messagesOf(response.body);
  const next = async (): Promise<Message | undefined> => (await stream.next()).value ?? undefined;
  return { response, next, close: () => aborting.abort() };
}
