import { describe, expect, it } from 'vitest';
import {
  type EndpointSecrets,
  signedContent,
  signingOrder,
  standardSignedContent,
} from './signature.ts';

const expiry = new Date('2026-11-03T08:00:00.000Z');
const before = new Date(expiry.getTime() - 1);
const rotated: EndpointSecrets = {
  secret: 'encrypted 2',
  secret_version: 2,
  old_secret: 'encrypted 1',
  old_secret_expires_at: expiry,
};
const versions = (secrets: EndpointSecrets, accepted: number, now: Date) =>
  signingOrder(secrets, accepted, now).map(({ version }) => version);

describe('the order of secrets', () => {
  it('has the old one first until the new one was accepted', () => {
    expect(versions(rotated, 1, before)).toEqual([1, 2]);
    expect(versions(rotated, 2, before)).toEqual([2, 1]);
  });

  it('has the new one alone once the overlap has ended', () => {
    expect(versions(rotated, 1, expiry)).toEqual([2]);
  });

  it('has one secret where there was no rotation', () => {
    const first = { ...rotated, old_secret: null, old_secret_expires_at: null };
    expect(versions(first, 2, before)).toEqual([2]);
  });
});

it('the signed content is timestamp and body, in the standard header after the id', () => {
  expect(signedContent(1_700_000_000, '{"a":1}')).toBe('1700000000.{"a":1}');
  expect(standardSignedContent('evt_1', 1_700_000_000, '{}')).toBe('evt_1.1700000000.{}');
});
