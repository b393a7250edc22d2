/** Telemetry batches, bodies of telematics systems, images of drivers, and the keys of signed links. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { type TelematicsFormat, telematicsFormats } from '@svc/contracts';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { checkImage } from '@svc/kit/image-type';
import { BadInput, Refusal } from '@svc/kit/refusal';
import fc from 'fast-check';
import {
  driverOf,
  opensTemperatures,
  photoLink,
  temperaturePageUrl,
} from '../../src/adapters/expiring-links.ts';
import { readForwarded } from '../../src/adapters/forwarded-body.ts';
import { readBatch } from '../../src/adapters/signed-batch.ts';
import { validateReadings } from '../../src/domain/telemetry/batch-readings.ts';
import { documented } from '../telematics-bodies.ts';

const now = new Date('2026-11-23T08:00:00Z');
const bounds = { now, watermarkMs: 120_000, retentionMs: 90 * 86_400_000 };
const secret = 'x'.repeat(32);
const reading =
  '{"device_id":"d-1","seq":1,"at":"2026-11-23T07:59:00Z","vehicle":"GP 1","position":{"lat":-26.2,"lng":28},"speed_kmh":4,"temperature_c":4.1,"calibrated_until":"2027-01-01"}';
const refuses = (error: unknown) => error instanceof Refusal || error instanceof BadInput;
const bytes = (text: string) => Buffer.from(text);
const batchMax = 256 * 1024;

const told = { device: '86', at: '2026-11-23T07:59:00Z', lat: -26.2, lng: 28 };
const forwardedIn = (format: TelematicsFormat) => JSON.stringify(documented[format](told));

const page = temperaturePageUrl('http://x/track/tok', now, secret);
const key = page.slice(page.indexOf('=') + 1);
const link = photoLink('drv_1', now, secret);

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'tracking/telemetry',
    inputs: edited(
      [`{"readings":[${reading},${reading}]}`],
      [
        '{',
        '[',
        '"',
        ',',
        '-1',
        '1e309',
        'null',
        '9007199254740993',
        '2026-02-30',
        '{}',
        '__proto__',
      ],
    ).map(bytes),
    read: (body) => {
      const { readings } = readBatch(body);
      return { count: readings.length, ...validateReadings(readings, bounds) };
    },
    refuses,
    holds: ({ count, measured, rejected }) =>
      deepStrictEqual(measured.length + rejected.length, count),
    sizeMax: batchMax,
    large: {
      readings: (size) => bytes(filled(`${reading},`, '{"readings":[', `${reading}]}`)(size)),
      'empty readings': (size) => bytes(filled('{},', '{"readings":[', '{}]}')(size)),
      members: (size) => {
        const members = Array.from({ length: size / 12 }, (_, i) => `"${i.toString(36)}":0`);
        return bytes(`{"readings":[{${members.join()}}]}`);
      },
      'a long instant': (size) => bytes(filled('0', '{"readings":[{"at":"', '"}]}')(size)),
    },
  }),
  ...telematicsFormats.map((format) =>
    defineTarget({
      name: `tracking/${format}`,
      inputs: edited(
        [forwardedIn(format)],
        ['{', '[', '"', '-1', '1e309', 'null', '+99', '{}'],
      ).map(bytes),
      read: (body) => {
        const readings = readForwarded(format, body);
        return { count: readings.length, ...validateReadings(readings, bounds) };
      },
      refuses,
      holds: ({ count, measured, rejected }) => {
        deepStrictEqual(measured.length + rejected.length, count);
        ok(measured.every(({ seq, at }) => Math.floor(seq / 2) === at.getTime()));
      },
      sizeMax: batchMax,
      large: { empty: (size) => bytes(filled('{},', '{"data":[', '{}]}')(size)) },
    }),
  ),
  defineTarget({
    name: 'tracking/image',
    inputs: fc.tuple(
      fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(pngOf(), jpegOf())),
      fc.constantFrom('image/png' as const, 'image/jpeg' as const),
    ),
    read: ([image, type]) => checkImage(image, type, { keepsMetadata: false }),
    refuses,
    sizeMax: 5 * 1024 * 1024,
    large: {
      noise: (size): [Uint8Array<ArrayBuffer>, 'image/jpeg'] => [
        new Uint8Array(size),
        'image/jpeg',
      ],
    },
  }),
  defineTarget({
    name: 'tracking/links',
    inputs: edited([key, link], ['.', '=', 'z', '-1', 'é', '\0']),
    read: (text) => ({
      text,
      opens: opensTemperatures({ token: 'tok', key: text }, now, secret),
      driver: driverOf(text, now, secret),
    }),
    // Only the very bytes that were signed open anything.
    holds: ({ text, opens, driver }) => {
      ok(opens === (text === key), text);
      ok((driver === 'drv_1') === (text === link), text);
    },
    sizeMax: 16 * 1024,
    large: { dots: filled('.'), digits: filled('z', 'drv_1.') },
  }),
];
