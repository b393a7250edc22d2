/** Archives of map tiles: PMTiles, version 3, with one tile at zoom 0, uncompressed. */

interface Parts {
  attribution: string;
  /** A Mapbox Vector Tile. */
  tile: Buffer;
}

const headerBytes = 127;
const none = 1;
const vectorTiles = 1;

export function tileArchive({ attribution, tile }: Parts): Buffer {
  // One entry: tile 0, a run of one, its length, at offset 0 (plus one), as varints.
  const root = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const metadata = Buffer.from(JSON.stringify({ attribution }));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles');
  header[7] = 3;
  const sections = [root.length, metadata.length, 0, tile.length];
  let offset = headerBytes;
  for (const [n, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + n * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + n * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  header.set([1, none, none, vectorTiles, 0, 0], 96);
  for (const [n, degrees] of [-180, -85, 180, 85].entries()) {
    header.writeInt32LE(degrees * 10_000_000, 102 + n * 4);
  }
  return Buffer.concat([header, root, metadata, tile]);
}

/** A tile whose layer is one polygon over all of it. */
export function fullTile(layer: string): Buffer {
  const move = [9, 0, 0];
  const lines = [26, zigzag(4096), 0, 0, zigzag(4096), zigzag(-4096), 0];
  const geometry = [...move, ...lines, 15].flatMap(varint);
  const feature = Buffer.from([...field(3, [3]), ...message(4, geometry)]);
  const body = [
    ...field(15, [2]),
    ...message(1, [...Buffer.from(layer)]),
    ...message(2, [...feature]),
    ...field(5, varint(4096)),
  ];
  return Buffer.from(message(3, body));
}

/** Protocol Buffers: a number, a message of a known length, and their parts. */
const field = (number: number, value: readonly number[]): number[] => [number << 3, ...value];
const message = (number: number, body: readonly number[]): number[] => [
  (number << 3) | 2,
  ...varint(body.length),
  ...body,
];
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left > 127) {
    bytes.push((left & 127) | 128);
    left >>>= 7;
  }
  return [...bytes, left];
}
