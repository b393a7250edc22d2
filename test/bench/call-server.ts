/** The other end of the call bench: the same answer from a bare moleculer action and from ours. */
import { defineContract, query } from '@svc/contracts';
import { createBroker } from '@svc/kit/broker';
import { createLogger } from '@svc/kit/log';
import { connectNats } from '@svc/kit/nats';
import { ServiceBroker } from 'moleculer';
import { z } from 'zod';

export const answer = {
  id: 'job_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  ref: 'SVC-ABCDEFGH',
  status: 'booked',
  text: 'x'.repeat(600),
};

export const echo = defineContract({
  name: 'echo',
  actions: {
    get: query({
      input: z.object({ id: z.string().max(64), limit: z.int().default(20) }),
      output: z.object({ id: z.string(), ref: z.string(), status: z.string(), text: z.string() }),
      refusals: ['job_not_found'],
    }),
  },
  events: {},
});

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
  const link = await connectNats(url, 'echo', log);
  const ours = createBroker({ namespace: 'ours', name: 'server', nats: { url, link }, log });
  ours.serve('echo', {
    get: async (input) => {
      const parsed = echo.actions.get.input.safeParse(input);
      return parsed.success ? { ok: answer } : { invalid: [] };
    },
  });
  await ours.start();
  console.log('echo ready');
}
