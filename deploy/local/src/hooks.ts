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
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { printable, printableJson } from '@svc/text/printable';
import { verify, type WebhookVerdict } from '@svc/webhook-verify';
import { z } from 'zod';
import { type DevFile, kept } from './dev-file.ts';

const command = {
  name: 'npm run hooks',
  positionals: 'listen [event types, default all]',
  about: `Receives the demo tenant's events on this machine while npm start runs, prints each with a verdict
on its signature, and removes its registration on Ctrl-C.

  npm run hooks -- listen
  npm run hooks -- listen job.created delivery.completed`,
  options: {},
} satisfies CliCommand;

await runCommand(command, async ({ positionals: [verb, ...types] }) => {
  if (verb !== 'listen') {
    throw new UsageError(verb === undefined ? 'What to do? listen' : `"${verb}" is not "listen".`);
  }
  const dev = kept<DevFile>('dev.json').read();
  if (!dev) throw new Error('Nothing runs here: start it with npm start, in another terminal.');
  await listen(dev, types.length > 0 ? types : ['*']);
  return 0;
});

async function listen(stack: DevFile, events: string[]): Promise<void> {
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = secret === '' ? undefined : await bytesOf(request);
    // Before the registration is answered there is no secret to verify with.
    if (!body) return void response.writeHead(503).end();
    const verdict = verify(body, request.headers, secret);
    response.writeHead(verdict.ok ? 204 : 401).end();
    console.log(line(verdict, body.toString('utf8')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const made = await fetchJson(stack, {
    method: 'POST',
    body: { url: `http://127.0.0.1:${port}/`, events },
  });
  secret = String(made.secret);
  console.log(`Listening as ${made.id} for ${events.join(', ')}. Ctrl-C ends it.\n`);
  stopOnSignal(
    async () => {
      await fetchJson(stack, { method: 'DELETE', path: `/${made.id}` });
      console.log(`\nRemoved ${made.id}.`);
      server.close();
      server.closeAllConnections();
    },
    createLogger({ name: 'hooks', level: 'error' }),
  );
}

/** Asks the live API about webhooks, with a token of its own: an old one may have expired. */
async function fetchJson(
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
  if (!response.ok) throw new Error(problemOf(text) ?? `${response.url}: ${response.status}`);
  return text === '' ? {} : JSON.parse(text);
}

/** The API's own words, where it has any. */
function problemOf(text: string): string | undefined {
  try {
    const { code, detail } = problem.parse(JSON.parse(text));
    return `${code}: ${detail}`;
  } catch {
    return undefined;
  }
}
const problem = z.object({ code: z.string(), detail: z.string() });

/** More than any event has. */
const bytesMax = 1_048_576;

/** Undefined for a body that is too long. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function line(verdict: WebhookVerdict, body: string): string {
  if (!verdict.ok) return `signature WRONG (${verdict.reason})  ${printable(body)}`;
  const { type, sequence, created_at, data } = verdict.event;
  return `signature ok  ${created_at}  ${type} #${sequence}  ${printableJson(data)}`;
}
