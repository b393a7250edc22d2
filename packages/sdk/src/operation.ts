/** Operations as methods: their requests, and the values that their answers are. */
import type { Bytes, CallOptions, ServerSentEvent, StreamOptions } from './call.ts';
import { refusalOf } from './problem.ts';
import type { OperationRoute } from './routes.ts';
import { eventsOf } from './stream.ts';
import { type Answer, type ClientTransport, type Prepared, textOf } from './transport.ts';

interface Caller {
  baseUrl: string;
  /** Of every request. */
  headers: Record<string, string>;
  transport: ClientTransport;
}

/** Each operation's own type says more. */
interface Args {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

/** A method that resolves with the value of the answer. */
export const callOf =
  (caller: Caller, route: OperationRoute) =>
  async (args: Args = {}, options: CallOptions = {}): Promise<unknown> => {
    const request = await prepared(caller, route, { args, options });
    const { response, bytes } = accepted(request, await caller.transport(request, options));
    if (bytes.byteLength === 0) return undefined;
    const type = response.headers.get('content-type')?.toLowerCase() ?? '';
    if (type.includes('json')) return JSON.parse(textOf(bytes));
    return type.startsWith('text/') ? textOf(bytes) : new Blob([bytes], { type });
  };

/** A method that yields the messages of an event stream. */
export const streamOf = (caller: Caller, route: OperationRoute) =>
  async function* (args: Args = {}, options: StreamOptions = {}): AsyncGenerator<ServerSentEvent> {
    const request = await prepared(caller, route, { args, options });
    yield* eventsOf(async (lastId) => {
      if (lastId !== undefined) request.headers.set('last-event-id', lastId);
      return accepted(request, await caller.transport(request, options)).response;
    }, options);
  };

function accepted(request: Prepared, answer: Answer): Answer {
  if (answer.response.ok) return answer;
  const place = `${request.method} ${new URL(request.url).pathname}`;
  throw refusalOf(answer.response, textOf(answer.bytes), place);
}

async function prepared(
  { baseUrl, headers: common }: Caller,
  [method, template, media = 'application/json']: OperationRoute,
  { args, options }: { args: Args; options: CallOptions },
): Promise<Prepared> {
  const isStream = media === 'text/event-stream';
  const headers = new Headers({ accept: isStream ? media : 'application/json', ...common });
  for (const [name, value] of Object.entries({ ...args.headers, ...options.headers })) {
    if (value !== undefined) headers.set(name, value);
  }
  if (method !== 'GET' && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
  }
  const url = `${baseUrl.replace(/\/$/, '')}${pathOf(template, args.path)}${queryOf(args.query)}`;
  const request = { url, method, headers, isStream };
  if (args.body === undefined) return request;
  const { body } = args;
  const own = body instanceof Blob ? body.type : '';
  if (!headers.has('content-type')) headers.set('content-type', own || media);
  // A stream can be read once, and another attempt sends the same again.
  if (body instanceof ReadableStream) return { ...request, body: await bytesOf(body) };
  return { ...request, body: isBytes(body) ? body : JSON.stringify(body) };
}

const isBytes = (body: unknown): body is Exclude<Bytes, ReadableStream> | string =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body);

const bytesOf = (stream: ReadableStream): Promise<ArrayBuffer> =>
  new Response(stream).arrayBuffer();

const pathOf = (template: string, values: Args['path'] = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });

/** A list repeats its name; what is undefined is left out. */
function queryOf(values: Args['query'] = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null) query.append(name, String(each));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}
