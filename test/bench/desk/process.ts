/** The desk's process, sessions in it, and what it takes of the machine. */
import { readFileSync } from 'node:fs';
import { accounts } from '@svc/contracts';
import { freePort } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { Agent, type Dispatcher, request } from 'undici';
import type { BenchStack } from '../bench-stack.ts';

const issuer = 'http://127.0.0.1:1';

export async function startDesk({ processes }: BenchStack) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { pid } = await processes.start('desk', {
    SVC_HTTP_PORT: String(port),
    SVC_DESK_URL: url,
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: 'desk',
  });
  return { url, pid };
}

/** As after a sign-in at a provider: the desk knows a session by its token alone. */
export async function signIn({ processes }: BenchStack): Promise<string> {
  const meta = { tenant: '', actor: 'desk', requestId: 'bench' };
  const clients = createClients({ accounts }, processes.client.broker, meta);
  const { token } = await clients.accounts.signIn({
    issuer,
    subject: 'dispatcher',
    email: 'dispatcher@carrier.example',
    email_verified: true,
  });
  return token;
}

export const residentMb = (pid: number): number => {
  const [, kb = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1_024;
};

const perSession = 10;

export interface Desks {
  received(): number;
  close(): Promise<void>;
}

/** So many open pages of several people, each with a stream; what they receive is counted. */
export async function openDesks(
  stack: BenchStack,
  { url, count, topics }: { url: string; count: number; topics: string },
): Promise<Desks> {
  const dispatcher = new Agent({ connections: count, bodyTimeout: 0 });
  let bytes = 0;
  let token = '';
  const bodies: Dispatcher.ResponseData['body'][] = [];
  for (let n = 0; n < count; n += 1) {
    if (n % perSession === 0) token = await signIn(stack);
    const { statusCode, body } = await request(`${url}/desk/live?topics=${topics}`, {
      dispatcher,
      headers: { cookie: `__Host-session=${token}` },
    });
    if (statusCode !== 200) throw new Error(`stream: ${statusCode} ${await body.text()}`);
    body
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
    bodies.push(body);
  }
  return {
    received: () => bytes,
    close: async () => {
      for (const body of bodies) body.destroy();
      await dispatcher.destroy();
    },
  };
}
