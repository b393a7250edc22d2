import { describe, expect, it } from 'vitest';
import { checkImage } from './image-type.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0);

describe('an image', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
  ] as const)('is %s by how it begins', (type, bytes) => {
    expect(() => checkImage(bytes, type)).not.toThrow();
  });

  it.each([
    ['the other kind', jpeg, 'image/png'],
    ['the other kind', png, 'image/jpeg'],
    ['a beginning cut short', png.slice(0, 7), 'image/png'],
    ['text', new TextEncoder().encode('<svg onload="…">'), 'image/png'],
    ['nothing', new Uint8Array(), 'image/jpeg'],
    ['a file that is not there', undefined, 'image/jpeg'],
  ] as const)('is refused: %s', (_, bytes, type) => {
    expect(() => checkImage(bytes, type)).toThrowError(
      expect.objectContaining({ code: 'invalid_file' }),
    );
  });
});
