/** A server that hands whole messages on: what came is what is sent, byte by byte. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Message {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Relay {
  /** `http://127.0.0.1:<port>` */
  url: string;
  stop(): Promise<void>;
}

type Handler = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where the handler throws, the connection is cut. */
export async function startRelay(handle: Handler): Promise<Relay> {
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function readMessage(incoming: IncomingMessage): Promise<Message> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  return { method, path, headers, body: await buffer(incoming) };
}

/** Asks a server of this origin, and does not follow where it leads. */
export async function open(origin: string, message: Message): Promise<IncomingMessage> {
  const { method, path, body } = message;
  const { 'transfer-encoding': framing, ...headers } = message.headers;
  const isSized = framing !== undefined || headers['content-length'] !== undefined;
  const onward = request(origin, {
    path,
    method,
    headers: {
      ...headers,
      host: new URL(origin).host,
      ...(isSized && { 'content-length': body.length }),
    },
  });
  onward.end(body);
  const [incoming]: IncomingMessage[] = await once(onward, 'response');
  if (!incoming) throw new Error('no response');
  return incoming;
}

export async function ask(origin: string, message: Message): Promise<Reply> {
  const incoming = await open(origin, message);
  const { statusCode: status = 0, headers } = incoming;
  return { status, headers, body: await buffer(incoming) };
}

export function reply(response: ServerResponse, { status, headers, body }: Reply): void {
  const { 'transfer-encoding': framing, connection: _, ...rest } = headers;
  const size = framing === undefined ? {} : { 'content-length': body.length };
  response.writeHead(status, { ...rest, ...size });
  response.end(body);
}
