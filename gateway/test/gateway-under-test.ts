/** A gateway on a held clock, with a stand-in for the services behind it. */
import { accounts } from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { createLogger } from '@svc/kit/log';
import { MissingFile, type Storage } from '@svc/kit/storage';
import type { CallMeta, Reply, Transport } from '@svc/kit/transport';
import type { FastifyInstance } from 'fastify';
import { buildGateway, type GatewayParts } from '../src/app.ts';
import { readGatewayConfig } from '../src/config.ts';
import { createIssuer, type Issuer } from './issuer.ts';

export interface Call {
  service: string;
  action: string;
  input: unknown;
  meta: CallMeta;
}

type Answer = (call: Call) => Reply | Promise<Reply>;

/** Answers by `service.action`; everything that was asked stands in `calls`. */
export interface Services extends Transport {
  calls: Call[];
  answers: Map<string, Answer>;
  /** Calls of the endpoints themselves, without those of the gateway on its own behalf. */
  callsOfUsers(): Call[];
}

export function createServices(): Services {
  const calls: Call[] = [];
  const answers = new Map<string, Answer>();
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  return {
    calls,
    answers,
    callsOfUsers: () => calls.filter(({ meta }) => meta.actor !== 'gateway'),
    call: async (service, action, input, meta) => {
      const call = { service, action, input, meta };
      calls.push(call);
      const answer = answers.get(`${service}.${action}`);
      return answer ? answer(call) : { ok: { echo: `${service}.${action}` } };
    },
    broadcast: (topic, payload) => {
      for (const handler of handlers.get(topic) ?? []) handler(payload);
    },
    subscribe: (topic, handler) => {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },
    connected: () => true,
  };
}

/** Files that are gone when the test is. */
export interface Files extends Storage {
  kept: Map<string, { bytes: Uint8Array; mediaType: string }>;
}

function createFiles(): Files {
  const kept: Files['kept'] = new Map();
  return {
    kept,
    put: async (key, bytes, mediaType) => {
      kept.set(key, { bytes, mediaType });
    },
    get: async (key) => {
      const file = kept.get(key);
      if (!file) throw new MissingFile(key);
      return file.bytes;
    },
    remove: async (key) => {
      kept.delete(key);
    },
    exists: async (key) => kept.has(key),
  };
}

export interface UnderTest {
  app: FastifyInstance;
  files: Files;
  services: Services;
  clock: HeldClock;
  issuer: Issuer;
  lines: string[];
  config: GatewayParts['config'];
}

interface Options {
  env?: Record<string, string>;
  table?: GatewayParts['table'];
  services?: Services;
  clock?: HeldClock;
  issuer?: Issuer;
}

export const start = '2026-11-02T08:00:00.000Z';
export const sandboxEnv = { SVC_ENVIRONMENT: 'sandbox' };

export async function gatewayUnderTest(options: Options = {}): Promise<UnderTest> {
  const clock = options.clock ?? heldClock(start);
  const services = options.services ?? createServices();
  const issuer = options.issuer ?? (await createIssuer(clock));
  const config = readGatewayConfig({
    SVC_SECRET: 'a secret of at least 32 characters, for tests',
    SVC_PUBLIC_URL: 'https://api.example.test',
    ...options.env,
  });
  services.answers.set('accounts.jwks', () => ({ ok: { keys: issuer.published } }));
  services.answers.set('jobs.checkWrites', () => ({ ok: {} }));
  services.answers.set('pricing.currentVersion', () => ({ ok: { price_book_version: '2026-11' } }));
  for (const [action, ok] of Object.entries(onPages)) {
    if (!services.answers.has(action)) services.answers.set(action, () => ({ ok }));
  }
  if (!services.answers.has('accounts.admit')) services.answers.set('accounts.admit', admitAll);
  const lines: string[] = [];
  const log = createLogger({ name: 'gateway' }, { write: (line: string) => lines.push(line) });
  const table = options.table && { table: options.table };
  const files = createFiles();
  const parts = { config, transport: services, storage: files, clock, log };
  const app = buildGateway({ ...parts, ...table });
  await app.ready();
  return { app, files, services, clock, issuer, lines, config };
}

/** Calls of a tracking page besides the record. */
const onPages = {
  'accounts.tenantContact': { contact: null },
  'custody.issuedCertificates': { certificates: [] },
};

/** A caller's tenant says which caller it is. */
const admitAll: Answer = ({ input }) => {
  const { caller } = accounts.actions.admit.input.parse(input);
  const admission = { admitted: true, limit: 60, remaining: 59, reset_seconds: 60 };
  return { ok: { tenant_id: `ten_of_${caller}`, ...admission } };
};
