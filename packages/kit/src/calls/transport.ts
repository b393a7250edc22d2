import type { ErrorCode } from '@svc/contracts';

/** Travels with every call. */
export interface CallMeta {
  /** Limits the data of the call; empty for calls without a tenant. */
  tenant: string;
  /** The caller: a client id, a service or a schedule. */
  actor: string;
  requestId: string;
  /** Owner of the receipts if it is not the tenant: a caller outlives its sandbox tenant. */
  receipts?: string;
  /** Identity of the request for at-most-once effects: hash of caller, method, path and key. */
  request?: string;
  /** Hash of the request's body: the same `request` with another fingerprint is refused. */
  fingerprint?: string;
  /** Trace context (W3C); without one the context of the caller's code. */
  traceparent?: string;
}

export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

export interface RefusalBody {
  code: ErrorCode;
  detail: string;
  /** The field of the request that it is about. */
  path?: Issue['path'];
  retry_after_seconds?: number;
}

export type Reply =
  | { ok: unknown; replayed?: boolean }
  | { refused: RefusalBody; replayed?: boolean }
  | { invalid: Issue[] }
  | { fault: 'internal' | 'unavailable' };

/** Transport of calls to other services; one adapter per broker. */
export interface Transport {
  /** Resolves within 8 s, also for failures: a fault is a reply. */
  call(service: string, action: string, input: unknown, meta: CallMeta): Promise<Reply>;
  /** Sends to all subscribed processes, at most once, unordered: for hints, never for events. */
  broadcast(topic: string, payload: unknown): void;
  subscribe(topic: string, handler: (payload: unknown) => void): void;
  connected(): boolean;
}

/** Throws for an action (`<service>.<action>`) that is not declared: NATS would refuse it, too. */
export const onlyDeclared = (transport: Transport, declared: ReadonlySet<string>): Transport => ({
  ...transport,
  call: (...request) => {
    const target = request.slice(0, 2).join('.');
    if (!declared.has(target)) throw new Error(`${target} is missing in the declared calls`);
    return transport.call(...request);
  },
});
