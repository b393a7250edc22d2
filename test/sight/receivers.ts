/** Receivers outside of the environment: a collector of traces and a subscriber of webhooks. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

export interface Receiver {
  url: string;
  close(): void;
}

async function listen(answer: RequestListener): Promise<Receiver> {
  const server: Server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
});
const value = z.looseObject({ stringValue: z.string().optional() });
/** OTLP/JSON, as far as it is looked at. */
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value })) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export interface ReceivedSpan extends z.output<typeof span> {
  process: string;
}

export async function receiveTraces(): Promise<Receiver & { spans: ReceivedSpan[] }> {
  const spans: ReceivedSpan[] = [];
  const receiver = await listen(async (request, response) => {
    for (const { resource, scopeSpans } of traces.parse(await json(request)).resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      const process = name?.value.stringValue ?? '';
      for (const found of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...found, process });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { ...receiver, spans };
}

/** Answers every POST with what `status` says at the time. */
export async function receiveWebhooks(
  status: () => number,
): Promise<Receiver & { headers: IncomingHttpHeaders[] }> {
  const headers: IncomingHttpHeaders[] = [];
  const receiver = await listen(async (request, response) => {
    await request.resume().toArray();
    headers.push(request.headers);
    response.writeHead(status()).end();
  });
  return { ...receiver, headers };
}
