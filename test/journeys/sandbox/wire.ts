/** Requests byte by byte, for what no HTTP client would send. */
import { connect } from 'node:net';
import type { Answer } from '../http.ts';

/** Head of a request which asks to close the connection afterwards. */
export const bytesOf = (line: string, headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n');

const deadlineMs = 5_000;

/** Sends the bytes and resolves with the first response; none before the deadline is an error. */
export async function exchange(url: string, bytes: string): Promise<Answer> {
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
      if (isWhole(Buffer.concat(received))) socket.end();
    });
    // A server that has answered may reset what we are still sending.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  socket.write(bytes);
  await ended;
  return parse(Buffer.concat(received));
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

/** Compares with the content-length, which every response of the gateway has. */
function isWhole(bytes: Buffer): boolean {
  const start = bytes.indexOf(separator);
  if (start < 0) return false;
  const length = /content-length: *(\d+)/i.exec(bytes.subarray(0, start).toString())?.[1];
  return length !== undefined && bytes.length >= start + separator.length + Number(length);
}
