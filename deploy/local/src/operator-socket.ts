/**
 * Operator socket of `npm start`: HTTP on a Unix domain socket in the data folder. File permissions
 * are the access control: only its owner may open it. It carries `npm run call`, whichever bus the
 * stack uses, and is the lock of the data folder: a process can listen there only once.
 */
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join, relative } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Reply } from '@svc/kit/transport';
import { z } from 'zod';
import { dataDir } from './dev-file.ts';

/** The kernel's limit for the path of a socket, with its final zero: 104 on macOS, 108 on Linux. */
const pathMax = 103;
/** Beyond the 8 s that a call between services may take. */
const timeoutMs = 10_000;

const callRequest = z.object({
  environment: z.enum(['live', 'sandbox']),
  service: z.string(),
  action: z.string(),
  input: z.record(z.string(), z.unknown()),
  tenant: z.string(),
});
export type CallRequest = z.infer<typeof callRequest>;

/** Which stack holds the data folder. */
export interface Holder {
  pid: number;
  /** Ports. */
  live: number;
  sandbox: number;
}

export interface OperatorSocket {
  close(): Promise<void>;
}

interface Handlers {
  holder: Holder;
  call(request: CallRequest): Promise<Reply>;
}

/** The path as it is, or relative to here where that is shorter. */
function socketPath(): string {
  const path = join(dataDir(), 'operator.sock');
  const fromHere = relative(process.cwd(), path);
  const shortest = fromHere.length < path.length ? fromHere : path;
  if (Buffer.byteLength(shortest) <= pathMax) return shortest;
  throw new Error(
    `SVC_DATA_DIR is too long for a socket in it: ${path} has over ${pathMax} bytes.`,
  );
}

/** Locks the data folder; returns the holder if it is locked already. */
export async function openOperatorSocket(
  handlers: Handlers,
): Promise<OperatorSocket | { holder: Holder }> {
  const path = socketPath();
  const server = await listen(path, handlers);
  if (server) return opened(server);
  const holder = await queryHolder();
  if (holder) return { holder };
  // No answer: the socket is a leftover of a killed process.
  rmSync(path, { force: true });
  const second = await listen(path, handlers);
  if (!second) throw new Error(`another npm start begins in ${dataDir()} at this moment.`);
  return opened(second);
}

const opened = (server: Server): OperatorSocket => ({
  close: async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  },
});

/** `undefined` where something has the path already. */
async function listen(path: string, { holder, call }: Handlers): Promise<Server | undefined> {
  const server = createServer(async (message, response) => {
    const answer = message.method === 'GET' ? holder : await called(message, call);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  try {
    await once(server.listen(path), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw new Error(`No socket can be made in ${dataDir()}: choose a folder of a local disk.`, {
      cause: error,
    });
  }
  chmodSync(path, 0o600);
  return server;
}

async function called(message: AsyncIterable<Buffer>, call: Handlers['call']): Promise<Reply> {
  try {
    return await call(callRequest.parse(await json(message)));
  } catch {
    return { fault: 'internal' };
  }
}

/** The stack that holds this data folder; undefined if it is free. */
const queryHolder = (): Promise<Holder | undefined> => control<Holder>('GET');

/** The service's answer; undefined when nothing runs on this data folder. */
const callOverSocket = (call: CallRequest): Promise<Reply | undefined> =>
  control<Reply>('POST', JSON.stringify(call));

/** As `callOverSocket`; throws where nothing runs. */
export async function callNpmStart(request: CallRequest): Promise<Reply> {
  const reply = await callOverSocket(request);
  if (reply) return reply;
  throw new Error(
    `No npm start runs on the data in ${dataDir()}. Start it in another terminal, name its SVC_DATA_DIR,\n` +
      'or set SVC_NATS_URL, SVC_NATS_CALLS_SEED and SVC_NATS_CA of another environment.',
  );
}

function control<T>(method: 'GET' | 'POST', body?: string): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request({ socketPath: socketPath(), path: '/', method, signal }, (response) => {
      json(response).then((answer) => resolve(answer as T), reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else if (signal.aborted)
        reject(new Error(`npm start gave no answer for ${timeoutMs / 1000} s.`));
      else reject(error);
    });
    sent.end(body);
  });
}
