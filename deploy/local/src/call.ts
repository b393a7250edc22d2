/**
 * Calls one action of a running environment, as its operator: tenants, clients, price books.
 *
 *     npm run call -- accounts.createTenant '{"name":"Acme Labs"}'
 *     npm run call -- pricing.importPriceBook '{"yaml":"@services/pricing/books/live-2026-11.yaml"}'
 *     npm run call -- accounts.createClient '{"name":"LIS","scopes":["jobs:read"]}' ten_…
 *
 * Reaches the `npm start` of the data folder over its operator socket; any other environment over
 * NATS, with SVC_NATS_URL and the operator's SVC_NATS_SEED and SVC_NATS_CA.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CliCommand, runCommand, UsageError } from '@svc/cli';
import {
  accounts,
  billing,
  custody,
  files,
  jobs,
  partner,
  pricing,
  tracking,
  webhooks,
} from '@svc/contracts';
import { operatorRole } from '@svc/kit/nats-subjects';
import { nearestName } from '@svc/kit/nearest-name';
import type { Reply } from '@svc/kit/transport';
import { z } from 'zod';
import { dataDir } from './dev-file.ts';
import { type CallRequest, callOverSocket } from './operator-socket.ts';

const contracts = [
  accounts,
  pricing,
  jobs,
  tracking,
  custody,
  partner,
  webhooks,
  billing,
  files,
] as const;
const actionsOf = new Map<string, string[]>(
  contracts.map(({ name, actions }) => [name, Object.keys(actions)]),
);

/** Deadline of the connection, which would retry without limit. */
const natsTimeoutMs = 15_000;

const command = {
  name: 'npm run call',
  positionals: "<service>.<action> ['{JSON input}'] [tenant id]",
  about: `Calls one action of the running npm start, as its operator. "@file" as a value of the input
stands for the content of the file. Without an action: lists those of a service.

  npm run call -- accounts
  npm run call -- accounts.createTenant '{"name":"Acme Labs"}'

Services: ${[...actionsOf.keys()].join(', ')}.
Another environment than npm start is reached over NATS: set SVC_NATS_URL, and the operator's
SVC_NATS_SEED and SVC_NATS_CA.`,
  options: {
    sandbox: { schema: z.boolean().default(false), about: 'calls the sandbox, not live' },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values, positionals }) => {
  const [target = '', input = '{}', tenant = '', ...others] = positionals;
  const [service = '', action] = target.split('.');
  const actions = actionsOf.get(service);
  if (!actions) throw new UsageError(unknownService(service));
  if (action === undefined) {
    process.stdout.write(actions.map((name) => `${service}.${name}\n`).join(''));
    return 0;
  }
  if (!actions.includes(action)) throw new UsageError(unknownAction(service, action, actions));
  if (others.length > 0) throw new UsageError(`"${others[0]}" is one argument too many.`);
  const environment = values.sandbox ? 'sandbox' : 'live';
  const request = { environment, service, action, input: await readInput(input), tenant } as const;
  const reply = await (process.env.SVC_NATS_URL ? callOverNats : callNpmStart)(request);
  process.stdout.write(`${JSON.stringify(reply, null, 2)}\n`);
  return 'ok' in reply ? 0 : 1;
});

function unknownService(service: string): string {
  if (service === '') return 'Which action?';
  const known = [...actionsOf.keys()];
  const near = nearestName(service, known);
  const hint = near ? `Did you mean ${near}?` : `There are: ${known.join(', ')}.`;
  return `There is no service "${service}". ${hint}`;
}

function unknownAction(service: string, action: string, actions: readonly string[]): string {
  const near = nearestName(action, actions);
  const hint = near ? `Did you mean ${service}.${near}?` : `It has: ${actions.join(', ')}.`;
  return `The service ${service} has no action "${action}". ${hint}`;
}

async function readInput(text: string): Promise<Record<string, unknown>> {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(parsed(text));
  if (!success) throw new UsageError(`The input is not a JSON object: ${text}`);
  const entries = Object.entries(data).map(async ([name, value]) => {
    const isFile = typeof value === 'string' && value.startsWith('@');
    return [name, isFile ? await contentOf(value.slice(1)) : value];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read: ${error.code}.`);
  });
}

async function callNpmStart(request: CallRequest): Promise<Reply> {
  const reply = await callOverSocket(request);
  if (reply) return reply;
  throw new Error(
    `No npm start runs on the data in ${dataDir()}. Start it in another terminal, name its SVC_DATA_DIR,\n` +
      'or set SVC_NATS_URL, SVC_NATS_SEED and SVC_NATS_CA of another environment.',
  );
}

async function callOverNats({ service, action, input, tenant }: CallRequest): Promise<Reply> {
  const giveUp = setTimeout(() => {
    process.stderr.write(`No answer over SVC_NATS_URL within ${natsTimeoutMs / 1000} s.\n`);
    process.exit(1);
  }, natsTimeoutMs);
  try {
    // Loaded where it is needed: broker and bus are most of the time that this command takes.
    const { startHost } = await import('@svc/kit/host');
    // An operator encrypts nothing, and needs no service's secret.
    const env = { SVC_SECRET: randomBytes(32).toString('hex'), ...process.env };
    const host = await startHost({ name: operatorRole, services: [], env });
    const meta = { tenant, actor: 'operator', requestId: 'operator' };
    return await host.broker.call(service, action, input, meta).finally(() => host.stop());
  } finally {
    clearTimeout(giveUp);
  }
}
