/**
 * Actions of the sandbox over its public API, with the published key: the desk of live has no other
 * way there. Each tenant is one caller; what the sandbox learns of it is a keyed hash.
 */
import { serviceContracts } from '@svc/contracts';
import { keyedHash } from '@svc/kit/encryption';
import type { CallMeta, Reply, Transport } from '@svc/kit/transport';
import { filled, pathNames } from '../address/path.ts';
import { operations } from './operations.ts';
import { replyOf } from './problem.ts';

/** As a call between services may take. */
const timeoutMs = 8_000;

export interface SandboxAccess {
  /** With the version prefix. */
  apiUrl: string;
  key: string;
  /** Name of the caller that a tenant's people share; it opens their data, with the published key. */
  sessionOf(tenant: string): string;
}

interface Parts {
  url: string;
  key: string;
  /** Of the desk. */
  secret: string;
}

export const sandboxAccess = ({ url, key, secret }: Parts): SandboxAccess => ({
  apiUrl: `${url}/api/v1`,
  key,
  sessionOf: (tenant) => `portal-${keyedHash(secret, 'sandbox session', tenant).slice(0, 32)}`,
});

export const sandboxTransport = (access: SandboxAccess): Transport => ({
  call: async (...[service, action, input, meta]) => {
    const output = outputOf(service, action);
    const request = requestOf(access, `${service}.${action}`, { input, meta });
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(request, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      body = await response.json();
    } catch {
      return { fault: 'unavailable' } satisfies Reply;
    }
    return replyOf(response, body, output);
  },
  broadcast: () => undefined,
  subscribe: () => undefined,
  connected: () => true,
});

function outputOf(service: string, action: string) {
  const contract = serviceContracts.find(({ name }) => name === service);
  const declared = contract && Object.entries(contract.actions).find(([name]) => name === action);
  if (!declared) throw new Error(`there is no action ${service}.${action}`);
  return declared[1].output;
}

function requestOf(
  { apiUrl, key, sessionOf }: SandboxAccess,
  name: string,
  { input, meta }: { input: unknown; meta: CallMeta },
): Request {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`the sandbox has no operation for ${name}`);
  if (meta.tenant === '') throw new Error('a caller of the sandbox stands for a tenant');
  const [method = '', path = ''] = operation.split(' ');
  const fields = new Map(Object.entries(Object(input)).filter(([, value]) => value !== undefined));
  const url = new URL(apiUrl + filled(path, (param) => String(fields.get(param) ?? '')));
  for (const param of pathNames(path)) fields.delete(param);
  const scenario = fields.get('scenario');
  fields.delete('scenario');
  const isRead = method === 'GET';
  if (isRead) for (const [param, value] of fields) url.searchParams.set(param, String(value));
  const body = isRead || fields.size === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
  return new Request(url, {
    method,
    headers: {
      'x-api-key': key,
      'svc-sandbox-session': sessionOf(meta.tenant),
      accept: 'application/json',
      ...(meta.traceparent && { traceparent: meta.traceparent }),
      ...(meta.request && { 'idempotency-key': meta.request }),
      ...(typeof scenario === 'string' && { 'svc-sandbox-scenario': scenario }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
}
