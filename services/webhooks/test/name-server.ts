/** A name server for tests: responds to A queries over UDP with the current addresses of a name. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const headerLength = 12;
const typeA = 1;

export async function startNameServer() {
  const names = new Map<string, string[]>();
  const silent = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query);
    if (silent.has(name)) return;
    const addresses = type === typeA ? (names.get(name) ?? []) : [];
    socket.send(answer(query.subarray(0, end), addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** Sets the addresses of a name; without any the name exists and has no address. */
    set: (name: string, ...addresses: string[]) => {
      names.set(name, addresses);
    },
    /** Queries for it get no response. */
    silence: (name: string) => {
      silent.add(name);
    },
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  };
}
export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

function question(query: Buffer) {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035, 4.1: header, the question again, one record per address, valid for no time at all. */
function answer(query: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query.subarray(0, headerLength));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([
      0xc0,
      headerLength,
      0,
      typeA,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      4,
      ...address.split('.').map(Number),
    ]),
  );
  return Buffer.concat([header, query.subarray(headerLength), ...records]);
}
