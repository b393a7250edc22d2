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

/**
 * Ports below the range from which systems assign those of outgoing connections (Linux: from
 * 32768), so that only another caller of `freePort` could bind one before its use.
 */
const portRange = { first: 10_000, last: 32_767 };
const portCount = portRange.last - portRange.first + 1;
/** Processes that run at one time begin far enough apart not to meet. */
let nextOffset = (process.pid * 101) % portCount;

/** A TCP port of 127.0.0.1 that is free, and that this process has not returned lately. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portCount; attempt += 1) {
    const port = portRange.first + nextOffset;
    nextOffset = (nextOffset + 1) % portCount;
    const bound = await listen(port).catch(() => undefined);
    if (bound !== undefined) return bound;
  }
  throw new Error(`no port of 127.0.0.1 from ${portRange.first} to ${portRange.last} is free`);
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
