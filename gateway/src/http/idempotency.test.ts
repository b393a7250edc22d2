import { describe, expect, it } from 'vitest';
import { keyFault } from './idempotency.ts';

describe('a key', () => {
  it.each(['k', ' ~', 'x'.repeat(255)])('is accepted with the text %j', (key) => {
    expect(keyFault(key, 'accepted')).toBeUndefined();
    expect(keyFault(key, 'required')).toBeUndefined();
  });

  it.each(['', 'x'.repeat(256), 'tab\tbed', 'é'])('is refused with the text %j', (key) => {
    expect(keyFault(key, 'accepted')).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/headers/idempotency-key' }],
    });
  });

  it('may be missing where it is only accepted', () => {
    expect(keyFault(undefined, 'accepted')).toBeUndefined();
    expect(keyFault(undefined, 'required')?.code).toBe('idempotency_key_required');
    expect(keyFault('', 'required')?.code).toBe('idempotency_key_required');
  });

  it('means nothing to a read', () => {
    expect(keyFault('é', 'none')).toBeUndefined();
  });
});
