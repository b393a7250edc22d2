/**
 * A receiver on this machine for the events of the demo tenant, while `npm start` runs:
 *
 *     npm run hooks -- listen [event types, default all]
 *
 * Registers itself, prints each event and whether its signature is right, and removes its
 * registration on Ctrl-C.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createLogger } from '@svc/kit/log';
import { stopOnSignal } from '@svc/kit/shutdown';
import { type Verdict, verify } from '@svc/webhook-verify';
import { type DevFile, kept } from './dev-file.ts';

const [command, ...types] = process.argv.slice(2);
if (command !== 'listen') {
  console.error('usage: npm run hooks -- listen [event types, default all]');
  process.exit(2);
}
const dev = kept<DevFile>('dev.json').read();
if (!dev) {
  console.error('There is no .svc/dev.json: run npm start first, in another terminal.');
  process.exit(1);
}
await listen(dev, types.length > 0 ? types : ['*']);

async function listen(stack: DevFile, events: string[]): Promise<void> {
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const verdict = verify(body, request.headers, secret);
    response.writeHead(verdict.ok ? 204 : 401).end();
    console.log(line(verdict, body.toString('utf8')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const made = await ask(stack, {
    method: 'POST',
    body: { url: `http://127.0.0.1:${port}/`, events },
  });
  secret = String(made.secret);
  console.log(`Listening as ${made.id} for ${events.join(', ')}. Ctrl-C ends it.\n`);
  stopOnSignal(
    async () => {
      await ask(stack, { method: 'DELETE', path: `/${made.id}` });
      console.log(`\nRemoved ${made.id}.`);
      server.close();
      server.closeAllConnections();
    },
    createLogger({ name: 'hooks', level: 'error' }),
  );
}

/** Asks the live API about webhooks, with a token of its own: an old one may have expired. */
async function ask(
  { live, auth, clients }: DevFile,
  { method, path = '', body }: { method: 'POST' | 'DELETE'; path?: string; body?: object },
): Promise<Record<string, unknown>> {
  const { client_id, client_secret } = clients.demo;
  const grant = { grant_type: 'client_credentials', scope: 'webhooks:manage' };
  const token = await answerOf(
    await fetch(`${auth.auth_url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...grant, client_id, client_secret }),
    }),
  );
  return answerOf(
    await fetch(`${live.base_url}/webhooks${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function line(verdict: Verdict, body: string): string {
  if (!verdict.ok) return `signature WRONG (${verdict.reason})  ${body}`;
  const { type, sequence, created_at, data } = verdict.event;
  return `signature ok  ${created_at}  ${type} #${sequence}  ${JSON.stringify(data)}`;
}
