/** Synthetic images: a signature and a photo, as PNG files. */
import { crc32, deflateSync } from 'node:zlib';
import type { Random } from './random.ts';

type Colour = readonly [red: number, green: number, blue: number];
type Paint = (x: number, y: number) => Colour;

const white: Colour = [255, 255, 255];
const ink: Colour = [20, 30, 90];

/** A line that swings across the page, as a hand in a hurry writes. */
export function signaturePng(random: Random): Buffer {
  const [width, height] = [320, 120];
  const waves = Array.from({ length: 4 }, () => ({
    size: 8 + random.next() * 14,
    length: 12 + random.next() * 40,
    shift: random.next() * 6,
  }));
  const lineAt = (x: number) =>
    waves.reduce((y, { size, length, shift }) => y + size * Math.sin(x / length + shift), 60);
  return png(width, height, (x, y) => {
    const isOnLine = x > 20 && x < 300 && Math.abs(y - lineAt(x)) < 2.5;
    return isOnLine ? ink : white;
  });
}

/** A parcel in front of a door, or a face in front of a wall: two flat shapes. */
export function photoPng(random: Random): Buffer {
  const tone = () => 60 + random.between(0, 150);
  const wall: Colour = [tone(), tone(), tone()];
  const thing: Colour = [tone(), tone(), tone()];
  const radius = 40 + random.between(0, 30);
  return png(240, 180, (x, y) => {
    const isThing = Math.hypot(x - 120, y - 100) < radius;
    const [red, green, blue] = isThing ? thing : wall;
    const shade = 1 - y / 500;
    return [red * shade, green * shade, blue * shade];
  });
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Eight bits a channel, no alpha, no filter (ISO/IEC 15948). */
export function png(width: number, height: number, paint: Paint): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(paint(x, y).map(Math.round), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
