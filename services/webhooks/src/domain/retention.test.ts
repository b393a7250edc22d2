import { describe, expect, it } from 'vitest';
import { keptSince, numberedSince, replayableSince } from './retention.ts';

const now = new Date('2026-11-30T08:00:00.000Z');

describe('retention', () => {
  it('keeps events and log for 30 days', () => {
    expect(keptSince(now)).toEqual(new Date('2026-10-31T08:00:00.000Z'));
  });

  it('numbers the events of a job until a year after its last one', () => {
    expect(numberedSince(now)).toEqual(new Date('2025-11-30T08:00:00.000Z'));
  });

  it('allows replays of at most 14 days', () => {
    const limit = new Date('2026-11-16T08:00:00.000Z');
    expect(replayableSince(now)).toEqual(limit);
    expect(replayableSince(now, new Date('2026-01-01T00:00:00.000Z'))).toEqual(limit);
    const recent = new Date('2026-11-29T00:00:00.000Z');
    expect(replayableSince(now, recent)).toEqual(recent);
  });
});
