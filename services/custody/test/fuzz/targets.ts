/** Images of hand-overs, and links to them. */
import { ok } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { Refusal } from '@svc/kit/refusal';
import fc from 'fast-check';
import { checkProofImage } from '../../src/domain/file.ts';
import { readLink } from '../../src/domain/file-link.ts';

const now = new Date('2026-11-23T08:00:00Z');
const link = `file_01KB.${Math.floor(now.getTime() / 1000) + 900}.${'ab'.repeat(32)}`;

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'custody/image',
    inputs: fc.tuple(
      fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(pngOf(), jpegOf())),
      fc.constantFrom('image/png', 'image/jpeg', 'image/gif', '__proto__', ''),
    ),
    read: ([image, type]) => checkProofImage(image, type),
    refuses: (error) => error instanceof Refusal,
    sizeMax: 5 * 1024 * 1024,
    large: {
      noise: (size): [Uint8Array<ArrayBuffer>, 'image/png'] => [new Uint8Array(size), 'image/png'],
    },
  }),
  defineTarget({
    name: 'custody/links',
    inputs: edited([link], ['.', '0', 'é', '\n', '-', 'file_']),
    read: (text) => readLink(text, now),
    holds: (read) => {
      if (read) ok(read.signature.length === 64 && read.expires * 1000 > now.getTime());
    },
    sizeMax: 16 * 1024,
    large: { dots: filled('.'), digits: filled('9', 'file_a.'), hex: filled('a', 'file_a.1.') },
  }),
];
