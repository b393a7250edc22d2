import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import { describe, expect, it } from 'vitest';
import { checkCourier, checkProofImage } from './file.ts';

const [png, jpeg] = [pngOf(), jpegOf()];
const code = (value: string) => expect.objectContaining({ code: value });

describe('an image', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
  ])('of the type %s is accepted', (type, bytes) => {
    expect(() => checkProofImage(bytes, type)).not.toThrow();
  });

  it.each([
    ['another type', jpeg, 'image/png'],
    ['a type nobody takes', png, 'image/gif'],
    ['no bytes', new Uint8Array(), 'image/png'],
    [
      'text mode line ends',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0),
      'image/png',
    ],
  ])('of the type %s is refused', (_what, bytes, type) => {
    expect(() => checkProofImage(bytes, type)).toThrow(code('invalid_file'));
  });

  it('above 5 MiB is refused, whatever its type', () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1);
    expect(() => checkProofImage(bytes, 'image/png')).toThrow(code('payload_too_large'));
  });
});

describe('a courier', () => {
  it.each([
    ['its own job', 'drv_1', 'drv_1'],
    ['any job, when it is the desk that asks', undefined, null],
  ])('may file proof for %s', (_whose, courier, driver_id) => {
    expect(() => checkCourier({ driver_id }, courier)).not.toThrow();
  });

  it.each([
    ["another driver's", 'drv_2'],
    ["nobody's", null],
  ])('may not file proof for a job that is %s', (_whose, driver_id) => {
    expect(() => checkCourier({ driver_id }, 'drv_1')).toThrow(code('job_not_found'));
  });
});
