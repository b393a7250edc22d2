import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { photoPng, png, signaturePng } from './images.ts';
import { createRandom } from './random.ts';

describe('a picture', () => {
  it('holds its pixels, row by row', () => {
    const image = png(2, 1, (x) => [x * 255, 7, 9]);
    expect(image.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
    expect(image.subarray(12, 16).toString()).toBe('IHDR');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([2, 1]);
    const data = image.subarray(image.indexOf('IDAT') + 4, image.indexOf('IEND') - 8);
    expect([...inflateSync(data)]).toEqual([0, 0, 7, 9, 255, 7, 9]);
  });

  it.each([signaturePng, photoPng])('is the same for the same seed: %o', (draw) => {
    expect(draw(createRandom(3))).toEqual(draw(createRandom(3)));
    expect(draw(createRandom(3))).not.toEqual(draw(createRandom(4)));
    expect(draw(createRandom(3)).length).toBeLessThan(100_000);
  });
});
