/** Requests as a client sees them: what came back, how fast, or that nothing did. */
export interface Answer {
  /** 0 when the connection broke or nothing came for 15 s. */
  status: number;
  ms: number;
  body: string;
  headers: Headers;
}

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  /** JSON, unless it is a form. */
  body?: Record<string, unknown> | URLSearchParams;
}

/** Longer than anyone may be kept waiting: what takes so long hangs. */
const hangMs = 15_000;
/** The gateway answers within 9.5 s; the rest is for a machine that runs its whole fleet, too. */
export const answerMsMax = 14_000;

export async function send(url: string, request: Request = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = request;
  const started = performance.now();
  const took = () => performance.now() - started;
  try {
    const response = await fetch(url, {
      method,
      ...encoded(headers, body),
      signal: AbortSignal.timeout(hangMs),
    });
    const text = await response.text();
    return { status: response.status, ms: took(), body: text, headers: response.headers };
  } catch {
    return { status: 0, ms: took(), body: '', headers: new Headers() };
  }
}

function encoded(headers: Record<string, string>, body: Request['body']) {
  if (body === undefined || body instanceof URLSearchParams)
    return { headers, ...(body && { body }) };
  const json = { 'content-type': 'application/json' };
  return { headers: { ...headers, ...json }, body: JSON.stringify(body) };
}

export const isReplay = ({ headers }: Answer): boolean =>
  headers.get('idempotent-replayed') === 'true';

/** A member of a JSON answer. */
export function member(answer: Answer, name: string): unknown {
  const parsed: unknown = answer.body.startsWith('{') ? JSON.parse(answer.body) : {};
  return Object.entries(parsed ?? {}).find(([key]) => key === name)?.[1];
}
