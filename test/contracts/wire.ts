/** Requests byte by byte, for what no HTTP client would send. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from '../journeys/http.ts';

export interface Head {
  headers?: readonly string[];
  /** `HTTP/1.0` for old clients. */
  protocol?: string;
}

/** Head and body of a request which asks to close the connection afterwards. */
export function bytesOf(line: string, { headers = [], protocol = 'HTTP/1.1' }: Head = {}): string {
  return [`${line} ${protocol}`, 'host: localhost', 'connection: close', ...headers, '', ''].join(
    '\r\n',
  );
}

export interface Until {
  /** Reads on until the gateway closes the connection; otherwise the first answer is enough. */
  closed?: boolean;
}

const deadlineMs = 5_000;

/** Sends the parts one by one and gives what comes back; an answer that does not come is an error. */
export async function exchange(
  url: string,
  parts: readonly (string | Buffer)[],
  { closed = false }: Until = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const received: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${deadlineMs} ms: ${Buffer.concat(received).toString()}`));
    }, deadlineMs);
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (!closed && isWhole(Buffer.concat(received))) socket.end();
    });
    // A server that has answered may reset what we are still sending.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  for (const part of parts) socket.write(part);
  await ended;
  return parse(Buffer.concat(received));
}

/** Sends the parts and hangs up without waiting for anything. */
export async function hangUp(url: string, parts: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(parts.join(''), () => socket.resetAndDestroy());
  await once(socket, 'close');
}

const separator = '\r\n\r\n';

function parse(bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const [head = '', ...rest] = text.split(separator);
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1];
  if (status === undefined) throw new Error(`this is no response: ${text.slice(0, 200)}`);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(status), headers, text: rest.join(separator) };
}

/** By its content-length; everything that the gateway says has one. */
function isWhole(bytes: Buffer): boolean {
  const start = bytes.indexOf(separator);
  if (start < 0) return false;
  const length = /content-length: *(\d+)/i.exec(bytes.subarray(0, start).toString())?.[1];
  return length !== undefined && bytes.length >= start + separator.length + Number(length);
}
