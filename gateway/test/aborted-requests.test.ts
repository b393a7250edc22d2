import { once } from 'node:events';
import { connect } from 'node:net';
import { accounts } from '@svc/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';

let gateway: UnderTest;
let port: number;
let headers: string;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  port = Object(gateway.app.server.address()).port;
  headers = `host: x\r\nauthorization: Bearer ${await gateway.issuer.token()}\r\n`;
});
afterEach(() => gateway.app.close());

const logged = () =>
  gateway.lines
    .map((line) => JSON.parse(line))
    .filter(({ msg, route }) => msg === 'request' && route.startsWith('GET'));
const atLeastOneLine = () =>
  vi.waitFor(() => expect(logged()).not.toEqual([]), { timeout: 30_000 });
/** Resolves when the gateway has seen the client go. */
const goes = async (held: Promise<unknown>): Promise<void> => {
  const seen = once(gateway.app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /v1/jobs HTTP/1.1\r\n${headers}\r\n`);
  const [{ socket: server }] = await seen;
  await held;
  socket.resetAndDestroy();
  await new Promise<void>((resolve) => server.once('close', () => resolve()));
};

it('a client that goes before the answer leaves one line, and its entry in the request log', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  gateway.services.answers.set('jobs.list', async () => {
    asked.resolve();
    await answer.promise;
    return { ok: { done: true } };
  });
  await goes(asked.promise);
  expect(logged()).toEqual([]);
  answer.resolve();
  await atLeastOneLine();
  await gateway.app.close();
  expect(logged()).toMatchObject([{ tenant: 'ten_a', status: 200, aborted: true }]);
  const entries = gateway.services.calls
    .filter(({ action }) => action === 'recordRequests')
    .flatMap(({ input }) => accounts.actions.recordRequests.input.parse(input).requests);
  expect(entries).toMatchObject([{ method: 'GET', path: '/v1/jobs', status: 200 }]);
});

it('a client that goes in the middle of a long answer leaves one line', async () => {
  const text = 'x'.repeat(32 * 1_048_576);
  gateway.services.answers.set('jobs.list', () => ({ ok: { text } }));
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /v1/jobs HTTP/1.1\r\n${headers}\r\n`);
  await once(socket, 'data');
  socket.pause();
  expect(logged()).toEqual([]);
  socket.resetAndDestroy();
  await atLeastOneLine();
  await gateway.app.close();
  expect(logged()).toMatchObject([{ status: 200, aborted: true }]);
});
