/** A TCP connection through this process, so that a test can cut it the way a dead host does. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  /** The same address as `target`, through the wire. */
  url: string;
  /** Bytes of every connection vanish from now on, in both directions; nobody is told. */
  blackhole(): void;
  /** New connections pass again. The server has noticed meanwhile that the old ones are dead. */
  restore(): void;
  close(): Promise<void>;
}

export async function startWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let isDark = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      if (isDark) dead.add(socket);
    }
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => dead.has(from) || to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        upstreams.delete(from);
        // A partitioned side receives no FIN either.
        if (!dead.has(from)) to.destroy();
      });
    };
    carry(client, upstream);
    carry(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the wire does not listen');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    blackhole: () => {
      isDark = true;
      for (const socket of sockets) dead.add(socket);
    },
    restore: () => {
      isDark = false;
      for (const socket of upstreams) if (dead.has(socket)) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
