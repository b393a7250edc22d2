import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency.ts';

const enterAll = (limit: ReturnType<typeof createConcurrencyLimit>, clients: string[]) =>
  clients.flatMap((client) => limit.enter(client) ?? []);
const times = (count: number, client: string) => Array.from({ length: count }, () => client);
const crowd = (count: number) => Array.from({ length: count }, (_, i) => `client ${i}`);

describe('requests in flight', () => {
  it('of one client are bounded, and leave the rest to others', () => {
    const limit = createConcurrencyLimit({ max: 20, clientMax: 8 });
    expect(enterAll(limit, times(50, 'loud'))).toHaveLength(8);
    expect(enterAll(limit, times(3, 'quiet'))).toHaveLength(3);
  });

  it('of all clients together are bounded', () => {
    const limit = createConcurrencyLimit({ max: 20, clientMax: 8 });
    const loud = [...times(8, 'a'), ...times(8, 'b'), ...times(8, 'c')];
    expect(enterAll(limit, loud)).toHaveLength(20);
    expect(enterAll(limit, times(8, 'a'))).toHaveLength(0);
  });

  it('reserve a quarter more for clients with few in flight', () => {
    const limit = createConcurrencyLimit({ max: 20, clientMax: 10 });
    expect(enterAll(limit, [...times(10, 'a'), ...times(10, 'b')])).toHaveLength(20);
    expect(enterAll(limit, times(10, 'quiet'))).toHaveLength(4);
    expect(enterAll(limit, crowd(10))).toHaveLength(1);
  });

  it('of one tenant are bounded over its clients, and release their places', () => {
    const limit = createConcurrencyLimit({ max: 20, clientMax: 8, tenantMax: 10 });
    const ofTenant = crowd(30).flatMap((client) => limit.enter(client, 'ten_a') ?? []);
    expect(ofTenant).toHaveLength(10);
    expect(limit.enter('client 0', 'ten_b')).toBeDefined();
    expect(enterAll(limit, times(3, 'without a tenant'))).toHaveLength(3);
    for (const leave of ofTenant) leave();
    expect(crowd(30).flatMap((client) => limit.enter(client, 'ten_a') ?? [])).toHaveLength(10);
  });

  it('of many quiet clients of one tenant do not use the reserve', () => {
    const limit = createConcurrencyLimit({ max: 20, clientMax: 20, tenantMax: 16 });
    expect(enterAll(limit, times(20, 'loud'))).toHaveLength(20);
    expect(crowd(16).flatMap((client) => limit.enter(client, 'ten_a') ?? [])).toHaveLength(4);
    expect(limit.enter('quiet', 'ten_b')).toBeDefined();
  });

  it('release their place once, also when called twice', () => {
    const limit = createConcurrencyLimit({ max: 2, clientMax: 1 });
    const leave = limit.enter('a');
    expect(limit.enter('a')).toBeUndefined();
    leave?.();
    leave?.();
    expect(limit.inFlight()).toBe(0);
    expect(enterAll(limit, ['a', 'b'])).toHaveLength(2);
  });
});
