/** Requests byte by byte, for what no HTTP client would send. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { UnderTest } from './gateway-under-test.ts';

export function portOf({ app }: UnderTest): number {
  const address: AddressInfo | string | null = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('the gateway does not listen');
  return address.port;
}

/** Head of a request that asks to close the connection afterwards. */
export const request = (line: string, ...headers: string[]): string =>
  [line, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n');

/** First response to these bytes, with all that follows it until the gateway closes the connection. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  socket = connect(port, '127.0.0.1'),
) {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { statusCode: Number(status.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}
