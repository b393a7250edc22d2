import type { ErrorCode } from '@svc/contracts';

/** Travels with every call. */
export interface CallMeta {
  /** Whose data the call may touch; empty for calls that belong to no tenant. */
  tenant: string;
  /** Who asks: a client id, a service, a schedule. */
  actor: string;
  requestId: string;
  /** Whose receipts they are, where that is not the tenant: a caller outlives its sandbox tenant. */
  receipts?: string;
  /** Identity of the request for at-most-once effects: hash of caller, method, path and key. */
  request?: string;
  /** Hash of the request's body: the same `request` with another fingerprint is refused. */
  fingerprint?: string;
}

export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

export type Reply =
  | { ok: unknown; replayed?: boolean }
  | { refused: { code: ErrorCode; detail: string }; replayed?: boolean }
  | { invalid: Issue[] }
  | { fault: 'internal' | 'unavailable' };

/** How calls reach another service; one adapter per broker. */
export interface Transport {
  /** Never throws for an answer of the other side, and answers within 8 s. */
  call(service: string, action: string, input: unknown, meta: CallMeta): Promise<Reply>;
  /** To every process that subscribed, at most once, unordered: for hints, never for facts. */
  broadcast(topic: string, payload: unknown): void;
  subscribe(topic: string, handler: (payload: unknown) => void): void;
  connected(): boolean;
}
