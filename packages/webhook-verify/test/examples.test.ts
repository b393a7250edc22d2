/** The examples, asked as the service asks. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { WebhookEvent } from '@svc/webhook-verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expressApp } from '../examples/express.ts';
import { fastifyApp } from '../examples/fastify.ts';
import { plainNode } from '../examples/plain-node.ts';
import { vector } from './vectors.ts';

const { body, secrets } = vector('rotation: signed with the old secret, both known');
const [newSecret = '', oldSecret = ''] = secrets;

async function fastifyServer(handle: (event: WebhookEvent) => void): Promise<Server> {
  const app = fastifyApp(secrets, handle);
  await app.ready();
  return app.server;
}
const expressServer = async (handle: (event: WebhookEvent) => void): Promise<Server> => {
  const listener: RequestListener = expressApp(secrets, handle);
  return createServer(listener);
};
const nodeServer = async (handle: (event: WebhookEvent) => void): Promise<Server> =>
  plainNode(secrets, handle);

describe.each([
  ['plain Node', nodeServer],
  ['Express', expressServer],
  ['Fastify', fastifyServer],
])('the example for %s', (_name, serverOf) => {
  const events: WebhookEvent[] = [];
  let server: Server;
  let url = '';
  beforeEach(async () => {
    events.length = 0;
    server = await serverOf((event) => events.push(event));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
  });

  async function send(sentBody: string, secret: string): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'svc-timestamp': timestamp,
        'svc-signature': `v1=${hmac}`,
      },
      body: sentBody,
    });
    return response.status;
  }

  it.each([
    ['the new secret', newSecret],
    ['the old secret', oldSecret],
  ])('takes what is signed with %s', async (_which, secret) => {
    expect(await send(body, secret)).toBe(204);
    expect(events).toEqual([JSON.parse(body)]);
  });

  it('answers 401 to another secret or another body, and handles nothing', async () => {
    expect(await send(body, 'whsec_another')).toBe(401);
    expect(await send(`${body} `, newSecret)).toBe(401);
    expect(events).toEqual([]);
  });
});
