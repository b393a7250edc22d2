/** The other end of the call bench: the same answer from a bare moleculer action and from ours. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { defineContract, query } from '@svc/contracts';
import { type ActionHandler, createBroker } from '@svc/kit/broker';
import { createLogger } from '@svc/kit/log';
import { connectNats } from '@svc/kit/nats';
import { readTraceparent } from '@svc/kit/traceparent';
import { createTracer, inSpan, type Tracer } from '@svc/kit/tracer';
import { ServiceBroker } from 'moleculer';
import { z } from 'zod';

export const answer = {
  id: 'job_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  ref: 'SVC-ABCDEFGH',
  status: 'booked',
  text: 'x'.repeat(600),
};

const get = query({
  input: z.object({ id: z.string().max(64), limit: z.int().default(20) }),
  output: z.object({ id: z.string(), ref: z.string(), status: z.string(), text: z.string() }),
  refusals: ['job_not_found'],
});
export const echo = defineContract({
  name: 'echo',
  // The same action without tracing, with tracing that is off, and with spans that are exported.
  actions: { get, getTraced: get, getRecorded: get },
  events: {},
});

/** A receiver of traces that throws them away. */
async function startSink(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1/traces`;
}

const traced =
  (tracer: Tracer, handle: ActionHandler): ActionHandler =>
  (input, meta) => {
    const parent = readTraceparent(meta.traceparent);
    return inSpan(tracer, { name: 'echo.get', kind: 'server', parent }, () => handle(input, meta));
  };

if (import.meta.main) {
  const url = process.argv[2] ?? '';
  const bare = new ServiceBroker({
    namespace: 'bare',
    nodeID: 'server',
    logger: false,
    transporter: { type: 'NATS', options: { servers: [url] } },
  });
  bare.createService({ name: 'echo', actions: { get: () => answer } });
  await bare.start();

  const log = createLogger({ name: 'echo', level: 'silent' });
  const login = { url, role: 'echo' };
  const link = await connectNats(login, 'echo', log);
  const ours = createBroker({ namespace: 'ours', name: 'server', nats: { login, link }, log });
  const handle: ActionHandler = async (input) => {
    const parsed = get.input.safeParse(input);
    return parsed.success ? { ok: answer } : { invalid: [] };
  };
  const options = { ratio: 1, service: 'echo', environment: 'bench' };
  const off = await createTracer(options);
  const on = await createTracer({ ...options, url: await startSink() });
  ours.serve('echo', {
    get: handle,
    getTraced: traced(off, handle),
    getRecorded: traced(on, handle),
  });
  await ours.start();
  console.log('echo ready');
}
