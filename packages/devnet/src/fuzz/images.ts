/** Whole images of 1 × 1 pixel unless a test says otherwise; a text makes each one of its own. */

const chunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

const segment = (marker: number, data: Uint8Array): Buffer => {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

interface Size {
  width?: number;
  height?: number;
}

export function pngOf(text = '', { width = 1, height = 1 }: Size = {}): Uint8Array<ArrayBuffer> {
  const header = Buffer.from('00000000000000000800000000', 'hex');
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Uint8Array.from([
    ...Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunk('IHDR', header),
    ...(text === '' ? [] : chunk('tEXt', Buffer.from(text))),
    ...chunk('IDAT', Buffer.from('789c63000000010001', 'hex')),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG with an Exif segment of these bytes, if any are given. */
export function jpegOf(
  exif?: Uint8Array,
  { width = 1, height = 1 }: Size = {},
): Uint8Array<ArrayBuffer> {
  const frame = Buffer.from('080000000001011100', 'hex');
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Uint8Array.from([
    ...Buffer.of(0xff, 0xd8),
    ...segment(0xe0, Buffer.from('JFIF\0')),
    ...(exif ? segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])) : []),
    ...segment(0xc0, frame),
    ...segment(0xda, Buffer.from('0101003f00', 'hex')),
    ...Buffer.of(1, 2, 0xff, 0, 3, 0xff, 0xd0, 4),
    ...Buffer.of(0xff, 0xd9),
  ]);
}
