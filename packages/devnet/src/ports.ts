import { createServer } from 'node:net';

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** A TCP port of 127.0.0.1 that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return listen(0);
}

/** Throws an error that names the port and the setting to change when something listens there. */
export async function requirePort(port: number, setting: string): Promise<number> {
  try {
    return await listen(port);
  } catch (cause) {
    const hint = `stop what uses it, or set ${setting} to another port`;
    throw new Error(`port ${port} of 127.0.0.1 cannot be used: ${hint}`, { cause });
  }
}
