/** A stored reading; its encoding is 45 bytes of big-endian integers. */
export interface StoredReading {
  feed_no: number;
  vehicle_no: number;
  /** Milliseconds since 1970. */
  atMs: number;
  seq: number;
  temperature_mc: number | null;
  lat_e6: number | null;
  lng_e6: number | null;
  speed_kmh: number | null;
  /** `YYYY-MM-DD`. */
  calibrated_until: string | null;
  /** Older than the watermark when it came. */
  late: boolean;
}

const readingBytes = 45;
const dayMs = 24 * 3_600_000;
const nothing = -(2 ** 31);

export function encodeReadings(readings: readonly StoredReading[]): Buffer {
  const to = Buffer.allocUnsafe(readings.length * readingBytes);
  readings.forEach((reading, n) => {
    write(to, n * readingBytes, reading);
  });
  return to;
}

export const decodeReadings = (from: Buffer): StoredReading[] =>
  Array.from({ length: from.length / readingBytes }, (_, n) => read(from, n * readingBytes));

function write(to: Buffer, at: number, reading: StoredReading): void {
  const { speed_kmh, calibrated_until } = reading;
  to.writeInt32BE(reading.feed_no, at);
  to.writeInt32BE(reading.vehicle_no, at + 4);
  writeInt64(to, reading.atMs, at + 8);
  writeInt64(to, reading.seq, at + 16);
  to.writeInt32BE(reading.temperature_mc ?? nothing, at + 24);
  to.writeInt32BE(reading.lat_e6 ?? nothing, at + 28);
  to.writeInt32BE(reading.lng_e6 ?? nothing, at + 32);
  to.writeInt32BE(speed_kmh === null ? nothing : Math.round(speed_kmh * 1_000), at + 36);
  to.writeInt32BE(calibrated_until === null ? nothing : dayOf(calibrated_until), at + 40);
  to.writeUInt8(reading.late ? 1 : 0, at + 44);
}

function read(from: Buffer, at: number): StoredReading {
  const speed = orNull(from.readInt32BE(at + 36));
  const day = orNull(from.readInt32BE(at + 40));
  return {
    feed_no: from.readInt32BE(at),
    vehicle_no: from.readInt32BE(at + 4),
    atMs: readInt64(from, at + 8),
    seq: readInt64(from, at + 16),
    temperature_mc: orNull(from.readInt32BE(at + 24)),
    lat_e6: orNull(from.readInt32BE(at + 28)),
    lng_e6: orNull(from.readInt32BE(at + 32)),
    speed_kmh: speed === null ? null : speed / 1_000,
    calibrated_until: day === null ? null : nameOf(day),
    late: from.readUInt8(at + 44) === 1,
  };
}

const orNull = (value: number): number | null => (value === nothing ? null : value);

function writeInt64(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at);
  to.writeUInt32BE(value >>> 0, at + 4);
}
const readInt64 = (from: Buffer, at: number): number =>
  from.readInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4);

/** Thousands of readings name the same few days. */
const numbers = new Map<string, number>();
const names = new Map<number, string>();
const rememberedMax = 1_000;

function remembered<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= rememberedMax) known.clear();
  const made = make(key);
  known.set(key, made);
  return made;
}
const dayOf = (name: string): number =>
  remembered(numbers, name, (each) => Date.parse(each) / dayMs);
const nameOf = (day: number): string =>
  remembered(names, day, (each) => new Date(each * dayMs).toISOString().slice(0, 10));
