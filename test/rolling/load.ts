/** Steady load over every role: so many requests a second, whether or not earlier ones were answered.
 * Ends with its test, as a test that fails must not load the next one. */
import { setTimeout as pause } from 'node:timers/promises';
import { carrierScopes, type Scope, scopes, tenantScopes } from '@svc/contracts';
import { onTestFinished } from 'vitest';
import { type Answer, member, type Request, send } from '../faults/http.ts';
import type { Stage } from '../journeys/environment.ts';
import { fetchToken, newTenant, type Tenant } from '../journeys/tenants.ts';

export interface LoadOptions {
  /** The `reference` of all its jobs. */
  label: string;
  perSecond: number;
  /** Repeats a booking that failed, under its key, as clients should. */
  isPatient?: boolean;
}

export interface LoadResult {
  sent: number;
  /** `<request> <status>` and how often, where it failed. */
  failures: Record<string, number>;
  /** Ids of booked jobs. */
  booked: string[];
  /** ms */
  median: number;
  p99: number;
  longest: number;
}

export interface RunningLoad {
  sent(): number;
  finish(): Promise<LoadResult>;
}

export interface LoadSource {
  start(options: LoadOptions): RunningLoad;
}

const tickMs = 10;
const givesUpMs = 60_000;

/** With a tenant of its own and the carrier's desk; an earlier version may know fewer scopes. */
export async function loadOn(
  stage: Stage,
  known: readonly Scope[] = scopes,
): Promise<LoadSource & { tenant: Tenant }> {
  const own = tenantScopes.filter((scope) => known.includes(scope));
  const tenant = await newTenant(stage, { scopes: own });
  const desk = await newTenant(stage, { scopes: carrierScopes });
  return {
    tenant,
    start: (options) => startLoad({ stage, tenant, scopes: own, desk }, options),
  };
}

interface Parties {
  stage: Stage;
  tenant: Tenant;
  /** Of the tenant. */
  scopes: readonly Scope[];
  desk: Tenant;
}

function startLoad(
  { stage, tenant, scopes: own, desk }: Parties,
  options: LoadOptions,
): RunningLoad {
  const { label, perSecond, isPatient = false } = options;
  const answers: { what: string; answer: Answer }[] = [];
  const booked: { id: string; ref: string }[] = [];
  const tokens = { tenant: '', desk: '' };
  const renew = async () => {
    tokens.tenant = await fetchToken(stage, tenant, own);
    tokens.desk = await fetchToken(stage, desk, carrierScopes);
  };
  const ask = async (what: string, path: string, request: Request & { token?: string } = {}) => {
    const headers = { authorization: `Bearer ${request.token ?? tokens.tenant}` };
    const answer = await send(stage.baseUrl + path, {
      ...request,
      headers: { ...headers, ...request.headers },
    });
    answers.push({ what, answer });
    return answer;
  };
  const logIn = async () => {
    const { clientId: client_id, clientSecret: client_secret } = tenant;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const body = new URLSearchParams(form);
    const answer = await send(`${stage.publicUrl}/oauth/token`, { method: 'POST', body });
    answers.push({ what: 'POST /oauth/token', answer });
  };
  const post = (what: string, key: string, body: Record<string, unknown>) =>
    ask(what, what.slice('POST '.length), {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body,
    });
  const ends = { pickup_site_id: tenant.pickup, dropoff_site_id: tenant.dropoff };
  const book = async (n: number) => {
    const end = performance.now() + givesUpMs;
    for (;;) {
      const body = { sku: 'LAB-STD', km: 18, reference: label, ...ends };
      const answer = await post('POST /jobs', `${label}-${n}`, body);
      if (answer.status === 201) {
        booked.push({ id: String(member(answer, 'id')), ref: String(member(answer, 'ref')) });
        return;
      }
      if (!isPatient || performance.now() > end) return;
      await pause(1000 * Number(answer.headers.get('retry-after') ?? 0.5));
    }
  };
  const ofJob = (n: number, what: string, path: (job: { id: string; ref: string }) => string) => {
    const job = booked[(n * 7) % booked.length];
    return job ? ask(what, path(job)) : book(n);
  };
  const kinds: readonly ((n: number) => Promise<unknown>)[] = [
    ...[book, book, book],
    (n) => post('POST /quotes', `${label}-${n}`, { sku: 'LAB-STD', km: 22 }),
    (n) => ofJob(n, 'GET /jobs/{id}', ({ id }) => `/jobs/${id}`),
    (n) => ofJob(n, 'GET /jobs/{id}/custody', ({ id }) => `/jobs/${id}/custody`),
    (n) => ofJob(n, 'GET /tracking/{ref}', ({ ref }) => `/tracking/${ref}`),
    logIn,
    () => ask('GET /invoices', '/invoices?limit=5'),
    () => ask('GET /webhooks', '/webhooks'),
    () => ask('GET /routes', '/routes'),
    () => ask('GET /sites', '/sites'),
    () => ask('GET /ops/files', '/ops/files', { token: tokens.desk }),
  ];
  let finishing = false;
  let sent = 0;
  const open = new Set<Promise<unknown>>();
  const run = async () => {
    await renew();
    const began = performance.now();
    while (!finishing) {
      const due = ((performance.now() - began) * perSecond) / 1000;
      for (; sent < due; sent += 1) {
        const kind = kinds[sent % kinds.length] ?? book;
        const one = kind(sent).finally(() => open.delete(one));
        open.add(one);
      }
      await pause(tickMs);
    }
    await Promise.all(open);
  };
  const running = run();
  const end = async () => {
    finishing = true;
    await running;
  };
  onTestFinished(end);
  return {
    sent: () => sent,
    finish: async () => {
      await end();
      return { sent, booked: booked.map(({ id }) => id), ...figures(answers) };
    },
  };
}

function figures(answers: readonly { what: string; answer: Answer }[]) {
  const failures: Record<string, number> = {};
  for (const { what, answer } of answers) {
    if (answer.status >= 200 && answer.status < 300) continue;
    const key = `${what} ${answer.status} ${String(member(answer, 'code') ?? '')}`.trim();
    failures[key] = (failures[key] ?? 0) + 1;
  }
  const ms = answers.map(({ answer }) => answer.ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(ms[Math.floor((ms.length - 1) * share)] ?? 0);
  return { failures, median: at(0.5), p99: at(0.99), longest: at(1) };
}
